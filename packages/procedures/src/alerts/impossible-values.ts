import type { Alert } from '@columnist/contract';
import { col, counted, sayAlert, setMissing } from './say-alert.ts';
import { quantileOf, type NumberFacts } from './read-facts.ts';
import { zerosBelowScale } from './zeros-below-scale.ts';

/** Quantities that cannot be negative, by the name of their column. */
const quantity =
  /(^|[^a-z])(age|weight|height|mass|length|width|depth|thickness|area|volume|duration|distance|count|size|bmi|pressure|glucose|insulin|population|pop)([^a-z]|$)/i;
export const change =
  /change|diff|delta|growth|delay|profit|balance|temp|error|resid|score_z|lat|lon/i;
/** What every thing has. */
const sizes =
  /(^|[^a-z])(weight|height|mass|length|width|depth|thickness|area|volume|diameter|gewicht|masse|länge|breite|fläche|volumen|poids|peso|surface|superficie)([^a-z]|$)/i;
const [rareSizes, fewestSizes, stepsFrom0] = [0.01, 50, 10];
const [rareBelow, fewestBelow] = [0.02, 100];
const fewestDistinct = 10;
/** Amounts that are nothing where there is none: no fee, no discount, no time beyond the usual. */
const optional =
  /price|cost|fee|bonus|discount|rebate|tip|tax|vat|pct|percent|rate|share|shipping|amount|paid|extra|over ?_?time|dose|prize|rabatt|steuer/i;
const fewestLevels = 3;
const rareZeros = 0.05;

/**
 * Zeros below a scale or counts from 1 on, or among values that do not come near 0: their 1 %
 * quantile is further from 0 than the median is from it.
 */
export function impossibleZeros(facts: NumberFacts, others: readonly NumberFacts[]): Alert | null {
  const below = zerosBelowScale(facts, others);
  if (below !== null) return sayZeros(facts, 'medium', below);
  return isFarFromOthers(facts) ? sayZeros(facts, 'high', 'though no other value is near 0') : null;
}

function isFarFromOthers({ name, figures, sorted }: NumberFacts): boolean {
  const { zeros, negatives, n, distinct } = figures;
  const isQuantity = quantity.test(name);
  if (zeros === 0 || negatives > 0.01 * n || zeros > (isQuantity ? 0.5 : 0.1) * n) return false;
  const positive = sorted.filter((value) => value > 0);
  if (positive.length < fewestDistinct) return false;
  if (distinct < fewestDistinct) return isNoLevel(name, zeros / n, positive);
  if (isNoSize(name, zeros / n, positive) || isFarBelow(name, zeros / n, positive)) return true;
  const low = quantileOf(positive, 0.01);
  const median = quantileOf(positive, 0.5);
  return low > (isQuantity ? 0.4 : 1) * (median - low);
}

/**
 * Of what every thing has, such as a weight, whether a few are 0 that no rounding made so: all others
 * are many steps of rounding away from it.
 */
function isNoSize(name: string, share: number, positive: Float64Array): boolean {
  if (!sizes.test(name) || change.test(name)) return false;
  if (share > rareSizes || positive.length < fewestSizes) return false;
  const step = [1, 0.1, 0.01, 0.001].find((unit) =>
    positive.every((value) => Math.abs(value / unit - Math.round(value / unit)) < 1e-6),
  );
  return step !== undefined && (positive[0] ?? 0) >= stepsFrom0 * step;
}

/**
 * Whether a few zeros are far below amounts with a long tail, which reach lower than their middle:
 * the least is a fifth of the median, and far from 0 beside the distances between the lowest.
 */
function isFarBelow(name: string, share: number, positive: Float64Array): boolean {
  if (optional.test(name) || change.test(name)) return false;
  if (share > rareBelow || positive.length < fewestBelow) return false;
  const least = positive[0] ?? 0;
  // Of counts many are equal: how far apart they can be is seen between those that differ.
  const levels = [...new Set(positive)];
  const lowest = levels.slice(0, Math.max(5, Math.ceil(0.01 * levels.length)));
  const widest = lowest.reduce(
    (most, value, i) => Math.max(most, value - (lowest[i - 1] ?? value)),
    0,
  );
  return least >= 0.2 * quantileOf(positive, 0.5) && least >= 3 * widest;
}

function sayZeros(
  { name, figures: { zeros, n } }: NumberFacts,
  severity: Alert['severity'],
  although: string,
): Alert {
  return sayAlert([name], {
    kind: 'impossible_zeros',
    severity,
    count: zeros,
    measure: zeros / n,
    rows: `${col(name)} = 0`,
    sort: [{ column: name, direction: 'ascending' }],
    said: `${name} is 0 in ${counted(zeros, 'row')}, ${although}.`,
    fix: 'If 0 says that nothing was measured, set it to missing.',
    remedy: setMissing(name, [0], '0'),
  });
}

/**
 * Of few levels, whether 0 is not one more: it is rare, the lowest level is further from it than any
 * two are from one another, and it is no amount that may be left out, such as a fee.
 */
function isNoLevel(name: string, share: number, positive: Float64Array): boolean {
  const levels = [...new Set(positive)];
  const widest = levels.reduce(
    (most, level, i) => (i === 0 ? most : Math.max(most, level - (levels[i - 1] ?? level))),
    0,
  );
  return (
    levels.length >= fewestLevels &&
    share <= rareZeros &&
    !optional.test(name) &&
    (levels[0] ?? 0) >= 1.5 * widest
  );
}

/**
 * A few negative values among positive ones, as large without their sign as the others are, or
 * beyond a gap: the ends of a distribution that passes 0 are near 0 instead.
 */
export function impossibleSigns({ name, figures, sorted, lowest }: NumberFacts): Alert | null {
  const { negatives, n, distinct } = figures;
  if (negatives === 0 || negatives > 0.05 * n || distinct < fewestDistinct) return null;
  const positive = sorted.filter((value) => value > 0);
  if (positive.length < 0.9 * sorted.length) return null;
  const below = lowest
    .filter((value) => value < 0)
    .map(Math.abs)
    .toSorted((a, b) => a - b);
  const isFarFrom0 =
    quantileOf(below, 0.5) >= quantileOf(positive, 0.25) ||
    (below[0] ?? 0) + (positive[0] ?? 0) > 0.75 * (quantileOf(positive, 0.5) - (positive[0] ?? 0));
  const isQuantity = quantity.test(name) && !change.test(name);
  if (!isFarFrom0 && !isQuantity) return null;
  const values = [...new Set(lowest.filter((value) => value < 0))];
  const isListed = negatives === below.length;
  return sayAlert([name], {
    kind: 'impossible_signs',
    severity: 'high',
    count: negatives,
    measure: negatives / n,
    rows: `${col(name)} < 0`,
    sort: [{ column: name, direction: 'ascending' }],
    said: `${name} is below 0 in ${counted(negatives, 'row')}, while all others are 0 or above.`,
    fix: 'Compare with the source: a sign typed by mistake, or a code for a missing value.',
    remedy: isListed ? setMissing(name, values, 'values below 0') : null,
  });
}
