import type { Alert } from '@columnist/contract';
import { hasWord, wordsOf } from '@columnist/tables/admission/column-names';
import { dayOf } from './date-filters.ts';
import { isAmong, withoutApart, type DatesApart } from './far-dates.ts';
import { isoOf, type DateFacts } from './read-dates.ts';
import type { NumberFacts, TableFacts } from './read-facts.ts';
import { col, counted, sayAlert } from './say-alert.ts';

const ages = wordsOf('age ages alter âge edad età idade leeftijd alder');
const births = wordsOf(
  'birth birthdate birthday dob born geburt geburtstag geburtsdatum naissance nacimiento nascita',
  'nascimento geboorte geboortedatum',
);
const daysOfYear = 365.2425;
const fewest = 30;
const agreedAtLeast = 0.9;
const wrongAtMost = 0.05;
/** Years from the age to that by the dates which no way of rounding gives. */
const [tooYoung, tooOld] = [-1.5, 2];

interface Reading {
  /** The day in each row at which the age was, and how it is written in a filter and in words. */
  readonly at: (row: number) => number;
  readonly written: string;
  readonly dates: readonly DateFacts[];
  readonly said: string;
}

interface Judged {
  readonly reading: Reading;
  readonly n: number;
  readonly agreed: number;
  readonly wrong: number;
}

/**
 * Ages that no rounding makes of the date of birth, where nearly all others agree with it at one
 * day, or at the date of another column.
 */
export function ageMismatch(table: TableFacts, apart: ReadonlyMap<string, DatesApart>): Alert[] {
  const birth = table.dates.find(({ name }) => hasWord(name, births));
  const age = table.numbers.find(({ name }) => hasWord(name, ages) && !hasWord(name, births));
  if (birth === undefined || age === undefined) return [];
  const born = amongOthers(birth, apart.get(birth.name));
  const readings = [
    ...table.dates
      .filter((one) => one !== birth)
      .map((date) => inColumn(date, apart.get(date.name))),
    ...onOneDay(born, age),
  ];
  const [best] = readings
    .map((reading) => judge(reading, born, age))
    .toSorted((a, b) => b.agreed - a.agreed);
  if (best === undefined || best.n < fewest || best.wrong === 0) return [];
  if (best.agreed < agreedAtLeast * best.n || best.wrong > wrongAtMost * best.n) return [];
  const years = `days_between(${col(birth.name)}, ${best.reading.written}) / ${daysOfYear} - ${col(age.name)}`;
  return [
    sayAlert([age.name, birth.name], {
      kind: 'age_mismatch',
      severity: 'medium',
      count: table.every === 1 ? best.wrong : null,
      measure: best.wrong / best.n,
      rows: [
        `(${years} < ${tooYoung} or ${years} > ${tooOld})`,
        ...withoutApart([birth, ...best.reading.dates], apart),
      ].join(' and '),
      said: `${age.name} is years from what ${birth.name} gives in ${table.every === 1 ? counted(best.wrong, 'row') : 'some rows'}; elsewhere it is the age ${best.reading.said}.`,
      fix: 'Compare with the source: either the age or the date of birth is wrong.',
    }),
  ];
}

const amongOthers = ({ days }: DateFacts, apart: DatesApart | undefined): Float64Array =>
  days.map((day) => (isAmong(day, apart) ? day : NaN));

const inColumn = (date: DateFacts, apart: DatesApart | undefined): Reading => ({
  at: (row) => {
    const day = date.days[row] ?? NaN;
    return isAmong(day, apart) ? day : NaN;
  },
  dates: [date],
  written: dayOf(date),
  said: `at ${date.name}`,
});

/** The last day of the year in which most birthdays by age lie. */
function onOneDay(days: Float64Array, { values }: NumberFacts): Reading[] {
  const birthdays = days
    .map((day, row) => Math.floor(day) + (values[row] ?? NaN) * daysOfYear)
    .filter((day) => !Number.isNaN(day))
    .sort();
  let best = { n: 0, day: NaN };
  let first = 0;
  birthdays.forEach((day, last) => {
    while (day - (birthdays[first] ?? day) > daysOfYear) first++;
    const n = last - first + 1;
    if (n > best.n) best = { n, day };
  });
  if (best.n === 0) return [];
  const day = Math.ceil(best.day);
  return [
    {
      at: () => day,
      dates: [],
      written: `to_date('${isoOf(day)}')`,
      said: `on about ${isoOf(day)}`,
    },
  ];
}

function judge(reading: Reading, days: Float64Array, { values }: NumberFacts): Judged {
  let [n, agreed, wrong] = [0, 0, 0];
  days.forEach((birth, row) => {
    const off =
      (Math.floor(reading.at(row)) - Math.floor(birth)) / daysOfYear - (values[row] ?? NaN);
    if (Number.isNaN(off)) return;
    n++;
    if (off >= -0.6 && off <= 1.1) agreed++;
    if (off < tooYoung || off > tooOld) wrong++;
  });
  return { reading, n, agreed, wrong };
}
