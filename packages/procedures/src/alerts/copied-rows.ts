import { looksLikeId, type Alert } from '@columnist/contract';
import { rowNumber } from '@columnist/tables/database/parquet-file';
import { repeatedRuns, type RepeatedRun } from './repeated-runs.ts';
import type { TableFacts } from './read-facts.ts';
import { counted, sayAlert } from './say-alert.ts';

const fewestRows = 40;
const fewestColumns = 2;
const fewestDistinct = 20;
const shortest = 10;
const columnsNamed = 3;
const chanceAtMost = 1e-3;

interface Block extends RepeatedRun {
  readonly columns: readonly string[];
}

/**
 * A run of rows that repeats an earlier one in two or more measured columns and not in all: values
 * that were pasted or filled in. Not where a column that names something, or one of times, repeats
 * with it: the same things or days are then listed twice. Of tables with at most 100,000 rows, of
 * which every value is known; the time is linear.
 */
export async function copiedRows(table: TableFacts): Promise<Alert[]> {
  if (!table.isWhole || table.every > 1 || table.rows < fewestRows) return [];
  const runs = table.numbers
    .filter(
      ({ name, figures }) =>
        figures.distinct >= fewestDistinct && !looksLikeId(name, 'number', figures.storage),
    )
    .flatMap(({ name, values, sorted }) =>
      repeatedRuns(values)
        .filter(({ length }) => !isByChance(sorted, length))
        .map((run) => ({ name, ...run })),
    );
  const [block] = [...Map.groupBy(runs, ({ from, to }) => to - from).values()]
    .flatMap(blockOf)
    .toSorted((a, b) => b.columns.length * b.length - a.columns.length * a.length);
  if (block === undefined) return [];
  const copied = await copiedColumns(table, block);
  return copied === null ? [] : [say(block, copied)];
}

/** Whether as many rows in a row are alike somewhere where values are drawn from those of the column. */
function isByChance(sorted: Float64Array, length: number): boolean {
  const n = sorted.length;
  let [alike, same] = [0, 0];
  sorted.forEach((value, i) => {
    same = value === sorted[i - 1] ? same + 1 : 1;
    if (value !== sorted[i + 1]) alike += (same / n) ** 2;
  });
  return (n ** 2 / 2) * alike ** length > chanceAtMost;
}

/** What runs of several columns at one distance have in common with the longest of them. */
function blockOf(runs: readonly (RepeatedRun & { readonly name: string })[]): Block[] {
  const [longest, ...others] = runs.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  let [start, end] = [longest.to, longest.to + longest.length];
  const columns = new Set([longest.name]);
  for (const { name, to, length } of others) {
    const [first, last] = [Math.max(start, to), Math.min(end, to + length)];
    if (columns.has(name) || last - first < Math.max(shortest, 0.5 * (end - start))) continue;
    columns.add(name);
    [start, end] = [first, last];
  }
  return columns.size < fewestColumns
    ? []
    : [
        {
          columns: [...columns],
          from: start - (longest.to - longest.from),
          to: start,
          length: end - start,
        },
      ];
}

/** All columns that the block repeats; null where that is no fault, or where rows repeat whole. */
async function copiedColumns(
  { reader }: TableFacts,
  { from, to, length }: Block,
): Promise<string[] | null> {
  const { columns, source } = reader;
  const part = (start: number, name: string): string =>
    `(select *, ${rowNumber} - ${start} place from ${source} where ${rowNumber} between ${start} and ${start + length - 1}) ${name}`;
  const [row = []] = await reader.rows(
    `select ${columns.map(({ field }) => `count(*) filter (a.${field} is not distinct from b.${field})::double, count(distinct a.${field})::double`).join(', ')} from ${part(from, 'a')} join ${part(to, 'b')} using (place)`,
  );
  const alike = columns.flatMap((column, i) =>
    Number(row[2 * i]) === length ? [{ ...column, distinct: Number(row[2 * i + 1]) }] : [],
  );
  const isNatural = alike.some(
    ({ name, type, storage, distinct }) =>
      distinct === length && (type !== 'number' || looksLikeId(name, type, storage)),
  );
  return isNatural || alike.length === columns.length ? null : alike.map(({ name }) => name);
}

function say({ from, to, length }: Block, columns: readonly string[]): Alert {
  const [first, last] = [to + 1, to + length];
  const rows = `cumulative_sum(1) >= ${first} and cumulative_sum(1) <= ${last}`;
  const place = (start: number, end: number): string =>
    `${start.toLocaleString('en')} to ${end.toLocaleString('en')}`;
  const more = columns.length - columnsNamed;
  return sayAlert(columns, {
    kind: 'copied_rows',
    severity: 'high',
    count: length,
    measure: length,
    rows,
    said: `Rows ${place(first, last)} repeat rows ${place(from + 1, from + length)} in ${columns.slice(0, columnsNamed).join(', ')}${more > 0 ? ` and ${counted(more, 'other column')}` : ''}.`,
    fix: 'Compare with the source: measured values do not repeat in their order; find out which of the rows are real.',
    remedy: {
      said: `Leave out rows ${place(first, last)}`,
      view: { filter: `not (${rows})` },
    },
  });
}
