import type { Alert } from '@columnist/contract';
import { col, counted, sayAlert } from './say-alert.ts';
import { quantileOf, type LevelFacts, type NumberFacts } from './read-facts.ts';

/** Factors between units that people mix. */
const factors = [
  { factor: 1.609344, units: 'kilometres and miles' },
  { factor: 2.204623, units: 'pounds and kilograms' },
  { factor: 2.54, units: 'centimetres and inches' },
  { factor: 3.28084, units: 'feet and metres' },
  { factor: 10, units: 'millimetres and centimetres' },
  { factor: 12, units: 'months and years' },
  { factor: 25.4, units: 'millimetres and inches' },
  { factor: 28.3495, units: 'grams and ounces' },
  { factor: 60, units: 'minutes and hours' },
  { factor: 100, units: 'centimetres and metres' },
  { factor: 1000, units: 'grams and kilograms' },
] as const;
const temperature = /temp|celsius|fahrenheit|fever/i;
const fewest = 30;
/** Heaps of a few whole numbers have valleys between any two. */
const fewestDistinct = 25;

interface Split {
  readonly units: string;
  /** The bound between the two, and whether the smaller part lies above it. */
  readonly bound: number;
  readonly isAbove: boolean;
  readonly n: number;
  /** The other part in the unit of most rows, as an expression of the column. */
  readonly mended: string;
}

/**
 * Two heaps of values with a valley between them, whose medians differ by the factor of two units
 * and whose shapes are alike.
 */
export function mixedUnits(facts: NumberFacts, categories: readonly LevelFacts[]): Alert | null {
  const { name, sorted, figures } = facts;
  const split = sorted.length < fewest || figures.distinct < fewestDistinct ? null : splitOf(facts);
  if (split === null || isNatural(facts, split, categories)) return null;
  const { units, bound, isAbove, n, mended } = split;
  const other = isAbove
    ? `${col(name)} > ${bound}`
    : `${col(name)} < ${bound} and ${col(name)} != 0`;
  return sayAlert([name], {
    kind: 'mixed_units',
    severity: 'high',
    count: sorted.length === figures.n ? n : null,
    measure: n / sorted.length,
    rows: other,
    sort: [{ column: name, direction: isAbove ? 'descending' : 'ascending' }],
    said: `${name} seems to mix units: ${sorted.length === figures.n ? counted(n, 'value') : 'a part of the values'} ${isAbove ? 'above' : 'below'} ${shortBound(bound)} differ from the others as ${units} do.`,
    fix: 'Ask which unit each source used, and bring all rows to one unit.',
    remedy: {
      said: 'Derive a column in the unit of most rows',
      view: {
        derive: [
          { name: `${name} in one unit`, expression: `if(${other}, ${mended}, ${col(name)})` },
        ],
      },
    },
  });
}

const shortBound = (bound: number): string =>
  bound.toLocaleString('en', { maximumSignificantDigits: 3 });

function splitOf({ name, sorted }: NumberFacts): Split | null {
  const positive = sorted.filter((value) => value > 0);
  if (positive.length >= 0.9 * sorted.length && positive.length >= fewest) {
    const logs = positive.map(Math.log);
    for (const { factor, units } of factors)
      for (const isAbove of [true, false]) {
        const shift = Math.log(factor) * (isAbove ? 1 : -1);
        const found = heaps(logs, shift, isAbove, (median) => median + shift, 0.6);
        if (found !== null)
          return {
            units,
            isAbove,
            n: found.n,
            bound: Number(Math.exp(found.bound).toPrecision(6)),
            mended: `${col(name)} ${isAbove ? '/' : '*'} ${factor}`,
          };
      }
  }
  if (!temperature.test(name)) return null;
  for (const isAbove of [true, false]) {
    const turned = (degrees: number): number =>
      isAbove ? 1.8 * degrees + 32 : (degrees - 32) / 1.8;
    const median = quantileOf(sorted, 0.5);
    const found = heaps(sorted, turned(median) - median, isAbove, turned, Infinity);
    if (found !== null)
      return {
        units: 'degrees Fahrenheit and Celsius',
        isAbove,
        n: found.n,
        bound: Number(found.bound.toPrecision(6)),
        mended: isAbove ? `(${col(name)} - 32) / 1.8` : `1.8 * ${col(name)} + 32`,
      };
  }
  return null;
}

/** The values beyond the middle between a median and where another unit puts it, if they are a heap. */
function heaps(
  sorted: Float64Array,
  shift: number,
  isAbove: boolean,
  turned: (median: number) => number,
  widest: number,
): { bound: number; n: number } | null {
  if (isAbove !== shift > 0) return null;
  const parts = (bound: number): [rest: Float64Array, other: Float64Array] => {
    const at = firstAbove(sorted, bound);
    const [below, above] = [sorted.subarray(0, at), sorted.subarray(at)];
    return isAbove ? [below, above] : [above, below];
  };
  // The median of all is drawn towards the other heap; a second look is of the larger one alone.
  let bound = quantileOf(sorted, 0.5) + shift / 2;
  for (let look = 0; look < 3; look++) {
    const [rest] = parts(bound);
    const median = quantileOf(rest, 0.5);
    bound = (median + turned(median)) / 2;
  }
  const [rest, other] = parts(bound);
  const n = other.length;
  if (n < 3 || n < 0.005 * sorted.length || n > 0.5 * sorted.length) return null;
  const median = quantileOf(rest, 0.5);
  const gap = Math.abs(turned(median) - median);
  const middle = quantileOf(other, 0.5);
  const [wide, narrow] = [spreadOf(rest), spreadOf(other)];
  if (gap < 2.8 * wide || (wide > widest && gap < 6 * wide)) return null;
  const allowed = 0.04 * gap + (2.5 * Math.max(wide, narrow)) / Math.sqrt(n);
  if (Math.abs(middle - turned(median)) > Math.min(allowed, 0.15 * gap + 0.02)) return null;
  if (n >= 12 && (narrow > 2.5 * wide || narrow < 0.35 * wide)) return null;
  const around = (place: number): number => {
    const half = 0.13 * gap;
    return firstAbove(sorted, place + half) - firstAbove(sorted, place - half);
  };
  const between = [-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15].map((share) =>
    around(bound + share * gap),
  );
  const [valley, heap, high] = [Math.min(...between), around(middle), around(median)];
  const isDeep = heap - valley > 2.3 * Math.sqrt(heap + valley) && high > 2 * valley;
  const isEmpty = valley === 0 && 8 * wide < gap;
  return isDeep || isEmpty ? { bound, n } : null;
}

const spreadOf = (sorted: Float64Array): number =>
  (quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25)) / 1.349;

function firstAbove(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Small factors are also what kinds of things differ by: whether a category says which is which. */
function isNatural(
  { values }: NumberFacts,
  { bound, isAbove }: Split,
  categories: readonly LevelFacts[],
): boolean {
  return categories.some(({ codes, levels }) => {
    const counts = levels.map(() => ({ other: 0, all: 0 }));
    values.forEach((value, i) => {
      const count = counts[codes[i] ?? NaN];
      if (count === undefined || Number.isNaN(value)) return;
      count.all++;
      if (isAbove ? value > bound : value < bound) count.other++;
    });
    const others = counts.reduce((sum, { other }) => sum + other, 0);
    const inOwn = counts.reduce((sum, { other, all }) => sum + (other > 0.9 * all ? other : 0), 0);
    return others > 0 && inOwn >= 0.8 * others;
  });
}
