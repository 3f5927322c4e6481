import type { TableReader } from '@columnist/tables/views/table-reader';
import type { NumberFacts } from './read-facts.ts';
import { quantileOf } from './read-facts.ts';
import { runningNumber } from './running-number.ts';

const fewest = 50;
const longestCode = 24;
/** A place has several things at once, by which the next number is left out. */
const placed =
  /(^|[^a-z])(rank|ranking|place|placing|position|pos|rang|platz|seed|order)([^a-z]|$)/i;
const fewestDigits = 6;

/**
 * Whether whole numbers name things in no order: each number from the least to the greatest once,
 * but for a few of which others are there twice; or numbers of six digits or more that are spread
 * evenly over their range, where so few of that many would not repeat by chance.
 */
export function isNumberOfThings(facts: NumberFacts): boolean {
  const { name, sorted, values, whole, figures } = facts;
  const n = sorted.length;
  if (!whole || n < fewest || placed.test(name) || runningNumber(facts) !== null) return false;
  const [least = NaN, greatest = NaN] = [sorted[0], sorted.at(-1)];
  const range = greatest - least + 1;
  if (range === n) return true;
  const repeated = n - figures.distinct;
  const isAscending = values.every((value, i) => !(value < (values[i - 1] ?? value)));
  return (
    String(least).length >= fewestDigits &&
    String(least).length === String(greatest).length &&
    !isAscending &&
    repeated >= 2 &&
    repeated >= 10 * (n ** 2 / (2 * range)) &&
    isEven(sorted, least, range)
  );
}

/** Whether the quartiles are where those of numbers drawn from the range are, and few are round. */
function isEven(sorted: Float64Array, least: number, range: number): boolean {
  const off = [0.25, 0.5, 0.75].map((share) =>
    Math.abs((quantileOf(sorted, share) - least) / range - share),
  );
  const round = sorted.reduce((count, value) => count + (value % 10 === 0 ? 1 : 0), 0);
  return Math.max(...off) <= 1.5 / Math.sqrt(sorted.length) && round <= 0.2 * sorted.length;
}

/**
 * Whether codes repeat as often as codes that are drawn from all with the characters of each place
 * do: postcodes and batches. Numbers that are given one after another repeat far more rarely.
 */
export async function isByChance(
  reader: TableReader,
  field: string,
  n: number,
  repeated: number,
): Promise<boolean> {
  const places = Array.from(
    { length: longestCode },
    (_, i) => `greatest(1, count(distinct substr(${field}, ${i + 1}, 1)))::double`,
  );
  const [row = []] = await reader.rows(
    `select max(length(${field}))::double, ${places.join(', ')} from ${reader.source} where ${field} is not null`,
  );
  const [longest = 0, ...kinds] = row.map(Number);
  const codes = kinds.reduce((product, kind) => product * kind, 1);
  const expected = n ** 2 / (2 * codes);
  return longest <= longestCode && repeated >= expected / 4 && repeated <= 3 * expected + 1;
}
