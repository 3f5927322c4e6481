import type { Alert } from '@columnist/contract';
import { nameWords, wordsOf } from '@columnist/tables/admission/column-names';
import { literal } from '@columnist/tables/database/sql';
import { dayOf, isOneOf } from './date-filters.ts';
import { firstPlaces } from './first-places.ts';
import { daysOf, isoOf, outermost, type DateFacts } from './read-dates.ts';
import { quantileOf, type TableFacts } from './read-facts.ts';
import { col, counted, sayAlert, txt } from './say-alert.ts';

const fewest = 20;
const daysOfYear = 365;
const recodedAtMost = 60;
const daysOfGap = 60;
const msOfDay = 86_400_000;
/** What is still to come, by the words of column names. */
const ahead = wordsOf(
  'due deadline expiry expires expiration expected planned plan scheduled schedule forecast next',
  'until valid maturity renewal appointment target end ends finish release booking reservation',
  'check checkout checkin stay travel departure arrival delivery eta event session payment horizon',
  'fällig faellig ablauf geplant bis termin frist gültig ende nächste prévu échéance fin próximo',
  'vencimiento scadenza prossimo',
);

interface Far {
  readonly side: 'low' | 'high';
  /** Outermost first, in days, as often as they occur. */
  readonly values: readonly number[];
}

/** What is far from the other dates of a column: each date is named by one alert. */
export interface DatesApart {
  readonly alerts: readonly Alert[];
  /** A filter of these rows; null where there are none. */
  readonly rows: string | null;
  /** The dates that are not far, in days; nothing of a column with too few of them. */
  readonly from: number;
  readonly to: number;
}

/** Whether a day is known and not far from the others of its column. */
export const isAmong = (day: number, apart: DatesApart | undefined): boolean =>
  apart === undefined ? !Number.isNaN(day) : day >= apart.from && day <= apart.to;

/** Conditions that leave out the dates of these columns that are far from the others. */
export const withoutApart = (
  dates: readonly DateFacts[],
  apart: ReadonlyMap<string, DatesApart>,
): string[] =>
  dates.flatMap(({ name }) => {
    const rows = apart.get(name)?.rows ?? null;
    return rows === null ? [] : [`not (${rows})`];
  });

/** Placeholders such as 9999-12-31, and dates years before or after all others. */
export async function datesApart(table: TableFacts, facts: DateFacts): Promise<DatesApart> {
  const dates = new Set(facts.placeholders.map(({ date }) => daysOf(date)));
  const ordinary = facts.days
    .filter((day) => !Number.isNaN(day) && !dates.has(Math.floor(day)))
    .sort();
  if (ordinary.length < fewest) return { alerts: [], rows: null, from: -Infinity, to: Infinity };
  const codes = facts.placeholders.filter((one) => isPlaceholder(one, facts, ordinary));
  const kept = facts.placeholders.filter((one) => !codes.includes(one));
  const lowest = withKept(facts.lowest, kept, (a, b) => a - b);
  const highest = withKept(facts.highest, kept, (a, b) => b - a);
  const late = farAt('high', highest, ordinary);
  const ofFuture = inFuture(facts, highest);
  // Dates that are years from the others are said to be so, unless more of them are yet to come.
  const isFuture = ofFuture.length > (late[0]?.values.length ?? 0);
  const far = [
    ...farAt('low', lowest, ordinary),
    ...(isFuture ? [{ side: 'high' as const, values: ofFuture }] : late),
  ];
  const from = lowest[far.find(({ side }) => side === 'low')?.values.length ?? 0] ?? -Infinity;
  const to = highest[far.find(({ side }) => side === 'high')?.values.length ?? 0] ?? Infinity;
  const named = codes.map(({ date }) => date);
  const filters = [
    ...(named.length > 0 ? [isOneOf(facts, named)] : []),
    ...far.map((one) => beyond(facts, one, named)),
  ];
  return {
    alerts: [
      ...(codes.length > 0 ? [sayPlaceholders(facts, codes, [from, to])] : []),
      ...(far.length > 0 ? [await sayFar(table, facts, far, named, [from, to], isFuture)] : []),
    ],
    rows: filters.length === 0 ? null : filters.join(' or '),
    from,
    to,
  };
}

/** A usual placeholder outside the other dates by a year: three times, or by more than their reach. */
function isPlaceholder(
  { date, n }: DateFacts['placeholders'][number],
  { lowest, highest }: DateFacts,
  ordinary: Float64Array,
): boolean {
  const day = daysOf(date);
  const [first = NaN, last = NaN] = [lowest[0], highest[0]];
  const near = day < first ? first : last;
  if (day >= first && day <= last) return false;
  const gap = Math.abs(day - near);
  return gap > daysOfYear && (n >= 3 || gap > Math.abs(near - quantileOf(ordinary, 0.5)));
}

/**
 * Dates beyond a gap of a year that is also twice as wide as the distance from the median to the
 * last ordinary date, and wide on a scale that draws long tails in.
 */
function farAt(side: Far['side'], ends: readonly number[], ordinary: Float64Array): Far[] {
  const median = quantileOf(ordinary, 0.5);
  const spread = Math.abs(quantileOf(ordinary, side === 'low' ? 0.25 : 0.75) - median) / 0.6745;
  const scaled = (distance: number): number => Math.asinh(distance / Math.max(1, spread));
  const few = Math.max(3, Math.floor(0.01 * ordinary.length));
  const atMost = Math.min(ends.length - 1, Math.max(few, Math.floor(0.05 * ordinary.length)));
  for (let n = atMost; n >= 1; n--) {
    // One date many times is one slip; as many different ones are a part of the column.
    if (n > few && new Set(ends.slice(0, n).map(isoOf)).size > 3) continue;
    const [inner = NaN, outer = NaN] = [ends[n], ends[n - 1]];
    const [near, far] = [Math.abs(inner - median), Math.abs(outer - median)];
    if (
      far - near > Math.max(daysOfYear, 2 * near) &&
      scaled(far) - scaled(near) > 0.4 * scaled(near)
    )
      return [{ side, values: ends.slice(0, n) }];
  }
  return [];
}

/** Outermost dates with those of the usual placeholders that are as far out. */
function withKept(
  ends: readonly number[],
  kept: DateFacts['placeholders'],
  order: (a: number, b: number) => number,
): readonly number[] {
  const last = ends.length < outermost ? NaN : (ends.at(-1) ?? NaN);
  const days = kept.map(({ date }) => daysOf(date)).filter((day) => !(order(day, last) > 0));
  return [...ends, ...days].toSorted(order);
}

/** The few dates after today of a column of what has happened, apart from the others by two months. */
function inFuture({ name, days }: DateFacts, highest: readonly number[]): readonly number[] {
  if (nameWords(name).some((word) => ahead.has(word))) return [];
  const today = Date.now() / msOfDay;
  const n = highest.findIndex((day) => day <= today + 1);
  const few = Math.max(3, Math.floor(0.01 * days.length));
  const isApart = (highest[n - 1] ?? NaN) - (highest[n] ?? NaN) > daysOfGap;
  return n > 0 && n <= few && n <= 0.05 * days.length && isApart ? highest.slice(0, n) : [];
}

const beyond = (facts: DateFacts, { side, values }: Far, codes: readonly string[]): string => {
  const bound = `${dayOf(facts)} ${side === 'low' ? '<=' : '>='} ${txt(isoOf(values.at(-1) ?? 0))}`;
  return codes.length === 0 ? bound : `${bound} and not (${isOneOf(facts, codes)})`;
};

const between = ([from, to]: readonly [number, number]): string => `${isoOf(from)} to ${isoOf(to)}`;

function sayPlaceholders(
  facts: DateFacts,
  codes: DateFacts['placeholders'],
  others: readonly [number, number],
): Alert {
  const { name } = facts;
  const dates = codes.map(({ date }) => date);
  const n = codes.reduce((sum, one) => sum + one.n, 0);
  return sayAlert([name], {
    kind: 'placeholder_dates',
    severity: 'high',
    count: n,
    rows: isOneOf(facts, dates),
    said: `${name} is ${listOf(dates)} in ${counted(n, 'row')}, far from all other dates (${between(others)}).`,
    fix: 'If it says that there is no date, or none yet, set it to missing.',
    remedy: withoutDates(facts, dates, isOneOf(facts, dates)),
  });
}

async function sayFar(
  { reader }: TableFacts,
  facts: DateFacts,
  far: readonly Far[],
  codes: readonly string[],
  others: readonly [number, number],
  isFuture: boolean,
): Promise<Alert> {
  const { name, field } = facts;
  const values = far.flatMap((one) => one.values);
  const dates = [...new Set(values.map(isoOf))];
  const rows = far.map((one) => beyond(facts, one, codes)).join(' or ');
  const places = await firstPlaces(
    reader,
    `${field}::date in (${dates.map((date) => `${literal(date)}::date`).join(', ')})`,
    values.length,
  );
  return sayAlert([name], {
    kind: 'far_dates',
    severity: 'medium',
    count: values.length,
    rows,
    sort: [{ column: name, direction: far[0]?.side === 'low' ? 'ascending' : 'descending' }],
    said: `${name} is ${listOf(dates)} in ${places}, ${isFuture ? `${far.length > 1 ? 'far from the others or ' : ''}in the future, while all other dates are past` : 'years from all other dates'} (${between(others)}).`,
    fix: 'Compare with the source: a digit of the year may be wrong.',
    remedy: dates.length > recodedAtMost ? null : withoutDates(facts, dates, rows),
  });
}

/** Moments are derived: a step that replaces values has no word for a day of them. */
function withoutDates(
  { name, isDay }: DateFacts,
  dates: readonly string[],
  rows: string,
): Alert['remedy'] {
  const said = `Set ${dates.length === 1 ? listOf(dates) : `${dates.length} dates`} to missing`;
  return isDay
    ? {
        said,
        view: {
          clean: [
            {
              step: 'recode',
              column: name,
              values: dates.map((from) => ({ from, to: null })),
              others: 'keep',
            },
          ],
        },
      }
    : {
        said,
        view: {
          derive: [
            {
              name: `${name} without these dates`,
              expression: `if(${rows}, missing, ${col(name)})`,
            },
          ],
        },
      };
}

const listOf = (dates: readonly string[]): string =>
  dates.length > 3
    ? `${dates.slice(0, 3).join(', ')} and ${dates.length - 3} more`
    : dates.join(' and ');
