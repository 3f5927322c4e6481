import type { Alert } from '@columnist/contract';
import { isBoundary } from './sudden-change.ts';
import { quantileOf, type NumberFacts, type TableFacts } from './read-facts.ts';
import { col, counted, sayAlert, someOf } from './say-alert.ts';

const fewest = 60;
const shortestPart = 20;
const fewestDistinct = 3;
const powers = [3, 2, 1, 0, -1, -2, -3] as const;
/** The largest share of values that are round already in the part that is not rounded. */
const roundAtMost = 0.35;

/**
 * Values that are all rounded to a power of ten from one row on, or up to one, while most of the
 * other part are not, and both parts are of the same size: found in one pass for each power.
 */
export function roundingChange(table: TableFacts, facts: NumberFacts): Alert | null {
  const { name, sorted, values } = facts;
  if (sorted.length < fewest) return null;
  const present = values.filter((value) => !Number.isNaN(value));
  for (const power of powers) {
    const isRound = roundTo(power);
    const first = present.findIndex((value) => !isRound(value));
    if (first < 0) continue;
    const last = present.findLastIndex((value) => !isRound(value));
    for (const isAfter of [true, false]) {
      const [rounded, other] = isAfter
        ? [present.subarray(last + 1), present.subarray(0, last + 1)]
        : [present.subarray(0, first), present.subarray(first)];
      if (!isChange(rounded, other, isRound)) continue;
      const place = placeOf(values, isAfter ? last + 1 : first);
      return isBoundary(place, table.categories) ? null : say(table, name, power, place, isAfter);
    }
  }
  return null;

  function isChange(
    rounded: Float64Array,
    other: Float64Array,
    isRound: (value: number) => boolean,
  ): boolean {
    if (rounded.length < shortestPart || other.length < shortestPart) return false;
    if (new Set(rounded).size < fewestDistinct) return false;
    if (other.filter(isRound).length > roundAtMost * other.length) return false;
    const [one, two] = [rounded, other].map((part) => quantileOf(part.map(Math.abs).sort(), 0.5));
    return one !== undefined && two !== undefined && one <= 4 * two && two <= 4 * one;
  }
}

const roundTo =
  (power: number) =>
  (value: number): boolean => {
    const scaled = power >= 0 ? value / 10 ** power : value * 10 ** -power;
    return Math.abs(scaled - Math.round(scaled)) <= 1e-9 * Math.max(1, Math.abs(scaled));
  };

/** The row of the present value with this number, both from 0. */
function placeOf(values: Float64Array, number: number): number {
  let seen = -1;
  return values.findIndex((value) => !Number.isNaN(value) && ++seen === number);
}

function say(
  table: TableFacts,
  name: string,
  power: number,
  place: number,
  isAfter: boolean,
): Alert {
  const row = place * table.every + 1;
  const count = isAfter ? table.rows - row + 1 : row - 1;
  const step = Number((10 ** power).toPrecision(3));
  const to = power === 0 ? 'whole numbers' : `multiples of ${someOf([step])}`;
  const about = table.every === 1 ? '' : 'about ';
  return sayAlert([name], {
    kind: 'rounding_change',
    severity: 'medium',
    count: table.isWhole && table.every === 1 ? count : null,
    measure: row,
    rows: table.isWhole ? `cumulative_sum(1) ${isAfter ? '>=' : '<'} ${row}` : null,
    said: `${name} is rounded ${isAfter ? 'from' : 'before'} ${about}row ${row.toLocaleString('en')}${isAfter ? ' on' : ''}: all values of the ${counted(count, 'row')} are ${to}, most others are not.`,
    fix: `Find out what changed there; compare the two parts only by differences larger than ${someOf([step])}.`,
    remedy: {
      said: 'Derive it rounded alike',
      view: {
        derive: [
          {
            name: `${name} rounded alike`,
            expression:
              power > 0
                ? `round(${col(name)} / ${step}) * ${step}`
                : `round(${col(name)}, ${-power})`,
          },
        ],
      },
    },
  });
}
