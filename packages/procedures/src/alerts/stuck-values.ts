import type { Alert } from '@columnist/contract';
import type { NumberFacts, TableFacts } from './read-facts.ts';
import { counted, sayAlert, setMissing, someOf } from './say-alert.ts';

const fewest = 40;

/** One value in many rows after one another, of a column that rarely repeats it elsewhere. */
export function stuckValues(
  table: TableFacts,
  { name, values, sorted, figures }: NumberFacts,
): Alert | null {
  if (table.every > 1 || sorted.length < fewest || figures.distinct < 10) return null;
  let longest = { start: 0, length: 0 };
  let second = 0;
  for (let start = 0; start < values.length;) {
    let end = start + 1;
    while (end < values.length && values[end] === values[start]) end++;
    if (end - start > longest.length) {
      second = longest.length;
      longest = { start, length: end - start };
    } else second = Math.max(second, end - start);
    start = end;
  }
  const value = values[longest.start] ?? NaN;
  const elsewhere = sorted.reduce((n, one) => n + (one === value ? 1 : 0), 0) - longest.length;
  if (longest.length < 10 || longest.length < 3 * second + 2) return null;
  if (elsewhere > 0.03 * sorted.length || isAscending(values)) return null;
  const first = longest.start + 1;
  const last = longest.start + longest.length;
  const rows = `cumulative_sum(1) >= ${first} and cumulative_sum(1) <= ${last}`;
  return sayAlert([name], {
    kind: 'stuck_values',
    severity: 'medium',
    count: longest.length,
    measure: longest.length,
    rows: table.isWhole ? rows : null,
    said: `${name} is ${someOf([value])} in ${counted(longest.length, 'row')} after one another${table.isWhole ? `, ${first.toLocaleString('en')} to ${last.toLocaleString('en')}` : ''}.`,
    fix: 'If the value was carried on because nothing was measured, set it to missing there.',
    remedy: elsewhere === 0 ? setMissing(name, [value], someOf([value])) : null,
  });
}

const isAscending = (values: Float64Array): boolean =>
  values.every((value, i) => i === 0 || !(value < (values[i - 1] ?? -Infinity)));
