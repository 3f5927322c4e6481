import { tablesOfGroups, type ResultTable, type TestResult } from '@columnist/contract';
import { levelText } from '../words.ts';
import type { Answered, PartTest } from './tests-in.ts';

type Cells = ResultTable['rows'][number];

/** Figures of one line: each with the name of its column; those that no line has are left out. */
type Line = readonly (readonly [string, string | number | null])[];

/** A table of lines whose columns are all that any line has, in the order of the first. */
function tableOf(title: string, lines: readonly Line[]): ResultTable {
  const columns = [...new Set(lines.flatMap((line) => line.map(([name]) => name)))];
  return {
    title,
    columns,
    rows: lines.map((line): Cells => {
      const figures = new Map(line);
      return columns.map((name) => figures.get(name) ?? null);
    }),
  };
}

function figuresOf(
  { statistic, df, p_value: p, estimate, effects }: TestResult,
  adjusted: number | null,
): Line {
  return [
    ...(statistic === null ? [] : [[statistic.name, statistic.value] as const]),
    ...df.map((one, i) => [df.length > 1 ? `df ${i + 1}` : 'df', one] as const),
    ...(p === null ? [] : [['p', p] as const, ['adjusted p', adjusted] as const]),
    ...(estimate === null
      ? []
      : [
          [estimate.name, estimate.value] as const,
          ...(estimate.ci === null
            ? []
            : [
                [`low ${levelText(estimate.ci.level)}`, estimate.ci.low] as const,
                [`high ${levelText(estimate.ci.level)}`, estimate.ci.high] as const,
              ]),
        ]),
    ...effects.map(({ name, value }) => [name, value] as const),
  ];
}

/** The figures of each part in a line, and the tables of all parts one below the other. */
export function tablesOfParts(
  by: string,
  answered: readonly Answered[],
  tests: readonly PartTest[],
  level: number,
): ResultTable[] {
  const left = [...tests];
  const lines = answered.flatMap(({ part, answer }): Line[] => {
    const head = [[by, part.label] as const];
    const adjustedOf = (p: number | null): number | null =>
      p === null ? null : (left.shift()?.adjusted ?? null);
    return 'matrix' in answer
      ? answer.matrix.pairs.map((pair) => [
          ...head,
          ['x', pair.x],
          ['y', pair.y],
          ['n', pair.n_used],
          [answer.matrix.method === 'pearson' ? 'r' : 'ρ', pair.estimate],
          [`low ${levelText(level)}`, pair.ci?.low ?? null],
          [`high ${levelText(level)}`, pair.ci?.high ?? null],
          ['p', pair.p_value],
          ['adjusted p', adjustedOf(pair.p_value)],
        ])
      : [[...head, ['n', answer.n_used], ...figuresOf(answer, adjustedOf(answer.p_value))]];
  });
  return [tableOf(`In each ${by}`, lines), ...stacked(by, answered)];
}

/** Tables of the same title and columns as one, with the part in the first column. */
function stacked(by: string, answered: readonly Answered[]): ResultTable[] {
  const made = new Map<string, ResultTable>();
  for (const { part, answer } of answered) {
    if ('matrix' in answer) continue;
    for (const { title, columns, rows, ...rest } of [...tablesOfGroups(answer), ...answer.tables]) {
      const key = JSON.stringify([title, columns]);
      const before = made.get(key);
      const own = rows.map((row): Cells => [part.label, ...row]);
      made.set(key, {
        ...rest,
        title: `${title}, in each ${by}`,
        columns: [by, ...columns],
        rows: [...(before?.rows ?? []), ...own],
      });
    }
  }
  return [...made.values()];
}
