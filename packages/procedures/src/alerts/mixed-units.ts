import type { Alert } from '@columnist/contract';
import type { Outlying } from './outlying-group.ts';
import { col, counted, sayAlert } from './say-alert.ts';
import { percent } from '../words.ts';
import {
  isFollowed,
  isNatural,
  isOfGroup,
  isOfKinds,
  isOther,
  type Split,
} from './natural-heaps.ts';
import { lostDecimals } from './lost-decimals.ts';
import { valuesInAnotherUnit } from './values-in-another-unit.ts';
import { quantileOf, type LevelFacts, type NumberFacts } from './read-facts.ts';
import { unitsOf, type NamedUnits } from './units.ts';

/** Factors of which a name need not say the units: a decimal point or a prefix that was moved. */
const powers = [10, 100, 1000];
const fewest = 30;
/** Heaps of a few whole numbers have valleys between any two. */
const fewestDistinct = 25;
/** Unless there is nothing between them and the name says the units. */
const fewestOfNamed = 12;

/**
 * Two heaps of values with a valley between them, whose medians differ by a factor and whose shapes
 * are alike. The name of the column says which units can have that factor; without one only powers
 * of ten count, and no unit is named. One group that is off is left to the alert of groups.
 */
export function mixedUnits(
  facts: NumberFacts,
  categories: readonly LevelFacts[],
  outlying: Outlying | null,
  numbers: readonly NumberFacts[],
): Alert | null {
  const { name, sorted, figures } = facts;
  if (sorted.length < fewest || figures.distinct < fewestOfNamed) return null;
  const split = splitOf(facts);
  const isFine =
    figures.distinct >= fewestDistinct ||
    (split !== null && split.units !== null && !split.isOverlapping);
  if (!isFine || (split !== null && isFollowed(facts, split, numbers))) return null;
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
