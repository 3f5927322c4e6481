import { writeSection } from '../../verified.ts';
import type { Asked, reference } from './calls.ts';

/** What came of one question. */
export interface Found {
  readonly id: string;
  readonly level: Asked['level'];
  /** The answers by their names, by each door; or what the door refused. */
  readonly byDoor: Readonly<Record<string, Readonly<Record<string, unknown>> | string>>;
  /** Whether every answer is the expected one through every door. */
  readonly right: boolean;
  /** Whether the calls are those of the first draft. */
  readonly first: boolean;
  /** Those of the first draft too. */
  readonly calls: number;
  /** Of each answer that an agent read. */
  readonly tokens: readonly number[];
}

const levels = { easy: 'easy', medium: 'medium', several_steps: 'several steps' } as const;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

function rowOf(difficulty: string, found: readonly Found[]) {
  const refused = found.filter(({ byDoor }) =>
    Object.values(byDoor).some((one) => typeof one === 'string'),
  ).length;
  const right = found.filter((one) => one.right).length;
  return {
    difficulty,
    questions: found.length,
    right,
    'of these at once': found.filter((one) => one.right && one.first).length,
    wrong: found.length - right - refused,
    refused,
    'calls a question': (
      found.reduce((sum, { calls }) => sum + calls, 0) / Math.max(1, found.length)
    ).toFixed(2),
    'tokens an answer': median(found.flatMap(({ tokens }) => tokens)),
  };
}

/** Prints the table by difficulty; writes it into docs/validation.md where asked to. */
export function report(
  found: readonly Found[],
  { date, versions }: typeof reference,
  write: boolean,
): void {
  const rows = Object.entries(levels).map(([level, name]) =>
    rowOf(
      name,
      found.filter((one) => one.level === level),
    ),
  );
  rows.push(rowOf('all', found));
  console.table(rows);
  if (!write) return;
  const names = Object.keys(rowOf('', []));
  writeSection('## Questions', [
    `${found.length} questions in plain words about generated tables and two public ones, answered over MCP, over REST and by the command line, each answer within 10⁻⁶ (fitted models: 10⁻⁵) of the one that ${Object.entries(
      versions,
    )
      .map(([name, version]) => `${name} ${version}`)
      .join(
        ', ',
      )} gave on ${date}. The calls were written by somebody who saw the tools and the questions alone, without asking anything; where an answer is in what they gave was looked up afterwards. Right: equal through all three doors; at once: by the calls of the first draft. Tokens: the median of the answers over MCP (o200k_base). Written by \`pnpm questions:suite --write\` on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    `| ${names.join(' | ')} |`,
    `|${'---|'.repeat(names.length)}`,
    ...rows.map((row) => `| ${Object.values(row).join(' | ')} |`),
  ]);
}
