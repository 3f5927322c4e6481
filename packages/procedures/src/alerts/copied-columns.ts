import type { Alert, ColumnDescription } from '@columnist/contract';
import { sayAlert } from './say-alert.ts';
import type { TableFacts } from './read-facts.ts';

const fewest = 20;
const comparedAtMost = 60;
/** Of two columns with the same values in the same numbers, in logarithms: e⁻²⁰ of chance. */
const chanceAtMost = -20;

/** Columns that hold the same as an earlier one in every row, each set as one alert. */
export async function copiedColumns(
  { reader, rows }: TableFacts,
  columns: readonly ColumnDescription[],
): Promise<Alert[]> {
  if (rows < fewest) return [];
  const alike = Map.groupBy(
    columns.filter((column) => column.distinct > 1 && logChanceOf(column) < chanceAtMost),
    markOf,
  );
  let compared = 0;
  const alerts: Alert[] = [];
  for (const group of alike.values()) {
    const left = [...group];
    for (let first = left.shift(); first !== undefined && left.length > 0; first = left.shift()) {
      if ((compared += left.length) > comparedAtMost) return alerts;
      const field = fieldOf(first.name);
      const [row = []] = await reader.rows(
        `select ${left.map(({ name }) => `count(*) filter (${field} is distinct from ${fieldOf(name)})::double`).join(', ')} from ${reader.source}`,
      );
      const same = left.filter((_, i) => Number(row[i]) === 0);
      if (same.length === 0) continue;
      for (const one of same) left.splice(left.indexOf(one), 1);
      alerts.push(
        sayCopies(
          first.name,
          same.map(({ name }) => name),
        ),
      );
    }
  }
  return alerts;

  function fieldOf(name: string): string {
    return reader.columns.find((column) => column.name === name)?.field ?? 'null';
  }
}

function sayCopies(first: string, copies: readonly string[]): Alert {
  const [only] = copies;
  return sayAlert([first, ...copies], {
    kind: 'high_correlation',
    severity: 'high',
    measure: 1,
    said:
      copies.length === 1
        ? `${only ?? ''} is a copy of ${first}: the two are equal in every row.`
        : `${copies.slice(0, -1).join(', ')} and ${copies.at(-1) ?? ''} are copies of ${first}: all are equal in every row.`,
    fix: 'Use one of them, and find out whether the other was meant to hold something else.',
  });
}

/** What columns that are equal have in common. */
function markOf(column: ColumnDescription): string {
  const ends = column.type === 'number' ? [column.min, column.max, column.zeros] : [];
  const counts = column.type === 'boolean' ? [column.true_count] : [];
  return [column.storage, column.n, column.distinct, ...ends, ...counts].join(' ');
}

/** Of as many rows with these shares at random; of many values each is taken for one of a hundred. */
function logChanceOf(column: ColumnDescription): number {
  const { n, distinct } = column;
  if (column.type === 'boolean')
    return [column.true_count, column.false_count].reduce(
      (sum, one) => sum + (one === 0 ? 0 : one * Math.log(one / n)),
      0,
    );
  const top = 'top_values' in column ? column.top_values : [];
  const most = top.reduce((share, one) => Math.max(share, one.n / n), 0);
  return distinct > 20
    ? -n * (1 - most) * Math.log(20)
    : top.reduce((sum, one) => sum + one.n * Math.log(one.n / n), 0);
}
