import { AppError, dataset, type Dataset } from '@columnist/contract';
import { sharedData } from '@columnist/testing';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openAsBlob,
  openSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { admitCells } from './admit.ts';
import { asJson } from './rest-calls.ts';
import { startServer } from './servers.ts';

/**
 * Files with one trap each, through the product's own entry, scored by their own scorer:
 *   node scripts/bench/traps.ts [PART OF A GROUP, CLASS OR FILE NAME …] [--all] [--keep]
 * Cases whose group, class or file has none of the words are left out of the table.
 */
const traps = sharedData('traps');

const cases = z.array(
  z.object({
    file: z.string(),
    group: z.string(),
    class: z.string(),
    generated: z.unknown().optional(),
  }),
);
const scenarios = z.array(
  z.object({
    name: z.string(),
    group: z.string(),
    class: z.string(),
    steps: z.array(z.union([z.object({ upload: z.string() }), z.object({ append: z.string() })])),
  }),
);
const outcomes = z.array(
  z.object({
    case: z.string(),
    group: z.string(),
    class: z.string(),
    what: z.string(),
    outcome: z.string(),
    why: z.array(z.string()),
  }),
);
export type TrapOutcome = z.infer<typeof outcomes>[number];

/** Which of the traps are tried: all without words, else those that have one of them. */
const chosen =
  (words: readonly string[]) =>
  (...names: readonly string[]): boolean =>
    words.length === 0 || words.some((word) => names.some((name) => name.includes(word)));

const refusal = (error: unknown) => {
  if (!(error instanceof AppError)) throw error;
  const { row } = error.details;
  return { message: error.message, ...(typeof row === 'number' ? { line: row } : {}) };
};

/** What the scorer is handed of a table that was admitted. */
const resultOf = (
  {
    columns,
    rows,
    dialect,
    admission,
  }: {
    readonly columns: readonly { readonly name: string; readonly storage: string }[];
    readonly rows: number;
  } & Pick<Dataset, 'dialect' | 'admission'>,
  cells: readonly (readonly unknown[])[],
) => ({
  columns: columns.map(({ name, storage }) => ({ name, type: storage })),
  rows,
  first_cells: cells.slice(0, 5),
  last_cells: cells.slice(-1),
  notes: admission.notes.map(({ message, column, examples }) => ({
    text: [message, ...examples.map(({ before }) => before)].join(' '),
    ...(column === null ? {} : { column }),
  })),
  encoding: dialect.encoding,
  delimiter: dialect.delimiter,
  questions: admission.questions ?? [],
});

/** Runs the traps and answers what the scorer says of each; files over 5 s are named. */
export async function runTraps(words: readonly string[]): Promise<TrapOutcome[]> {
  const wanted = chosen(words);
  const folder = mkdtempSync(join(tmpdir(), 'columnist-traps-'));
  const results = join(folder, 'results');
  mkdirSync(results);
  const expected = cases
    .parse(JSON.parse(readFileSync(join(traps.path, 'expected.json'), 'utf8')))
    .filter((one) => wanted(one.group, one.class, one.file));
  const appends = scenarios
    .parse(JSON.parse(readFileSync(join(traps.path, 'scenarios.json'), 'utf8')))
    .filter((one) => wanted(one.group, one.class, one.name));
  try {
    // The big files are the same every time and written once.
    const large = join(tmpdir(), 'columnist-traps-generated');
    if (
      expected.some(
        ({ file, generated }) => generated !== undefined && !existsSync(join(large, file)),
      )
    )
      execFileSync(process.execPath, [realpathSync(join(traps.path, 'generate.mjs')), large]);
    const found: unknown[] = [];
    for (const { file, generated } of expected) {
      const begin = performance.now();
      const source = join(generated === undefined ? traps.path : large, file);
      found.push(
        await admitCells(source, {}, join(folder, 'table'), true).then(
          (admitted) => ({
            file,
            ...resultOf({ ...admitted, rows: admitted.rowCount }, admitted.cells),
          }),
          (error: unknown) => ({ file, error: refusal(error) }),
        ),
      );
      const took = (performance.now() - begin) / 1000;
      if (took > 5) console.error(`slow: ${file} ${took.toFixed(1)} s`);
    }
    if (appends.length > 0) found.push(...(await runAppends(appends, folder)));
    writeFileSync(join(results, 'results.json'), JSON.stringify(found));
    const scored = outcomes.parse(JSON.parse(score(results, ['--json'])));
    return scored.filter(({ outcome }) => outcome !== 'no result');
  } finally {
    if (process.argv.includes('--keep')) console.log(folder);
    else rmSync(folder, { recursive: true });
  }
}

/** What the scorer prints; it ends with 1 where the goal is not reached. To a file: a pipe cuts it. */
function score(results: string, options: readonly string[]): string {
  const to = join(results, 'outcomes.txt');
  const out = openSync(to, 'w');
  spawnSync(process.execPath, [join(traps.path, 'score.mjs'), results, ...options], {
    stdio: ['ignore', out, 'inherit'],
  });
  closeSync(out);
  return readFileSync(to, 'utf8');
}

const problem = z.object({ detail: z.string(), row: z.int().optional() });

/** Uploads and appends over REST, on a server with its embedded database. */
async function runAppends(appends: z.infer<typeof scenarios>, folder: string): Promise<unknown[]> {
  const server = await startServer('', join(folder, 'data'), { HOST: '127.0.0.1' });
  const found: unknown[] = [];
  try {
    for (const [i, { name, steps }] of appends.entries()) {
      const call = async (method: string, path: string, token: string, body?: BodyInit) => {
        const answer = await fetch(`${server.url}/api/v1${path}`, {
          method,
          headers: {
            ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
            ...(typeof body === 'string' ? asJson : {}),
          },
          ...(body === undefined ? {} : { body }),
        });
        const read: unknown = await answer.json();
        return { ok: answer.ok, status: answer.status, read };
      };
      const account = {
        email: `bench-${i}@example.com`,
        password: 'rows of beans 7',
        full_name: 'Bea Bench',
      };
      const { read } = await call('POST', '/auth/register', '', JSON.stringify(account));
      const token = z.object({ access_token: z.string() }).parse(read).access_token;
      let last: Dataset | null = null;
      for (const step of steps) {
        const path = 'upload' in step ? step.upload : step.append;
        const form = new FormData();
        form.append('file', await openAsBlob(join(traps.path, path)), 'table.csv');
        const answer = await call(
          'POST',
          last === null ? '/datasets' : `/datasets/${last.id}/versions?mode=append`,
          token,
          form,
        );
        if (!answer.ok) {
          if (answer.status !== 422 && answer.status !== 409)
            throw new Error(`${name}: ${JSON.stringify(answer.read)}`);
          const { detail, row } = problem.parse(answer.read);
          found.push({ scenario: name, error: { message: detail, line: row } });
          last = null;
          break;
        }
        last = dataset.parse(answer.read);
      }
      if (last === null) continue;
      const rows = async (limit: number, offset: number) =>
        z
          .object({ items: z.array(z.array(z.unknown())) })
          .parse(
            (await call('GET', `/datasets/${last?.id}/rows?limit=${limit}&offset=${offset}`, token))
              .read,
          ).items;
      found.push({
        scenario: name,
        ...resultOf({ ...last, rows: last.row_count }, await rows(5, 0)),
        last_cells: await rows(1, last.row_count - 1),
      });
    }
    return found;
  } finally {
    await server.stop();
  }
}

/** One line for each group and for all: cases, right, silently wrong. */
export function tableOf(scored: readonly TrapOutcome[], by: 'group' | 'class') {
  const line = (rows: readonly TrapOutcome[]) => {
    const n = (outcome: string): number => rows.filter((row) => row.outcome === outcome).length;
    return {
      cases: rows.length,
      right: n('right'),
      noted: n('noted'),
      refused: n('refused'),
      unsaid: n('unsaid'),
      'silent-wrong': n('silent-wrong'),
      'right %': Number(((100 * n('right')) / Math.max(1, rows.length)).toFixed(1)),
    };
  };
  const names = [
    ...new Set(scored.map((row) => (by === 'group' ? row.group : `${row.group}: ${row.class}`))),
  ];
  return Object.fromEntries([
    ...names.map((name) => [
      name,
      line(
        scored.filter(
          (row) => name === (by === 'group' ? row.group : `${row.group}: ${row.class}`),
        ),
      ),
    ]),
    ['all', line(scored)],
  ]);
}

/** The cases of an outcome, with what is wrong with each. */
export const listOf = (scored: readonly TrapOutcome[], outcome: string): string =>
  scored
    .filter((row) => row.outcome === outcome)
    .map((row) => `- ${row.case}: ${row.what}\n    ${row.why.join('; ')}`)
    .join('\n');

if (import.meta.filename === process.argv[1]) {
  if (!traps.isHere) throw new Error(`The traps cannot be run${traps.note}.`);
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const begin = performance.now();
  const scored = await runTraps(words);
  console.table(tableOf(scored, 'class'));
  console.table(tableOf(scored, 'group'));
  const outcomesShown = process.argv.includes('--all')
    ? ['unsaid', 'refused', 'noted', 'silent-wrong']
    : ['silent-wrong'];
  for (const outcome of outcomesShown) console.log(`\n${outcome}:\n${listOf(scored, outcome)}`);
  console.log(`\n${((performance.now() - begin) / 1000).toFixed(1)} s`);
}
