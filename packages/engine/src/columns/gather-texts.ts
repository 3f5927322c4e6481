import { frequencyTable } from '@columnist/statistics';
import type { TableReader } from '../query/table-reader.ts';
import type { TextSummary } from './column-summary.ts';
import type { FieldColumn } from './table-column.ts';

const topShown = 10;
/** Columns grouped by one query, which holds the tables of all of them. */
const groupedAtOnce = 16;

/** What is gathered of text columns: each is grouped once, and the groups answer everything. */
export async function gatherTexts(reader: TableReader, columns: readonly FieldColumn[], rowCount: number): Promise<TextSummary[]> {
  const summaries: TextSummary[] = [];
  for (let start = 0; start < columns.length; start += groupedAtOnce) {
    summaries.push(...(await gatherSome(reader, columns.slice(start, start + groupedAtOnce), rowCount)));
  }
  return summaries;
}

async function gatherSome(reader: TableReader, columns: readonly FieldColumn[], rowCount: number): Promise<TextSummary[]> {
  const groups = columns.map(({ field }, k) => `select ${k} k, ${field} v, count(*)::double n from ${reader.source} where ${field} is not null group by ${field}`);
  await reader.run(`create or replace temp table grouped as ${groups.join(' union all ')}`);
  const facts = new Map((await reader.rows('select k, count(*)::double, sum(n), min(v), max(v) from grouped group by k')).map(([k, ...rest]) => [Number(k), rest]));
  // Heaps of the ten smallest: most frequent first, ties in code point order.
  const top = await reader.rows(
    `select k, t.v, -t.n from (select k, unnest(min({n: -n, v: v}, ${topShown})) t from grouped group by k) order by k, t.n, t.v`,
  );
  const lengths = await reader.rows('select k, length(v)::double l, sum(n) from grouped group by k, l order by k, l');
  await reader.run('drop table grouped');
  const topOf = Map.groupBy(top, ([k]) => Number(k));
  const lengthsOf = Map.groupBy(lengths, ([k]) => Number(k));
  return columns.map((_, k) => {
    const [distinct, n, min, max] = facts.get(k) ?? [0, 0, null, null];
    const counted = lengthsOf.get(k) ?? [];
    return {
      kind: 'text',
      missing: rowCount - Number(n),
      n: Number(n),
      distinct: Number(distinct),
      min: typeof min === 'string' ? min : null,
      max: typeof max === 'string' ? max : null,
      top: (topOf.get(k) ?? []).map(([, value, count]) => ({ value: String(value), n: Number(count) })),
      lengths: frequencyTable(Float64Array.from(counted, ([, length]) => Number(length)), Float64Array.from(counted, ([, , count]) => Number(count))),
    };
  });
}
