import { frequencyTable } from '@columnist/statistics';
import type { TableReader } from '../views/table-reader.ts';
import type { TextSummary } from './column-summary.ts';
import type { FieldColumn } from '../table/table-column.ts';

const topShown = 10;
/** Columns grouped by one query, which holds the tables of all of them. */
const groupedAtOnce = 16;
/**
 * Rows of a long table are grouped in parts by the hash of their text: the groups of all would take
 * most of the memory. Where the database may spill to disk, the parts are larger.
 */
const groupedRows = { inMemory: 3_000_000, spilled: 40_000_000 };
// Heaps of the ten smallest: most frequent first, ties in code point order.
const top = `min({n: -n, v: v}, ${topShown})`;

/** What is gathered of text columns: each is grouped once, and the groups answer everything. */
export async function gatherTexts(
  reader: TableReader,
  columns: readonly FieldColumn[],
  rowCount: number,
): Promise<TextSummary[]> {
  const summaries: TextSummary[] = [];
  for (let start = 0; start < columns.length; start += groupedAtOnce) {
    summaries.push(
      ...(await gatherSome(reader, columns.slice(start, start + groupedAtOnce), rowCount)),
    );
  }
  return summaries;
}

async function partsOf(reader: TableReader, rowCount: number): Promise<number> {
  if (rowCount <= groupedRows.inMemory) return 1;
  const [[folder] = []] = await reader.rows(`select current_setting('temp_directory')`);
  return Math.ceil(rowCount / (folder === '' ? groupedRows.inMemory : groupedRows.spilled));
}

async function gatherSome(
  reader: TableReader,
  columns: readonly FieldColumn[],
  rowCount: number,
): Promise<TextSummary[]> {
  const parts = await partsOf(reader, rowCount);
  const factsOf = (part: number): string => {
    const among = (field: string): string =>
      parts === 1
        ? `${field} is not null`
        : `hash(${field}) % ${parts} = ${part} and ${field} is not null`;
    const groups = columns
      .map(
        ({ field }, k) =>
          `select ${k} k, ${field} v, count(*)::double n from ${reader.source} where ${among(field)} group by ${field}`,
      )
      .join(' union all ');
    return `select k, count(*)::double d, sum(n) n, min(v) low, max(v) high, ${top} tops from (${groups}) group by k`;
  };
  if (parts > 1) {
    await reader.run(`create or replace temp table grouped as ${factsOf(0)}`);
    for (let part = 1; part < parts; part++)
      await reader.run(`insert into grouped ${factsOf(part)}`);
  }
  const found = parts === 1 ? `(${factsOf(0)})` : 'grouped';
  const whole = `select k, sum(d) d, sum(n) n, min(low) low, max(high) high, unnest(list_sort(flatten(list(tops)))[:${topShown}]) t from ${found} group by k`;
  const facts = Map.groupBy(
    await reader.rows(`select k, d, n, low, high, t.v, -t.n from (${whole}) order by k, t.n, t.v`),
    ([k]) => Number(k),
  );
  const lengths = columns
    .map(
      ({ field }, k) =>
        `select ${k} k, length(${field})::double l, count(*)::double n from ${reader.source} where ${field} is not null group by l`,
    )
    .join(' union all ');
  const lengthsOf = Map.groupBy(await reader.rows(`from (${lengths}) order by k, l`), ([k]) =>
    Number(k),
  );
  return columns.map((_, k) => {
    const most = facts.get(k) ?? [];
    const [, distinct = 0, n = 0, min, max] = most[0] ?? [];
    const counted = lengthsOf.get(k) ?? [];
    return {
      kind: 'text',
      missing: rowCount - Number(n),
      n: Number(n),
      distinct: Number(distinct),
      min: typeof min === 'string' ? min : null,
      max: typeof max === 'string' ? max : null,
      top: most.map(([, , , , , value, count]) => ({ value: String(value), n: Number(count) })),
      lengths: frequencyTable(
        Float64Array.from(counted, ([, length]) => Number(length)),
        Uint32Array.from(counted, ([, , count]) => Number(count)),
      ),
    };
  });
}
