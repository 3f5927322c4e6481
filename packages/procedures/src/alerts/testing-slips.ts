// One list of tables, each in a clean form and with its slips, and so one file.
/**
 * Tables of dates, categories, texts and readings: clean ones that come near a slip, and the same
 * with slips in rows that are known. One seed gives one set of tables.
 */
import type { AlertKind } from '@columnist/contract';
import { list, Randomness, to, type Cells } from './testing-draws.ts';

const isoOf = (day: number): string => new Date(86_400_000 * day).toISOString().slice(0, 10);
const dayOf = (date: string): number => Date.parse(date) / 86_400_000;
const pick = (chance: Randomness, n: number, of: number): number[] => {
  const places = new Set<number>();
  while (places.size < of) places.add(chance.whole(0, n - 1));
  return [...places].toSorted((a, b) => a - b);
};

const subjects = {
  /** Orders with the days on which they were sent and arrived; returns before delivery are natural. */
  parcels(chance: Randomness, n = 320): Cells {
    const ordered = list(n, () => dayOf('2023-01-01') + chance.whole(0, 500));
    const shipped = ordered.map((day) => day + chance.poisson(2));
    const delivered = shipped.map((day) => day + 1 + chance.poisson(3));
    return {
      parcel_id: list(n, (i) => 7001 + i),
      order_date: ordered.map(isoOf),
      ship_date: shipped.map(isoOf),
      delivery_date: delivered.map(isoOf),
      checked: delivered.map((day) => isoOf(day + 1 + chance.poisson(4))),
      // Promised before the order was looked at: a tenth arrives before it.
      promised: ordered.map((day) => isoOf(day + Math.round(chance.normal(7, 3)))),
      carrier: list(n, () => chance.of('Iran Post', 'Iraq Post', 'Northway', 'Southway')),
      kilograms: list(n, () => to(2, 0.2 + chance.exponential(3))),
    };
  },
  /** People with dates of birth, ages at a visit, contracts that have no end yet. */
  people(chance: Randomness, n = 300): Cells {
    const birth = list(n, () => dayOf('1932-01-01') + chance.whole(0, 20_000));
    const visit = list(n, () => dayOf('2024-01-01') + chance.whole(0, 300));
    const start = list(n, () => dayOf('2024-06-30') - Math.round(chance.exponential(1900)));
    return {
      member: list(n, (i) => `M${String(1000 + i)}`),
      birth_date: birth.map(isoOf),
      visit_date: visit.map(isoOf),
      age: birth.map((day, i) => Math.floor(((visit[i] ?? 0) - day) / 365.2425)),
      contract_start: start.map(isoOf),
      contract_end: start.map((day) =>
        chance.share() < 0.5 ? '' : isoOf(day + 30 + Math.round(chance.exponential(900))),
      ),
      steps: list(n, () => Math.round(chance.normal(7000, 1800))),
    };
  },
  /** Countries and kinds that are spelled nearly alike and are different; a rare one among them. */
  trade(chance: Randomness, n = 900): Cells {
    return {
      country: list(n, () =>
        chance.of('Austria', 'Austria', 'Australia', 'Niger', 'Nigeria', 'Slovakia', 'Slovenia'),
      ),
      salt: list(n, () => (chance.share() < 0.02 ? 'sulfites' : chance.of('nitrate', 'sulfates'))),
      stage: list(n, () =>
        chance.share() < 0.01 ? 'stage III' : chance.of('stage I', 'stage II'),
      ),
      sex: list(n, () => chance.of('male', 'female')),
      region: list(n, () => chance.of('Northern', 'Eastern', 'Southern', 'Western')),
      growth_pct: list(n, () => to(1, chance.normal(40, 45))),
      share_price: list(n, () => to(2, Math.exp(chance.normal(3, 0.8)))),
      load_pct: list(n, () => to(1, Math.max(5, chance.normal(72, 13)))),
    };
  },
  /** Readings around set values, with a grid of doses and a column that is nearly always 0. */
  readings(chance: Randomness, n = 400): Cells {
    return {
      dose: list(n, (i) => [0, 1, 2, 5, 10, 20, 50, 100][i % 8] ?? 0),
      minute: list(n, (i) => i % 60),
      voltage: list(n, () => to(3, chance.normal(4.1, 0.2))),
      current: list(n, () => to(3, chance.normal(0.8, 0.09))),
      pressure: list(n, () => to(1, chance.normal(1012, 7))),
      rain: list(n, () => (chance.share() < 0.85 ? 0 : to(1, chance.exponential(3)))),
      humidity_pct: list(n, () => to(1, Math.min(100, Math.max(20, chance.normal(70, 11))))),
    };
  },
  /** Two visits of the same patients: the second lists what does not change again. */
  visits(chance: Randomness, n = 260): Cells {
    const again = Math.round(0.8 * n);
    const [height, weight] = [
      list(n, () => to(1, chance.normal(172, 9))),
      list(n, () => to(1, chance.normal(74, 12))),
    ];
    const rows = [...list(n, (i) => i), ...list(again, (i) => i)];
    return {
      patient: rows.map((i) => `Q${String(100 + i)}`),
      visit: rows.map((_, i) => (i < n ? 1 : 2)),
      height: rows.map((i) => height[i] ?? 0),
      weight: rows.map((i) => weight[i] ?? 0),
      pulse: rows.map(() => Math.round(chance.normal(72, 9))),
    };
  },
  /** Articles with codes of one length and descriptions of many. */
  articles(chance: Randomness, n = 420): Cells {
    const things = ['screw', 'hinge', 'panel', 'washer', 'long cover plate', 'angle bracket'];
    return {
      code: list(n, () => `${chance.of('AB', 'KX', 'TR')}-${String(chance.whole(10_000, 99_999))}`),
      description: list(
        n,
        () =>
          `${chance.of('Steel', 'Brass', 'Oak', 'Plastic', 'Rubber')} ${chance.of(...things)} ${chance.of('small', 'medium', 'large', 'extra large')}`,
      ),
      city: list(n, () => chance.of('Lyon', 'Graz', 'Porto', 'Leeds', 'Rotterdam')),
      price: list(n, () => to(2, Math.exp(chance.normal(2.5, 0.8)))),
      length_mm: list(n, () => to(1, chance.normal(240, 40))),
    };
  },
} as const;
type Subject = keyof typeof subjects;

interface Slip {
  readonly subject: Subject;
  readonly kind: AlertKind;
  readonly columns: readonly string[];
  readonly severity: 'high' | 'medium';
  /** Plants it and answers the rows that have it, from 1. */
  readonly plant: (cells: Cells, chance: Randomness) => number[];
}

const set = (
  cells: Cells,
  name: string,
  rows: readonly number[],
  of: (value: string | number, row: number) => string | number,
): number[] => {
  const column = cells[name] ?? [];
  for (const row of rows) column[row] = of(column[row] ?? '', row);
  return rows.map((row) => row + 1);
};
const from = (first: number, length: number): number[] => list(length, (i) => first + i);

const slips: readonly Slip[] = [
  {
    subject: 'parcels',
    kind: 'reversed_dates',
    columns: ['order_date', 'ship_date'],
    severity: 'high',
    plant: (cells, chance) => {
      const rows = pick(chance, 320, 5);
      return set(cells, 'ship_date', rows, (_, row) =>
        isoOf(dayOf(String(cells['order_date']?.[row])) - chance.whole(1, 9)),
      );
    },
  },
  {
    subject: 'parcels',
    kind: 'reversed_dates',
    columns: ['delivery_date', 'checked'],
    severity: 'medium',
    plant: (cells, chance) =>
      set(cells, 'checked', pick(chance, 320, 4), (_, row) =>
        isoOf(dayOf(String(cells['delivery_date']?.[row])) - chance.whole(4, 9)),
      ),
  },
  {
    subject: 'people',
    kind: 'placeholder_dates',
    columns: ['contract_end'],
    severity: 'high',
    plant: (cells, chance) => set(cells, 'contract_end', pick(chance, 300, 9), () => '9999-12-31'),
  },
  {
    subject: 'parcels',
    kind: 'placeholder_dates',
    columns: ['delivery_date'],
    severity: 'high',
    plant: (cells, chance) => set(cells, 'delivery_date', pick(chance, 320, 4), () => '1900-01-01'),
  },
  {
    subject: 'people',
    kind: 'far_dates',
    columns: ['visit_date'],
    severity: 'medium',
    plant: (cells, chance) =>
      set(cells, 'visit_date', pick(chance, 300, 2), (date) =>
        String(date).replace('2024', '2042'),
      ),
  },
  {
    subject: 'people',
    kind: 'age_mismatch',
    columns: ['age', 'birth_date'],
    severity: 'medium',
    plant: (cells, chance) =>
      set(cells, 'age', pick(chance, 300, 7), (age) => Number(age) + chance.of(-9, 6, 10)),
  },
  {
    subject: 'trade',
    kind: 'misspelt_values',
    columns: ['region'],
    severity: 'medium',
    plant: (cells, chance) =>
      set(cells, 'region', pick(chance, 900, 4), () =>
        chance.of('Nothern', 'Esatern', 'Southhern'),
      ),
  },
  {
    subject: 'readings',
    kind: 'copied_rows',
    columns: ['voltage', 'current', 'pressure', 'humidity_pct'],
    severity: 'high',
    plant: (cells, chance) => {
      const [length, first] = [chance.whole(14, 40), chance.whole(200, 350)];
      for (const name of ['voltage', 'current', 'pressure', 'humidity_pct'])
        set(cells, name, from(first, length), (_, row) => cells[name]?.[row - 150] ?? '');
      return from(first, length).map((row) => row + 1);
    },
  },
  {
    subject: 'readings',
    kind: 'rounding_change',
    columns: ['voltage'],
    severity: 'medium',
    plant: (cells, chance) => {
      const first = chance.whole(120, 340);
      const rounded = from(first, 400 - first);
      set(cells, 'voltage', rounded, (value) => to(1, Number(value)));
      // What was round before, by chance, belongs to the run too.
      let start = first;
      while (
        Number(cells['voltage']?.[start - 1] ?? 0)
          .toFixed(3)
          .endsWith('00')
      )
        start--;
      return from(start, 400 - start).map((row) => row + 1);
    },
  },
  {
    subject: 'readings',
    kind: 'impossible_percentages',
    columns: ['humidity_pct'],
    severity: 'medium',
    plant: (cells, chance) => set(cells, 'humidity_pct', pick(chance, 400, 5), () => 130.5),
  },
  {
    subject: 'articles',
    kind: 'cut_texts',
    columns: ['description'],
    severity: 'medium',
    plant: (cells) => {
      const texts = (cells['description'] ?? []).map((text) => String(text).slice(0, 24).trim());
      cells['description'] = texts;
      return texts.flatMap((text, i) => (text.length === 24 ? [i + 1] : []));
    },
  },
];

export interface SlipTable extends Omit<Slip, 'plant'> {
  readonly title: string;
  readonly cells: Cells;
  /** The rows that have the slip, from 1. */
  readonly rows: readonly number[];
}

/** A table for each slip; each has its row in a last column. */
export const slipTables = (seed: number): SlipTable[] =>
  slips.map(({ plant, ...slip }, i) => {
    const chance = new Randomness(7000 * seed + i);
    const cells: Cells = subjects[slip.subject](chance);
    const rows = plant(cells, chance);
    return { ...slip, title: `${slip.kind} of ${slip.columns.join(' and ')}`, cells, rows };
  });

export const nearTables = (seed: number): { readonly title: string; readonly cells: Cells }[] =>
  Object.entries(subjects).map(([title, make], i) => ({
    title,
    cells: make(new Randomness(9000 * seed + i)),
  }));
