import { looksLikeId, type Alert } from '@columnist/contract';
import { chiSquareSurvival } from '@columnist/statistics';
import { percent } from '../words.ts';
import { col, counted, sayAlert } from './say-alert.ts';
import { quantileOf, type LevelFacts, type NumberFacts } from './read-facts.ts';

const fewest = 40;
/** A column that is mostly nothing has no last digits; of one value that is frequent they are its own. */
const mostZeros = 0.2;
const frequentFrom = 0.05;
const fewestForBenford = 300;
const [fewestOfPrice, differing] = [10, 0.4];

/** Last digits that are 0 or 5 far too often, while the others are spread evenly. */
export function digitPreference(
  facts: NumberFacts,
  columns: readonly NumberFacts[],
  categories: readonly LevelFacts[],
): Alert | null {
  const { name, sorted, figures } = facts;
  if (sorted.length < fewest || figures.distinct < 15) return null;
  const places = [0, 1, 2, 3].find((one) => isWrittenWith(sorted, one));
  if (places === undefined) return null;
  const unit = 10 ** -places;
  if (quantileOf(sorted, 0.9) - quantileOf(sorted, 0.1) < 12 * unit) return null;
  const [top] = figures.top_values;
  if (figures.zeros > mostZeros * figures.n) return null;
  const frequent = top !== undefined && top.n > frequentFrom * figures.n ? Number(top.value) : NaN;
  // One frequent value has one last digit: the others have to show the preference by themselves.
  const judged = digitsOf(sorted, unit, frequent);
  if (judged.n < 0.6 * fewest || !isPreferred(judged)) return null;
  if (isByDenominations(sorted, unit)) return null;
  if (categories.some((category) => isOfPrices(facts, category, unit))) return null;
  if (columns.some((column) => isBySum(facts, column, unit))) return null;
  const { n, zeros, fives, rest } = digitsOf(sorted, unit, NaN);
  const ofBoth = (zeros + fives) / n;
  const ofZero = zeros / n;
  const digits = fives > 1.5 * (rest / 8) ? '0 or 5' : '0';
  const share = digits === '0' ? ofZero : ofBoth;
  const step = Number(((digits === '0' ? 10 : 5) * unit).toPrecision(3));
  return sayAlert([name], {
    kind: 'digit_preference',
    severity: 'medium',
    count: sorted.length === figures.n ? Math.round(share * n) : null,
    measure: share,
    rows: `abs(${col(name)} / ${step} - round(${col(name)} / ${step})) < 0.000001`,
    sort: [{ column: name, direction: 'ascending' }],
    said:
      digits === '0' && places > 0
        ? `${percent(share)} of ${name} have ${places === 1 ? 'no decimals' : `at most ${counted(places - 1, 'decimal')}`}, the others ${places}: by chance 10% would.`
        : `${percent(share)} of ${name} end in ${digits}, where ${digits === '0' ? 10 : 20}% would by chance.`,
    fix: `Take the values as rounded to ${step}: do not compare smaller differences.`,
  });
}

/**
 * Whether the preference is that of a few frequent values which leave out most of their like between
 * them, as 5, 10, 20 and 50 do: what is paid, and no rounding. The others show none.
 */
function isByDenominations(sorted: Float64Array, unit: number): boolean {
  const counts = new Map<number, number>();
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1);
  const frequent = [...counts].flatMap(([value, n]) =>
    n > frequentFrom * sorted.length ? [value] : [],
  );
  if (frequent.length < 2) return false;
  const span = (Math.max(...frequent) - Math.min(...frequent)) / (10 * unit);
  const others = sorted.filter((value) => !frequent.includes(value));
  return frequent.length < span / 3 && !isPreferred(digitsOf(others, unit, NaN));
}

/**
 * Whether a category by which the values differ by orders, as kinds of goods do, also says which end
 * in 0: in its groups nearly all or few do. Who rounds has values like the others.
 */
function isOfPrices(facts: NumberFacts, category: LevelFacts, unit: number): boolean {
  if (!isOfFewOrders(facts, category)) return false;
  const groups = category.levels.map((_, code) =>
    digitsOf(
      facts.values.filter((value, i) => category.codes[i] === code && !Number.isNaN(value)),
      unit,
      NaN,
    ),
  );
  const shares = groups.flatMap(({ n, zeros }) => (n < fewestOfPrice ? [] : [zeros / n]));
  return Math.max(...shares) - Math.min(...shares) > differing;
}

const summed = { fewestZeros: 0.1, mostZeros: 0.95 };

/**
 * Whether the preference is that of rows in which another column is 0: round amounts to which
 * something is added in the other rows, as overtime is to wages.
 */
function isBySum(facts: NumberFacts, column: NumberFacts, unit: number): boolean {
  const share = column.figures.zeros / column.figures.n;
  if (column === facts || share < summed.fewestZeros || share > summed.mostZeros) return false;
  const added = facts.values.filter(
    (value, i) => !Number.isNaN(value) && (column.values[i] ?? 0) !== 0,
  );
  return added.length >= fewest && !isPreferred(digitsOf(added, unit, NaN));
}

interface LastDigits {
  readonly n: number;
  readonly zeros: number;
  readonly fives: number;
  readonly rest: number;
  /** Of these, 1, 3, 7 and 9. */
  readonly odd: number;
  /** Counts of the digits that are neither 0 nor 5. */
  readonly others: readonly number[];
}

/** How often each last digit occurs, without one value. */
function digitsOf(values: Float64Array, unit: number, without: number): LastDigits {
  const counts = Array.from({ length: 10 }, () => 0);
  let n = 0;
  for (const value of values) {
    if (value === without) continue;
    const digit = Math.round(Math.abs(value) / unit) % 10;
    counts[digit] = (counts[digit] ?? 0) + 1;
    n++;
  }
  const [zeros = 0] = counts;
  const fives = counts[5] ?? 0;
  const others = counts.filter((_, digit) => digit !== 0 && digit !== 5);
  const odd = [1, 3, 7, 9].reduce((sum, digit) => sum + (counts[digit] ?? 0), 0);
  return { n, zeros, fives, rest: n - zeros - fives, odd, others };
}

function isPreferred({ n, zeros, fives, rest, odd, others }: LastDigits): boolean {
  const isEven =
    Math.max(...others) <= 2.5 * (rest / 8) + 5 && others.filter((one) => one > 0).length >= 6;
  // Where all values end alike it is the step of the instrument, and no preference.
  if (!isEven || rest < 0.05 * n || isOfProducts(rest - odd, odd)) return false;
  const ofBoth = (zeros + fives) / n;
  const ofZero = zeros / n;
  const isBoth = ofBoth >= 0.38 && (ofBoth - 0.2) / Math.sqrt(0.16 / n) > 6;
  const isZero = ofZero >= 0.25 && (ofZero - 0.1) / Math.sqrt(0.09 / n) > 6;
  return isBoth || isZero;
}

/** Products of whole numbers end in 0 in 27 %, and in 2, 4, 6 or 8 three times as often as in 1, 3, 7 or 9. */
const isOfProducts = (even: number, odd: number): boolean =>
  even > 1.5 * odd && even - odd > 4 * Math.sqrt(even + odd);

const isWrittenWith = (sorted: Float64Array, places: number): boolean => {
  const scale = 10 ** places;
  let off = 0;
  for (const value of sorted)
    if (
      Math.abs(value * scale - Math.round(value * scale)) >
      1e-6 * Math.max(1, Math.abs(value * scale) * 1e-6)
    )
      off++;
  return off <= 0.005 * sorted.length;
};

/**
 * First digits against Benford's law, of positive values over several orders of magnitude: the mean
 * absolute deviation is over 0.015 (nonconformity, Nigrini 2012) and χ² has p below 10⁻⁶. Not where
 * a category says of which order a value is, as the kind of an animal does: the orders are few then.
 */
export function benford(facts: NumberFacts, categories: readonly LevelFacts[]): Alert | null {
  const { name, sorted, figures } = facts;
  const positive = sorted.filter((value) => value > 0);
  const others = sorted.length - figures.zeros;
  if (positive.length < fewestForBenford || positive.length < 0.95 * others) return null;
  if (categories.some((category) => isOfFewOrders(facts, category))) return null;
  if (looksLikeId(name, 'number', figures.storage)) return null;
  const logs = positive.map(Math.log10);
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  const spread = Math.sqrt(
    logs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (logs.length - 1),
  );
  if (spread < 0.5 || quantileOf(logs, 0.99) - quantileOf(logs, 0.01) < 2.3) return null;
  const counts = Array.from({ length: 9 }, () => 0);
  for (const value of positive) {
    const first = Number(value.toExponential()[0]);
    counts[first - 1] = (counts[first - 1] ?? 0) + 1;
  }
  const n = positive.length;
  const shares = counts.map((_, i) => Math.log10(1 + 1 / (i + 1)));
  const deviation =
    counts.reduce((sum, count, i) => sum + Math.abs(count / n - (shares[i] ?? 0)), 0) / 9;
  const chi = counts.reduce(
    (sum, count, i) => sum + (count - n * (shares[i] ?? 0)) ** 2 / (n * (shares[i] ?? 1)),
    0,
  );
  if (deviation <= 0.015 || chiSquareSurvival(chi, 8) > 1e-6) return null;
  const [most] = counts
    .map((count, i) => ({ digit: i + 1, share: count / n, expected: shares[i] ?? 0 }))
    .toSorted((a, b) => Math.abs(b.share - b.expected) - Math.abs(a.share - a.expected));
  return sayAlert([name], {
    kind: 'benford',
    severity: 'medium',
    measure: deviation,
    threshold: 0.015,
    said: `First digits of ${name} are not as Benford’s law has them: ${percent(most?.share ?? 0)} begin with ${most?.digit ?? 1}, where ${percent(most?.expected ?? 0)} would.`,
    fix: 'Look for limits, rounding or one rule behind many rows; ask how the amounts came about.',
  });
}

/** Whether the groups differ in their logarithms by more than the values within them. */
function isOfFewOrders({ values }: NumberFacts, { codes, levels }: LevelFacts): boolean {
  const groups = levels.map(() => ({ n: 0, sum: 0 }));
  let [n, sum, squares] = [0, 0, 0];
  values.forEach((value, i) => {
    const group = groups[codes[i] ?? NaN];
    if (group === undefined || !(value > 0)) return;
    const log = Math.log(value);
    group.n++;
    group.sum += log;
    n++;
    sum += log;
    squares += log ** 2;
  });
  const used = groups.filter((group) => group.n > 0);
  if (used.length < 2 || n < 5 * used.length) return false;
  const all = squares - sum ** 2 / n;
  const between = used.reduce((total, one) => total + one.sum ** 2 / one.n, 0) - sum ** 2 / n;
  return between > 0.5 * all;
}
