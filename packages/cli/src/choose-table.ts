import { AppError, nearestNames } from '@columnist/contract';
import { z } from 'zod';
import { partsOf, type AnswerTable, type Value } from './answer-tables.ts';

const measured = z.object({
  name: z.string(),
  value: z.number().nullable(),
  ci: z.object({ low: z.number().nullable(), high: z.number().nullable() }).nullable(),
});
/** What a test found, as every result has it. */
const finding = z.object({
  procedure: z.object({ method: z.string() }),
  n_used: z.int(),
  statistic: z.object({ name: z.string(), value: z.number().nullable() }).nullable(),
  df: z.array(z.number()),
  p_value: z.number().nullable(),
  estimate: measured.nullable(),
  effects: z.array(measured),
  picture: z.looseObject({ kind: z.string(), x_name: z.string().exactOptional() }).nullable(),
});
type Finding = z.infer<typeof finding>;

/** One table of an answer, and the titles of the others. */
export interface Chosen {
  readonly table: AnswerTable;
  readonly leftOut: readonly string[];
}

/**
 * The table of an answer that has this title; where none is named, what the answer is about: of a
 * test its figures in one line, of a model its coefficients, of a series what is said of its
 * moments. Throws invalid_input with the titles there are.
 */
export function chooseTable(answer: unknown, title: string | undefined): Chosen {
  const { facts, lists, tables } = partsOf(answer);
  const found = finding.safeParse(answer);
  if (found.success) {
    const line = lineOf(found.data);
    const others = lists.filter((list) => list.title !== 'effects');
    const all = [...tables, ...(line === null ? [] : [line]), ...others];
    const headline = headlineOf(found.data, tables) ?? line ?? all[0];
    if (headline !== undefined) return choose(all, headline, title);
  }
  const figures: AnswerTable = {
    title: 'figures',
    columns: facts.map(([name]) => name),
    rows: [facts.map(([, value]) => value)],
  };
  const whole = [...tables, ...lists];
  const all = facts.length === 0 ? whole : [...whole, figures];
  const chosen = choose(all, whole[0] ?? figures, title);
  // How many rows were used and the like: no reason to choose again.
  return chosen.leftOut.every((one) => one === figures.title) ? { ...chosen, leftOut: [] } : chosen;
}

function choose(
  all: readonly AnswerTable[],
  headline: AnswerTable,
  title: string | undefined,
): Chosen {
  const table = title === undefined ? headline : titled(all, title);
  return { table, leftOut: all.filter((one) => one !== table).map((one) => one.title) };
}

function titled(all: readonly AnswerTable[], title: string): AnswerTable {
  const wanted = title.toLowerCase();
  const exact = all.filter((table) => table.title.toLowerCase() === wanted);
  // A title may go on with how much of the table is shown.
  const begun = all.filter((table) => table.title.toLowerCase().startsWith(wanted));
  const [table, another] = exact.length > 0 ? exact : begun;
  if (table !== undefined && (another === undefined || exact.length > 0)) return table;
  const titles = all.map((one) => one.title).filter((one) => one !== '');
  throw new AppError(
    'invalid_input',
    table === undefined
      ? `This answer has no table '${title}'.`
      : `Several tables of this answer begin with '${title}'.`,
    {
      suggestions: nearestNames(title, titles),
      fix: titles.length === 0 ? 'It has one, without a title.' : `It has ${titles.join('; ')}.`,
    },
  );
}

/**
 * The table that says what a result says; null where its figures in one line do. A series is
 * answered moment by moment; what tests nothing by its first table; and where each row of a table
 * is a test of its own (coefficients, terms) by that. Pairs, whose p are adjusted, only follow.
 */
function headlineOf(
  { statistic, estimate, picture }: Finding,
  tables: readonly AnswerTable[],
): AnswerTable | null {
  if (statistic === null && estimate === null) {
    const moments = picture?.kind === 'series' ? picture.x_name : undefined;
    const [first, ...others] = tables.filter(({ columns }) => columns[0] === moments);
    return first === undefined ? (tables[0] ?? null) : longest(first, others);
  }
  const ofTests = tables.find(
    ({ columns }) => columns.includes('p') && !columns.includes('adjusted p'),
  );
  return ofTests ?? null;
}

const longest = (first: AnswerTable, others: readonly AnswerTable[]): AnswerTable =>
  others.reduce((most, table) => (table.rows.length > most.rows.length ? table : most), first);

/** The figures of a test in one line: results of one method have the same columns. */
function lineOf({
  procedure,
  n_used: n,
  statistic,
  df,
  p_value: p,
  ...found
}: Finding): AnswerTable | null {
  const estimates = [...(found.estimate === null ? [] : [found.estimate]), ...found.effects];
  if (statistic === null && estimates.length === 0) return null;
  const cells: [string, Value][] = [
    ['method', procedure.method],
    ['n', n],
    ...(statistic === null ? [] : [[statistic.name, statistic.value] satisfies [string, Value]]),
    ...df.map((one, at): [string, Value] => [df.length > 1 ? `df ${at + 1}` : 'df', one]),
    ...(p === null ? [] : [['p', p] satisfies [string, Value]]),
    ...estimates.flatMap(({ name, value, ci }): [string, Value][] => [
      [name, value],
      ...(ci === null
        ? []
        : ([
            [`${name} low`, ci.low],
            [`${name} high`, ci.high],
          ] satisfies [string, Value][])),
    ]),
  ];
  return {
    title: 'Result',
    columns: cells.map(([name]) => name),
    rows: [cells.map(([, value]) => value)],
  };
}
