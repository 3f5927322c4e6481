// One list of faults, each with the table in which it is planted, and so one file.
import type { AlertKind } from '@columnist/contract';
import { list, to, type Cells, type Randomness } from './testing-draws.ts';
import { dayOf, type Subject } from './testing-subjects.ts';

type Plant = (cells: Cells, chance: Randomness) => void;
const numbers = (cells: Cells, name: string): number[] => (cells[name] ?? []).map(Number);
const put = (cells: Cells, name: string, at: number, value: string | number): void => {
  const column = cells[name];
  if (column !== undefined) column[at] = value;
};
const inSome = (
  chance: Randomness,
  cells: Cells,
  name: string,
  n: number,
  change: (value: number) => string | number,
): void => {
  const column = cells[name] ?? [];
  for (const at of some(chance, column.length, n)) column[at] = change(Number(column[at]));
};
function some(chance: Randomness, length: number, n: number): number[] {
  const places = new Set<number>();
  while (places.size < n) places.add(chance.whole(0, length - 1));
  return [...places];
}
const within = (
  cells: Cells,
  group: string,
  value: string,
  name: string,
  change: (value: number) => number,
): void => {
  cells[group]?.forEach((one, i) => {
    if (one === value) put(cells, name, i, change(Number(cells[name]?.[i])));
  });
};
const after = (
  cells: Cells,
  name: string,
  from: number,
  change: (value: number) => number,
): void => {
  for (let i = from; i < (cells[name]?.length ?? 0); i++)
    put(cells, name, i, change(Number(cells[name]?.[i])));
};
const append = (cells: Cells, row: Record<string, string | number>): void => {
  for (const [name, column] of Object.entries(cells)) column.push(row[name] ?? '');
};
const rowOf = (cells: Cells, at: number): Record<string, string | number> =>
  Object.fromEntries(Object.entries(cells).map(([name, column]) => [name, column[at] ?? '']));
const sums = (cells: Cells, ...names: string[]): Record<string, number> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      to(
        2,
        numbers(cells, name).reduce((sum, one) => sum + one, 0),
      ),
    ]),
  );
const broken = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Thirty-eight faults, three of most kinds, in tables that have nothing else. */
export const faults: readonly (readonly [
  subject: Subject,
  kinds: readonly AlertKind[],
  columns: readonly string[],
  title: string,
  plant: Plant,
])[] = [
  [
    'weather',
    ['extreme_values'],
    ['wind_speed'],
    'one impossible wind',
    (c, r) => put(c, 'wind_speed', r.whole(5, 470), 1048.4),
  ],
  [
    'patients',
    ['extreme_values'],
    ['age'],
    'an age with a digit too many',
    (c, r) => inSome(r, c, 'age', 1, (v) => 10 * v + 3),
  ],
  [
    'machine',
    ['extreme_values'],
    ['diameter'],
    'two points in the wrong place',
    (c, r) => inSome(r, c, 'diameter', 2, (v) => to(3, v / 10)),
  ],
  [
    'parts',
    ['extreme_values'],
    ['claim_eur'],
    'one absurd claim among zeros',
    (c, r) => put(c, 'claim_eur', r.whole(9, 300), 730_000),
  ],
  [
    'parts',
    ['extreme_values'],
    ['wear_pct'],
    'the same impossible share in several rows',
    (c, r) => inSome(r, c, 'wear_pct', 7, () => 420),
  ],
  [
    'parts',
    ['placeholder'],
    ['condition'],
    'nobody looked: 99 on a scale to 5',
    (c, r) => inSome(r, c, 'condition', 8, () => 99),
  ],
  [
    'survey',
    ['placeholder'],
    ['trust'],
    'no answer: 9 on a scale to 7',
    (c, r) => inSome(r, c, 'trust', 8, () => 9),
  ],
  [
    'patients',
    ['impossible_zeros'],
    ['weight_kg'],
    'weights of nothing',
    (c, r) => inSome(r, c, 'weight_kg', 6, () => 0),
  ],
  [
    'animals',
    ['impossible_zeros'],
    ['length_mm'],
    'lengths of nothing',
    (c, r) => inSome(r, c, 'length_mm', 4, () => 0),
  ],
  [
    'weather',
    ['impossible_zeros'],
    ['pressure'],
    'pressures of nothing',
    (c, r) => inSome(r, c, 'pressure', 9, () => 0),
  ],
  [
    'parts',
    ['impossible_zeros'],
    ['counted_hours'],
    'no hours among few levels',
    (c, r) => inSome(r, c, 'counted_hours', 8, () => 0),
  ],
  [
    'orders',
    ['impossible_signs'],
    ['delivery_days'],
    'days before the order',
    (c, r) => inSome(r, c, 'delivery_days', 5, (v) => -v - 4),
  ],
  [
    'pupils',
    ['impossible_signs'],
    ['maths_score'],
    'scores below nothing',
    (c, r) => inSome(r, c, 'maths_score', 3, (v) => -v),
  ],
  [
    'towns',
    ['impossible_signs'],
    ['area_km2'],
    'areas below nothing',
    (c, r) => inSome(r, c, 'area_km2', 4, (v) => -v),
  ],
  [
    'patients',
    ['mixed_units'],
    ['height_cm'],
    'heights in inches',
    (c, r) => inSome(r, c, 'height_cm', 60, (v) => to(1, v / 2.54)),
  ],
  [
    'animals',
    ['mixed_units'],
    ['mass_g'],
    'masses in kilograms',
    (c, r) => inSome(r, c, 'mass_g', 35, (v) => v / 1000),
  ],
  [
    'patients',
    ['mixed_units'],
    ['weight_kg'],
    'weights in pounds',
    (c, r) => inSome(r, c, 'weight_kg', 70, (v) => to(1, v * 2.2046)),
  ],
  [
    'parts',
    ['mixed_units'],
    ['picking_ms'],
    'seconds in the second half',
    (c) => after(c, 'picking_ms', 155, (v) => v / 1000),
  ],
  [
    'patients',
    ['digit_preference'],
    ['systolic'],
    'pressures rounded to tens by half of the people',
    (c, r) => inSome(r, c, 'systolic', 130, (v) => 10 * Math.round(v / 10)),
  ],
  [
    'patients',
    ['digit_preference'],
    ['systolic'],
    'pressures rounded to tens by most people',
    (c, r) => inSome(r, c, 'systolic', 200, (v) => 10 * Math.round(v / 10)),
  ],
  [
    'survey',
    ['digit_preference'],
    ['age'],
    'ages rounded to fives',
    (c, r) => inSome(r, c, 'age', 130, (v) => 5 * Math.round(v / 5)),
  ],
  [
    'machine',
    ['digit_preference'],
    ['force'],
    'forces read to the whole',
    (c, r) => inSome(r, c, 'force', 240, (v) => Math.round(v)),
  ],
  [
    'machine',
    ['sudden_change'],
    ['force'],
    'a scale that was set again',
    (c) => after(c, 'force', 310, (v) => to(1, v + 60)),
  ],
  [
    'weather',
    ['sudden_change'],
    ['pressure'],
    'another barometer',
    (c) => after(c, 'pressure', 200, (v) => to(1, v - 18)),
  ],
  [
    'pupils',
    ['sudden_change'],
    ['absences'],
    'counted twice from one row on',
    (c) => after(c, 'absences', 150, (v) => 2 * v + 6),
  ],
  [
    'patients',
    ['outlying_group'],
    ['clinic', 'cholesterol'],
    'a clinic that measures something else',
    (c) => within(c, 'clinic', 'Harbour', 'cholesterol', (v) => to(2, v + 3.1)),
  ],
  [
    'machine',
    ['outlying_group'],
    ['line', 'cycle_s'],
    'a line that is slower than all',
    (c) => within(c, 'line', 'D', 'cycle_s', (v) => to(2, v + 8)),
  ],
  [
    'towns',
    ['outlying_group'],
    ['county', 'rain_mm'],
    'a county without half of its rain',
    (c) => within(c, 'county', 'Yew', 'rain_mm', (v) => Math.round(v / 2.1)),
  ],
  [
    'patients',
    ['duplicate_keys'],
    ['patient_id'],
    'two patients under one number',
    (c) => put(c, 'patient_id', 44, 'P1007'),
  ],
  [
    'accounts',
    ['duplicate_keys'],
    ['account_no'],
    'accounts entered twice',
    (c) => {
      put(c, 'account_no', 61, 'AC-70021');
      put(c, 'account_no', 199, 'AC-70300');
    },
  ],
  [
    'orders',
    ['duplicate_keys'],
    ['order_id'],
    'an order number used again',
    (c) => put(c, 'order_id', 300, 20_100),
  ],
  [
    'panel',
    ['duplicate_keys'],
    ['line'],
    'rows copied to the end and changed',
    (c) => {
      c['line'] = list(360, (i) => i + 1);
      for (const at of [120, 121, 122, 123, 124, 125])
        append(c, { ...rowOf(c, at), exports_musd: to(1, 100 + at) });
    },
  ],
  [
    'animals',
    ['high_correlation'],
    ['length_mm', 'length_in', 'length_cm'],
    'one length in three units',
    (c, r) => {
      c['length_in'] = numbers(c, 'length_mm').map((v) => to(2, v / 25.4));
      c['length_cm'] = numbers(c, 'length_mm').map((v) => to(1, v / 10 + r.normal(0, 0.02)));
    },
  ],
  [
    'pupils',
    ['high_correlation'],
    ['reading_score', 'maths_score', 'total_score'],
    'a sum beside its parts',
    (c) => {
      const maths = numbers(c, 'maths_score');
      c['total_score'] = numbers(c, 'reading_score').map((v, i) => v + (maths[i] ?? 0));
    },
  ],
  [
    'towns',
    ['totals'],
    ['town'],
    'a last row with the sum',
    (c) => append(c, { town: 'Total', ...sums(c, 'people', 'area_km2') }),
  ],
  [
    'orders',
    ['totals'],
    ['amount'],
    'a sum without a name',
    (c) =>
      append(c, {
        ordered: dayOf(200),
        region: 'Coast',
        channel: 'web',
        rating: 3,
        ...sums(c, 'amount', 'items'),
      }),
  ],
  [
    'survey',
    ['broken_encoding'],
    ['city'],
    'names read in another encoding',
    (c) => {
      c['city'] = (c['city'] ?? []).map((city, i) => (i % 3 === 0 ? broken(String(city)) : city));
    },
  ],
  [
    'towns',
    ['benford'],
    ['people'],
    'numbers of people that somebody made up',
    (c, r) => {
      c['people'] = (c['people'] ?? []).map(
        () => r.whole(4, 9) * 10 ** r.whole(1, 4) + r.whole(0, 9) * 10 ** r.whole(0, 1),
      );
    },
  ],
];
