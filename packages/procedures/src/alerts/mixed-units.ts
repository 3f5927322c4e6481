import type { Alert } from '@columnist/contract';
import type { Outlying } from './outlying-group.ts';
import { col, counted, sayAlert } from './say-alert.ts';
import { percent } from '../words.ts';
import { lostDecimals } from './lost-decimals.ts';
import { valuesInAnotherUnit } from './values-in-another-unit.ts';
import { quantileOf, type LevelFacts, type NumberFacts } from './read-facts.ts';
import { unitsOf, type NamedUnits } from './units.ts';

/** Factors of which a name need not say the units: a decimal point or a prefix that was moved. */
const powers = [10, 100, 1000];
const fewest = 30;
/** Heaps of a few whole numbers have valleys between any two. */
const fewestDistinct = 25;

interface Split {
  /** The two units; null where the name says nothing of them. */
  readonly units: string | null;
  readonly factor: number | null;
  /** The unit of the column, by its name. */
  readonly own: string | null;
  /** The bound between the two, and whether the part in another unit lies above it. */
  readonly bound: number;
  readonly isAbove: boolean;
  /** Whether values near the bound may belong to either part. */
  readonly isOverlapping: boolean;
  /** The other part in the unit of the column, else of most rows, as an expression of the column. */
  readonly mended: string;
}

/**
 * Two heaps of values with a valley between them, whose medians differ by a factor and whose shapes
 * are alike. The name of the column says which units can have that factor; without one only powers
 * of ten count, and no unit is named. One group that is off is left to the alert of groups.
 */
export function mixedUnits(
  facts: NumberFacts,
  categories: readonly LevelFacts[],
  outlying: Outlying | null,
): Alert | null {
  const { name, sorted, figures } = facts;
  if (sorted.length < fewest || figures.distinct < fewestDistinct) return null;
  const split = splitOf(facts);
  if (split === null) return byDecimals(facts, categories);
  if (isNatural(facts, split, categories)) return null;
  if (outlying !== null && isOfGroup(facts, split, outlying)) return null;
  const { units, factor, own, bound, isAbove, isOverlapping, mended } = split;
  const n = sorted.reduce((sum, value) => sum + (isOther(split, value) ? 1 : 0), 0);
  const other = isAbove
    ? `${col(name)} > ${bound}`
    : `${factor === null ? '' : `${col(name)} > 0 and `}${col(name)} < ${bound}`;
  const place = `${isAbove ? 'above' : 'below'} ${shortBound(bound)}`;
  const part = sorted.length === figures.n ? counted(n, 'value') : 'a part of the values';
  const differ =
    units === null
      ? `differ from the others by the factor ${String(factor)}`
      : `differ from the others as ${units} do`;
  return sayAlert([name], {
    kind: 'mixed_units',
    severity: 'high',
    count: sorted.length === figures.n ? n : null,
    measure: n / sorted.length,
    rows: other,
    sort: [{ column: name, direction: isAbove ? 'descending' : 'ascending' }],
    said: `${name} seems to mix ${units === null ? 'two scales' : 'units'}: ${part} ${place} ${differ}.${isOverlapping ? ` The two overlap: near ${shortBound(bound)} a value may belong to either.` : ''}`,
    fix: `Ask which ${units === null ? 'scale' : 'unit'} each source used, and bring all rows to one.`,
    remedy: isOverlapping
      ? null
      : {
          said: `Derive a column in ${own ?? `the ${units === null ? 'scale' : 'unit'} of most rows`}`,
          view: {
            derive: [
              {
                name: `${name} ${units === null ? 'on one scale' : 'in one unit'}`,
                expression: `if(${other}, ${mended}, ${col(name)})`,
              },
            ],
          },
        },
  });
}

/** Whole numbers among values with decimals: which of them are in the other unit is not seen. */
function byDecimals(facts: NumberFacts, categories: readonly LevelFacts[]): Alert | null {
  const { name, sorted, figures } = facts;
  const named = unitsOf(name);
  const pairs = named?.pairs.filter(({ large }) => named.own === null || named.own === large) ?? [];
  const found = lostDecimals(
    sorted,
    pairs.length === 0 ? powers : pairs.map(({ factor }) => factor),
  );
  if (found === null || categories.some((one) => isOfKinds(facts, one, found.factor))) return null;
  const pair = pairs.find(({ factor }) => factor === found.factor);
  const differ =
    pair === undefined
      ? `by the factor ${found.factor} as well`
      : `as ${pair.small.said} and ${pair.large.said} do`;
  return sayAlert([name], {
    kind: 'mixed_units',
    severity: 'high',
    count: sorted.length === figures.n ? found.n : null,
    measure: found.n / sorted.length,
    rows: `${col(name)} = round(${col(name)}) and ${col(name)} != 0`,
    sort: [{ column: name, direction: 'descending' }],
    said: [
      `${name} seems to mix ${pair === undefined ? 'two scales' : 'units'}:`,
      `${percent(found.n / sorted.length)} are whole numbers, the others have decimals,`,
      `and they differ ${differ}. A few may be whole by chance.`,
    ].join(' '),
    fix: `Ask which ${pair === undefined ? 'scale' : 'unit'} each source used, and bring all rows to one.`,
  });
}

/** Whether a value is in the other unit; logarithms know no values up to 0. */
const isOther = ({ bound, isAbove, factor }: Split, value: number): boolean =>
  isAbove ? value > bound : value < bound && (factor === null || value > 0);

const shortBound = (bound: number): string =>
  bound.toLocaleString('en', { maximumSignificantDigits: 3 });

function splitOf(facts: NumberFacts): Split | null {
  const named = unitsOf(facts.name);
  const factors = [...new Set(named?.pairs.map(({ factor }) => factor))];
  return (
    (named?.quantity === 'temperature' ? degreesOf(facts, named) : null) ??
    scalesOf(facts, factors, named) ??
    scalesOf(facts, powers, null)
  );
}

/** Two heaps on the scale of logarithms. */
function scalesOf(
  { name, sorted }: NumberFacts,
  factors: readonly number[],
  named: NamedUnits | null,
): Split | null {
  const positive = sorted.filter((value) => value > 0);
  if (positive.length < 0.9 * sorted.length || positive.length < fewest) return null;
  const logs = positive.map(Math.log);
  for (const factor of factors)
    for (const isSmallerAbove of [true, false]) {
      const shift = Math.log(factor) * (isSmallerAbove ? 1 : -1);
      const found = valuesInAnotherUnit(
        logs,
        shift,
        isSmallerAbove,
        (median) => median + shift,
        0.6,
      );
      if (found === null) continue;
      const own = named?.own ?? null;
      const pairs = named?.pairs.filter((pair) => pair.factor === factor) ?? [];
      // A unit with two neighbours of one factor, as grams have: most rows are in it.
      const pair =
        pairs.find(({ small, large }) => own === (isSmallerAbove ? large : small)) ?? pairs[0];
      const isAbove = own === null || pair === undefined ? isSmallerAbove : own === pair.large;
      return {
        units: pair === undefined ? null : `${pair.small.said} and ${pair.large.said}`,
        factor,
        own: own?.said ?? null,
        isAbove,
        bound: Number(Math.exp(found.bound).toPrecision(6)),
        isOverlapping: found.isOverlapping,
        mended: `${col(name)} ${isAbove ? '/' : '*'} ${factor}`,
      };
    }
  return null;
}

/** Two heaps of degrees. */
function degreesOf({ name, sorted }: NumberFacts, { own }: NamedUnits): Split | null {
  for (const isSmallerAbove of [true, false]) {
    const turned = (degrees: number): number =>
      isSmallerAbove ? 1.8 * degrees + 32 : (degrees - 32) / 1.8;
    const median = quantileOf(sorted, 0.5);
    const found = valuesInAnotherUnit(
      sorted,
      turned(median) - median,
      isSmallerAbove,
      turned,
      Infinity,
    );
    if (found === null) continue;
    // The part above is always in Fahrenheit: above −40 its numbers are the larger.
    const isAbove = own === null ? isSmallerAbove : own.written.includes('c');
    return {
      units: 'degrees Fahrenheit and Celsius',
      factor: null,
      own: own?.said ?? null,
      isAbove,
      bound: Number(found.bound.toPrecision(6)),
      isOverlapping: found.isOverlapping,
      mended: isAbove ? `(${col(name)} - 32) / 1.8` : `1.8 * ${col(name)} + 32`,
    };
  }
  return null;
}

/** Small factors are also what kinds of things differ by: whether a category says which is which. */
function isNatural(
  { values }: NumberFacts,
  split: Split,
  categories: readonly LevelFacts[],
): boolean {
  return categories.some(({ codes, levels }) => {
    const counts = levels.map(() => ({ other: 0, all: 0 }));
    values.forEach((value, i) => {
      const count = counts[codes[i] ?? NaN];
      if (count === undefined || Number.isNaN(value)) return;
      count.all++;
      if (isOther(split, value)) count.other++;
    });
    const others = counts.reduce((sum, { other }) => sum + other, 0);
    const inOwn = counts.reduce((sum, { other, all }) => sum + (other > 0.9 * all ? other : 0), 0);
    return others > 0 && inOwn >= 0.8 * others;
  });
}

/**
 * Whether whole numbers are as large as the others of their kind, as the sums of what has a whole
 * price are: their distance within the groups of a category is less than half of the factor.
 */
function isOfKinds(
  { values }: NumberFacts,
  { codes, levels }: LevelFacts,
  factor: number,
): boolean {
  const groups = levels.map(() => ({ whole: 0, ofWhole: 0, broken: 0, ofBroken: 0 }));
  values.forEach((value, i) => {
    const group = groups[codes[i] ?? NaN];
    if (group === undefined || !(value > 0)) return;
    if (Number.isInteger(value)) {
      group.whole++;
      group.ofWhole += Math.log(value);
    } else {
      group.broken++;
      group.ofBroken += Math.log(value);
    }
  });
  const wholes = groups.reduce((sum, { whole }) => sum + whole, 0);
  const both = groups.filter(({ whole, broken }) => whole > 0 && broken > 0);
  const compared = both.reduce((sum, { whole }) => sum + whole, 0);
  const apart = both.reduce(
    (sum, { whole, ofWhole, broken, ofBroken }) => sum + ofWhole - (whole * ofBroken) / broken,
    0,
  );
  return wholes > 0 && (compared < 0.5 * wholes || apart < 0.5 * compared * Math.log(factor));
}

/** Whether most of the other values are of one group that is far from all the others. */
function isOfGroup(
  { values }: NumberFacts,
  split: Split,
  { category: { codes, levels }, group }: Outlying,
): boolean {
  const code = levels.indexOf(group);
  let [others, inGroup] = [0, 0];
  values.forEach((value, i) => {
    if (!isOther(split, value)) return;
    others++;
    if (codes[i] === code) inGroup++;
  });
  return inGroup > 0.5 * others;
}
