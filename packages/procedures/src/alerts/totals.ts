import type { Alert } from '@columnist/contract';
import { rowNumber } from '@columnist/tables/database/parquet-file';
import { col, counted, sayAlert, txt } from './say-alert.ts';
import type { NumberFacts, TableFacts } from './read-facts.ts';
import type { TextFindings } from './scan-texts.ts';

const fewest = 5;
/** Share of tables in which chance may make a total: every column is tried at both ends. */
const chanceAtMost = 0.01;

/** Rows that add up the others: by the name in a text column, else by their numbers. */
export async function totals(
  table: TableFacts,
  texts: ReadonlyMap<string, TextFindings>,
): Promise<Alert[]> {
  const named = [...texts].flatMap(([name, { totals: found, n }]) => {
    const rows = found.reduce((sum, one) => sum + one.n, 0);
    return rows === 0 || rows > 0.2 * n
      ? []
      : [
          sayNamed(
            name,
            found.map(({ value }) => value),
            rows,
          ),
        ];
  });
  return named.length > 0 ? named : await byNumbers(table);
}

const sayNamed = (name: string, values: readonly string[], rows: number): Alert => {
  const shown = values.slice(0, 20);
  const among = `${col(name)} in (${shown.map(txt).join(', ')})`;
  return sayAlert([name], {
    kind: 'totals',
    severity: 'high',
    count: values.length > shown.length ? null : rows,
    rows: among,
    said: `${counted(rows, 'row')} of ${name} ${rows === 1 ? 'is' : 'are'} ‘${values[0] ?? ''}’${values.length > 1 ? ' and the like' : ''}: ${rows === 1 ? 'a total' : 'totals'} among the rows ${rows === 1 ? 'it adds' : 'they add'} up.`,
    fix: 'Leave out rows that add up others before anything is counted or compared.',
    remedy:
      values.length > shown.length
        ? null
        : {
            said: rows === 1 ? 'Leave out this row' : `Leave out ${counted(rows, 'row')}`,
            view: { filter: `${col(name)} is missing or not (${among})` },
          },
  });
};

/** The first or last row, where its numbers are the sums of all others. */
async function byNumbers({ reader, numbers, rows, isWhole }: TableFacts): Promise<Alert[]> {
  if (rows < fewest || numbers.length === 0) return [];
  const fields = numbers.map(({ field }) => `${field}::double`).join(', ');
  for (const end of ['desc', 'asc'] as const) {
    const [row = []] = await reader.rows(
      `select ${rowNumber} + 1, ${fields} from ${reader.source} order by ${rowNumber} ${end} limit 1`,
    );
    const summed = numbers.filter((column, i) => {
      const { figures } = column;
      const value = row[i + 1] === null ? NaN : Number(row[i + 1]);
      const sum = Number(figures.sum);
      return (
        figures.n >= fewest &&
        figures.n - figures.zeros > 3 &&
        value !== 0 &&
        Math.abs(sum - 2 * value) <= 1e-7 * Math.abs(value) &&
        isOutermost(column, value) &&
        2 * numbers.length * chanceOfSum(column, value) <= chanceAtMost
      );
    });
    if (summed.length === 0) continue;
    const names = summed.map(({ name }) => name);
    const place = Number(row[0]);
    return [
      sayAlert(names, {
        kind: 'totals',
        severity: 'high',
        count: 1,
        rows: summed
          .map(
            ({ name, highest: [top], lowest: [low], figures }) =>
              `${col(name)} = ${Number(figures.sum) > 0 ? top : low}`,
          )
          .join(' and '),
        said: `Row ${place.toLocaleString('en')} is the sum of all other rows in ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}.`,
        fix: 'Leave out rows that add up others before anything is counted or compared.',
        remedy: isWhole
          ? {
              said: 'Leave out this row',
              view: { filter: `cumulative_sum(1) != ${place}` },
            }
          : null,
      }),
    ];
  }
  return [];
}

/** Larger than every other value; of a negative sum smaller. */
function isOutermost({ highest, lowest }: NumberFacts, value: number): boolean {
  const [, next = NaN] = value > 0 ? highest : lowest;
  return value > 0 ? next < value : next > value;
}

/**
 * The probability that other values with this mean and spread add up to the value: the density of
 * their sum there, times the distance between the sums that are possible.
 */
function chanceOfSum({ sorted }: NumberFacts, value: number): number {
  const others = sorted.filter((one) => one !== value);
  const n = others.length;
  const mean = others.reduce((sum, one) => sum + one, 0) / n;
  const variance = others.reduce((sum, one) => sum + (one - mean) ** 2, 0) / n;
  // Of values that are all alike the sum does not scatter.
  if (!(variance > 0)) return 0;
  const step = others.reduce((least, one, i) => {
    const gap = one - (others[i - 1] ?? NaN);
    return gap > 0 && gap < least ? gap : least;
  }, Infinity);
  const ofSum = n * variance + variance;
  return (
    (step / Math.sqrt(2 * Math.PI * ofSum)) * Math.exp(-((n * mean - mean) ** 2) / (2 * ofSum))
  );
}
