import { alertThresholds, type Alert, type View } from '@columnist/contract';
import { normalQuantile } from '@columnist/statistics';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvOf, type Cells } from './testing-draws.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

const thresholds = alertThresholds.parse({});
type Admitted = Awaited<ReturnType<TestEngine['admit']>>;
const admit = (cells: Cells): Promise<Admitted> => tests.admit(csvOf(cells));
const alertsOf = async (cells: Cells): Promise<Alert[]> => {
  const { table, profilePath } = await admit(cells);
  return (await tests.engine.alerts(table, { thresholds, profile: profilePath })).alerts;
};
const keysOf = async (cells: Cells): Promise<string[]> =>
  (await alertsOf(cells)).map(({ key }) => key);
const rowsOf = async ({ table }: Admitted, view: View) =>
  (await tests.engine.rows(table, { view, limit: 400, offset: 0 })).items;

const list = <One>(n: number, of: (i: number) => One): One[] =>
  Array.from({ length: n }, (_, i) => of(i));
/** 0 … 100 in an order that does not repeat itself. */
const spread = (i: number): number => (i * 37 + 11 * Math.floor(i / 101)) % 101;
/** Sums of four of them: most are in the middle, as measurements are. */
const heaped = (i: number): number =>
  (spread(i) + spread(7 * i + 3) + spread(i * i + 1) + spread(3 * i * i + 5)) / 4;
const recoding = (column: string, ...values: number[]): View => ({
  clean: [
    {
      step: 'recode',
      column,
      values: values.map((from) => ({ from, to: null })),
      others: 'keep',
    },
  ],
});

describe('values in two units', () => {
  test('are named and turned into the unit that the name of the column says', async () => {
    const truth = list(200, (i) => 500 + 4 * Math.round(heaped(i)));
    const admitted = await admit({
      picking_ms: truth.map((ms, i) => (i % 2 === 0 ? ms : ms / 1000)),
      order: list(200, (i) => `o${spread(i)}`),
    });
    const { alerts } = await tests.engine.alerts(admitted.table, { thresholds });
    const found = alerts.find(({ kind }) => kind === 'mixed_units');
    expect(found).toMatchObject({
      severity: 'high',
      count: 100,
      measure: 0.5,
      said: expect.stringMatching(
        /^picking_ms seems to mix units: 100 values below [\d.]+ differ from the others as milliseconds and seconds do\.$/,
      ),
      fix: 'Ask which unit each source used, and bring all rows to one.',
      remedy: { said: 'Derive a column in milliseconds' },
    });
    expect(await rowsOf(admitted, { filter: found?.rows ?? '' })).toHaveLength(100);
    const turned = await rowsOf(admitted, found?.remedy?.view ?? {});
    expect(turned.map((row) => Math.round(Number(row.at(-1))))).toEqual(truth);
  });

  test.each([
    ['height_cm', 2.54, 'below', 'inches', 'centimetres and inches do', 'centimetres'],
    ['commute_minutes', 60, 'below', 'hours', 'minutes and hours do', 'minutes'],
    ['discount_pct', 100, 'below', 'shares', 'percent and shares of 1 do', 'percent'],
    ['unit_price_eur', 0.01, 'above', 'cents', 'cents and whole units of the currency do', null],
    ['fuelWeight (kg)', 1 / 2.204623, 'above', 'pounds', 'pounds and kilograms do', 'kilograms'],
    ['wind_ms', 1 / 3.6, 'above', 'km/h', 'kilometres per hour and metres per second do', null],
  ])('%s, a fifth divided by %f: the part %s is in %s', async (name, factor, side, _, as, own) => {
    const truth = list(300, (i) => 40 + Math.round(heaped(i)) / 10);
    const alerts = await alertsOf({
      [name]: truth.map((value, i) => (i % 5 === 0 ? Number((value / factor).toFixed(4)) : value)),
    });
    expect(alerts.find(({ kind }) => kind === 'mixed_units')).toMatchObject({
      count: 60,
      said: expect.stringMatching(
        new RegExp(` 60 values ${side} [\\d.,]+ differ from the others as ${as}\\.$`),
      ),
      ...(own === null ? {} : { remedy: { said: `Derive a column in ${own}` } }),
    });
  });

  test('that no name says are two scales with their factor, and only powers of ten', async () => {
    const truth = list(300, (i) => 40 + Math.round(heaped(i)) / 10);
    const mixed = (factor: number): Promise<Alert[]> =>
      alertsOf({ reading: truth.map((value, i) => (i % 5 === 0 ? value * factor : value)) });
    expect((await mixed(1000)).find(({ kind }) => kind === 'mixed_units')).toMatchObject({
      count: 60,
      said: expect.stringMatching(
        /^reading seems to mix two scales: 60 values above [\d.,]+ differ from the others by the factor 1000\.$/,
      ),
      fix: 'Ask which scale each source used, and bring all rows to one.',
      remedy: { said: 'Derive a column in the scale of most rows' },
    });
    expect((await mixed(2.54)).filter(({ kind }) => kind === 'mixed_units')).toEqual([]);
  });

  test('that overlap have no remedy, and that is said', async () => {
    const truth = list(800, (i) => Math.exp(4 + 0.6 * normalQuantile((0.5 + i * 0.618_034) % 1)));
    const alerts = await alertsOf({
      length_mm: truth.map((value, i) => Number((i % 4 === 0 ? value / 10 : value).toFixed(2))),
    });
    expect(alerts.find(({ kind }) => kind === 'mixed_units')).toMatchObject({
      said: expect.stringMatching(
        /as millimetres and centimetres do\. The two overlap: near [\d.]+ a value may belong to either\.$/,
      ),
      remedy: null,
    });
  });

  test('of one group are said by the means that a reader finds', async () => {
    const regions = ['North', 'South', 'East', 'West'];
    const of = (i: number): string => regions[i % 4] ?? '';
    const income = list(200, (i) => 40_000 + 60 * spread(i) + (i % 4 === 1 ? 12_000 : 0));
    // One far value in the group that is apart: its mean is that of all its values.
    income[1] = 90_000;
    const means = regions.map((region) => {
      const values = income.filter((_, i) => of(i) === region);
      return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
    });
    const [south = 0, others] = [means[1], means.filter((_, i) => i !== 1)];
    const shown = [south, Math.min(...others), Math.max(...others)].map((mean) =>
      mean.toLocaleString('en'),
    );
    const alerts = await alertsOf({ region: list(200, of), income });
    expect(alerts.find(({ kind }) => kind === 'outlying_group')?.said).toBe(
      `income of region South has mean ${shown[0] ?? ''} (n = 50), every other group ${shown[1] ?? ''} to ${shown[2] ?? ''}.`,
    );
  });

  test('are not one group that is far from the others, nor one value again and again', async () => {
    const classes = ['7a', '7b', '8a', '8b', '9a', '9b'];
    const points = list(360, (i) => Math.round(30 + heaped(i) / 1.6));
    expect(
      await keysOf({
        depth: list(360, (i) => heaped(5 * i + 2) + i / 1000),
        form: list(360, (i) => classes[i % 6] ?? ''),
        width: points.map((value, i) => (i % 6 === 3 ? Math.round(value / 2.54) : value)),
      }),
    ).toEqual(['outlying_group:form:width']);
    expect(
      (await keysOf({ scroll_pct: list(300, (i) => (i % 50 === 9 ? 400 : spread(i))) })).filter(
        (key) => key.startsWith('mixed_units'),
      ),
    ).toEqual([]);
  });
});

describe('numbers in groups', () => {
  const two = (i: number): string => String(i).padStart(2, '0');
  const day = (i: number): string => `${two((i % 28) + 1)}.${two((i % 12) + 1)}.2024`;
  const isoDay = (i: number): string => `2024-${two((i % 12) + 1)}-${two((i % 28) + 1)}`;
  const digits = (i: number, n: number): string =>
    String(10 ** n + ((i * 7919 + 104_729) % 10 ** n)).slice(1);

  test.each([
    ['days and a word', 'v', (i: number) => (i === 60 ? 'tbd' : day(i))],
    [
      'days and one with a time',
      'v',
      (i: number) => (i === 60 ? '2024-02-01 12:30:00' : isoDay(i)),
    ],
    ['days and a day of zeros', 'v', (i: number) => (i === 60 ? '0000-00-00' : isoDay(i))],
    ['numbers of parts', 'v', (i: number) => `1${digits(i, 3)}-11-1${digits(i, 3)}`],
    [
      'numbers of parts with a 0',
      'part_no',
      (i: number) => `0${digits(i, 3)}-110-1${digits(i, 3)}`,
    ],
    ['years from and to', 'season', (i: number) => `${1960 + i}-${1961 + i}`],
    ['ages from and to', 'v', (i: number) => `${two(i + 10)}-${two(i + 14)}`],
  ])('%s are no telephone numbers', async (_, name, of) => {
    const keys = await keysOf({ [name]: list(61, of), x: list(61, spread) });
    expect(keys.filter((key) => key.startsWith('personal_data'))).toEqual([]);
  });

  test.each([
    ['with a country code', 'v', (i: number) => `+49 30 ${digits(i, 7)}`],
    ['with an area code in brackets', 'v', (i: number) => `(212) 5${two(i)}-${digits(i, 4)}`],
    ['of North America', 'v', (i: number) => `212-5${two(i)}-${digits(i, 4)}`],
    ['of Germany', 'v', (i: number) => `0151 ${digits(i, 8)}`],
    ['of France', 'v', (i: number) => `06 12 ${two(i)} ${two(i + 9)} ${two(99 - i)}`],
    ['of Spain, by the name', 'telefono', (i: number) => `6${two(i)} ${digits(i, 3)} 117`],
    ['of Denmark, by the name', 'phone', (i: number) => `32 ${two(i)} 56 ${two(99 - i)}`],
  ])('are telephone numbers %s', async (_, name, of) => {
    const alerts = await alertsOf({ [name]: list(61, of), x: list(61, spread) });
    expect(alerts.find(({ kind }) => kind === 'personal_data')).toMatchObject({
      severity: 'high',
      count: 61,
      said: `61 texts of ${name} look like telephone numbers.`,
    });
  });

  test('are card and social security numbers, which have groups as well', async () => {
    const alerts = await alertsOf({
      card: list(60, (i) => `4111 ${digits(i, 4)} ${digits(3 * i, 4)} 1111`),
      ssn: list(60, (i) => `2${two(i)}-45-${digits(i, 4)}`),
    });
    expect(alerts.flatMap(({ kind, said }) => (kind === 'personal_data' ? [said] : []))).toEqual([
      '60 texts of card look like card numbers.',
      '60 texts of ssn look like social security numbers.',
    ]);
  });
});

describe('rows that are counted and copied', () => {
  const copied = list(12, (i) => 99 + i);
  const numbers = [...list(400, (i) => i + 1), ...copied.map((at) => at + 1)];
  const measured = [...list(400, (i) => heaped(i)), ...copied.map((at) => heaped(at))];

  test('are duplicates, and no level that changed', async () => {
    expect(await keysOf({ respondent: numbers, x: measured })).toEqual(['duplicate_rows']);
  });

  test('are keys that repeat, where the rows are changed', async () => {
    const alerts = await alertsOf({
      respondent: numbers,
      x: measured.map((value, i) => (i < 400 ? value : value + 0.5)),
    });
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatchObject({
      key: 'duplicate_keys:respondent',
      count: 12,
      said: 'respondent names rows, but 12 rows repeat an earlier value, such as ‘100’.',
    });
  });

  test('are no keys where a count begins again', async () => {
    const count = [...list(300, (i) => i + 1), ...list(12, (i) => i + 1)];
    expect(await keysOf({ position: count, x: list(312, heaped) })).toEqual([]);
  });
});

describe('far values', () => {
  test('among zeros are judged by the other values', async () => {
    const claims = (far: number): (string | number)[] =>
      list(400, (i) => (i === 77 ? far : i % 8 === 3 ? 20 + heaped(i) * 2 : 0));
    const alerts = await alertsOf({ claim: claims(880_000) });
    expect(alerts.find(({ kind }) => kind === 'extreme_values')).toMatchObject({
      severity: 'high',
      count: 1,
      rows: 'claim >= 880000',
      said: expect.stringMatching(/^claim is 880,000 in row 78, far from all others: these are /),
      remedy: { said: 'Set 880,000 to missing', view: recoding('claim', 880_000) },
    });
    expect((await keysOf({ claim: claims(260) })).filter((key) => key.startsWith('ext'))).toEqual(
      [],
    );
  });

  test('are found where one occurs in more than a hundredth of the rows', async () => {
    const alerts = await alertsOf({ scroll: list(400, (i) => (i % 50 === 9 ? 400 : spread(i))) });
    expect(alerts.find(({ kind }) => kind === 'extreme_values')).toMatchObject({
      count: 8,
      rows: 'scroll >= 400',
      remedy: { view: recoding('scroll', 400) },
    });
    // Of few values a far one is a level like the others.
    const seats = list(400, (i) => (i % 50 === 9 ? 500 : ([20, 30, 40, 50][i % 4] ?? 20)));
    expect((await keysOf({ seats })).filter((key) => key.startsWith('ext'))).toEqual([]);
  });
});

describe('codes on a scale of few levels', () => {
  const scale = (highest: number, codes: readonly number[]): number[] =>
    list(400, (i) =>
      i % 50 === 9 ? (codes[((i - 9) / 50) % codes.length] ?? 0) : 1 + (spread(i) % highest),
    );

  test.each([
    [5, [99], '99'],
    [5, [999], '999'],
    [5, [88], '88'],
    [5, [-1], '−1'],
    [5, [-9], '−9'],
    [5, [9], '9'],
    [7, [9], '9'],
    [5, [98, 99], '98 or 99'],
  ])('a scale to %i with %j', async (highest, codes, said) => {
    const alerts = await alertsOf({ answer: scale(highest, codes) });
    expect(alerts.map(({ key }) => key)).toEqual(['placeholder:answer']);
    expect(alerts[0]).toMatchObject({
      severity: 'high',
      count: 8,
      said: `answer is ${said} in 8 rows, apart from all other values.`,
      remedy: { view: recoding('answer', ...codes) },
    });
  });

  test.each([
    ['one level below 0', list(400, (i) => (spread(i) % 3) - 1)],
    ['counts with a long tail', list(400, (i) => (i < 3 ? 9 : i < 5 ? 6 : spread(i) % 6))],
    ['powers of two', list(400, (i) => 2 ** (spread(i) % 4))],
    ['a scale to 9', list(400, (i) => 1 + (spread(i) % 9))],
  ])('%s are no codes', async (_, answer) => {
    expect((await keysOf({ answer })).filter((key) => key.startsWith('placeholder'))).toEqual([]);
  });
});

describe('zeros among few levels', () => {
  const among = (levels: readonly number[]): number[] =>
    list(400, (i) => (i % 40 === 9 ? 0 : (levels[spread(i) % levels.length] ?? 0)));

  test('are impossible where no level is near 0', async () => {
    const [found, ...others] = await alertsOf({ weekly_hours: among([20, 30, 35, 38, 40, 40]) });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      key: 'impossible_zeros:weekly_hours',
      severity: 'high',
      count: 10,
      said: 'weekly_hours is 0 in 10 rows, though no other value is near 0.',
      remedy: { view: recoding('weekly_hours', 0) },
    });
  });

  test.each([
    ['children', [1, 2, 3]],
    ['vat', [7, 19]],
    ['shipping_cost', [4.99, 5.99, 6.99]],
    ['reorder', [10, 20, 50, 100]],
  ])('are a level of %s', async (name, levels) => {
    expect(
      (await keysOf({ [name]: among(levels) })).filter((key) => key.startsWith('imp')),
    ).toEqual([]);
  });
});

test('a strong preference for 0 is found as a weak one is', async () => {
  const pressure = list(600, (i) => 70 + Math.round(heaped(i)));
  const rounded = pressure.map((value, i) => (i % 4 === 0 ? value : 10 * Math.round(value / 10)));
  const share = rounded.filter((value) => value % 10 === 0).length / 600;
  const alerts = await alertsOf({ pressure: rounded });
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatchObject({
    key: 'digit_preference:pressure',
    count: 600 * share,
    measure: share,
    said: `${(100 * share).toLocaleString('en', { maximumSignificantDigits: 3 })}% of pressure end in 0, where 10% would by chance.`,
  });
});
