// One list of tables, each with its fault and the generator that plants it, and so one file.
/**
 * Tables with planted faults and clean tables, by which the alerts are judged. The generator was
 * written before the detectors and knows nothing of them; one seed gives one set of tables.
 */
import type { AlertKind } from '@columnist/contract';
import { mulberry32 } from '@columnist/statistics';

export type Cells = Record<string, (string | number)[]>;
type Chance = Randomness;

/** Draws of the distributions that the tables are made of. */
export class Randomness {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = mulberry32(seed);
  }
  share(): number {
    return this.#next();
  }
  whole(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }
  normal(mean = 0, sd = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#next()));
    return mean + sd * radius * Math.cos(2 * Math.PI * this.#next());
  }
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.#next());
  }
  poisson(mean: number): number {
    let count = 0;
    for (let product = this.#next(); product > Math.exp(-mean); product *= this.#next()) count++;
    return count;
  }
  of<One>(...all: readonly One[]): One {
    const [first] = all;
    if (first === undefined) throw new Error('Nothing to draw from.');
    return all[Math.floor(this.#next() * all.length)] ?? first;
  }
}

export const list = <One>(n: number, of: (i: number) => One): One[] =>
  Array.from({ length: n }, (_, i) => of(i));
export const to = (places: number, value: number): number => Number(value.toFixed(places));
const dayOf = (i: number): string => new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);

/** Eleven subjects, each with the distributions and the order of rows that such tables have. */
const subjects = {
  /** Patients in the order of their visits. */
  patients(chance: Chance, n = 260): Cells {
    const height = list(n, () => to(1, chance.normal(171, 9.5)));
    const weight = height.map((h) => to(1, Math.max(38, chance.normal(72 + 0.8 * (h - 171), 11))));
    return {
      patient_id: list(n, (i) => `P${String(1000 + i)}`),
      clinic: list(n, () => chance.of('North', 'South', 'East', 'West', 'Centre', 'Harbour')),
      sex: list(n, () => chance.of('female', 'male')),
      age: list(n, () => Math.round(Math.min(92, Math.max(18, chance.normal(49, 16))))),
      height_cm: height,
      weight_kg: weight,
      systolic: list(n, () => Math.round(chance.normal(126, 14))),
      cholesterol: list(n, () => to(2, chance.normal(5.2, 0.9))),
    };
  },
  /** Orders of a shop, by day, amounts with a long tail. */
  orders(chance: Chance, n = 400): Cells {
    return {
      order_id: list(n, (i) => 20_001 + i),
      ordered: list(n, (i) => dayOf(Math.floor(i / 2))),
      region: list(n, () => chance.of('Alps', 'Coast', 'Lakes', 'Plains', 'Valley')),
      channel: list(n, () => chance.of('web', 'web', 'shop', 'phone')),
      amount: list(n, () => to(2, Math.exp(chance.normal(4.6, 1.5)))),
      items: list(n, () => 1 + chance.poisson(2.5)),
      delivery_days: list(n, () => to(1, 0.4 + chance.exponential(3.1))),
      rating: list(n, () => chance.whole(1, 5)),
    };
  },
  /** Hourly weather: dependent on the hour before. */
  weather(chance: Chance, n = 480): Cells {
    let drift = 0;
    const temperature = list(n, (i) => {
      drift = 0.96 * drift + chance.normal(0, 0.5);
      return to(1, 12 + 6 * Math.sin((i / 24) * 2 * Math.PI) + drift);
    });
    return {
      hour: list(n, (i) =>
        new Date(Date.UTC(2025, 2, 1, i)).toISOString().slice(0, 16).replace('T', ' '),
      ),
      temperature,
      humidity: temperature.map((t) =>
        to(1, Math.min(100, Math.max(15, 70 - 1.5 * (t - 12) + chance.normal(0, 7)))),
      ),
      pressure: list(n, () => to(1, chance.normal(1014, 6))),
      wind_speed: list(n, () => to(1, 1 + 9 * Math.pow(-Math.log(1 - chance.share()), 1 / 1.9))),
      station: list(n, (i) => ['Dale', 'Ford', 'Moor', 'Peak', 'Quay'][i % 5] ?? 'Dale'),
    };
  },
  /** Animals, sorted by kind, so that means change where the kind does. */
  animals(chance: Chance, n = 300): Cells {
    const kinds = ['adder', 'badger', 'curlew'];
    const kind = list(n, (i) => kinds[Math.floor((i / n) * 3)] ?? 'adder');
    const place = (i: number): number => kinds.indexOf(kind[i] ?? 'adder');
    return {
      kind,
      island: list(n, () => chance.of('Skye', 'Mull', 'Rum')),
      length_mm: list(n, (i) => to(1, chance.normal([186, 196, 217][place(i)] ?? 0, 6.5))),
      depth_mm: list(n, (i) => to(1, chance.normal([18.3, 18.4, 15][place(i)] ?? 0, 1.1))),
      mass_g: list(
        n,
        (i) => Math.round(chance.normal([3700, 3730, 5080][place(i)] ?? 0, 420) / 25) * 25,
      ),
      eggs: list(n, () => chance.poisson(2.2)),
    };
  },
  /** A machine: readings around a set value, in the order of time. */
  machine(chance: Chance, n = 500): Cells {
    return {
      reading: list(n, (i) => i + 1),
      line: list(n, () => chance.of('A', 'B', 'C', 'D', 'E', 'F')),
      operator: list(n, () => chance.of('Ali', 'Bea', 'Cho', 'Dan', 'Eva')),
      diameter: list(n, () => to(3, chance.normal(24.98, 0.04))),
      force: list(n, () => to(1, chance.normal(410, 22))),
      vibration: list(n, () => to(2, Math.exp(chance.normal(0.4, 0.5)))),
      cycle_s: list(n, () => to(2, 11 + chance.exponential(1.4))),
    };
  },
  /** Pupils in classes. */
  pupils(chance: Chance, n = 320): Cells {
    const ability = list(n, () => chance.normal());
    return {
      pupil_no: list(n, (i) => 501 + i),
      school: list(n, (i) => `School ${String.fromCodePoint(65 + Math.floor((i / n) * 8))}`),
      grade: list(n, () => chance.whole(5, 9)),
      reading_score: ability.map((a) =>
        Math.round(Math.min(100, Math.max(2, 61 + 10 * a + chance.normal(0, 8)))),
      ),
      maths_score: ability.map((a) =>
        Math.round(Math.min(100, Math.max(2, 57 + 11 * a + chance.normal(0, 9)))),
      ),
      absences: list(n, () => chance.poisson(4)),
      distance_km: list(n, () => to(1, 0.2 + chance.exponential(3.4))),
    };
  },
  /** Towns, people over several orders of magnitude. */
  towns(chance: Chance, n = 500): Cells {
    const people = list(n, () => Math.round(Math.exp(chance.normal(8.4, 1.7))) + 20);
    return {
      town: list(n, (i) => `Town ${String.fromCodePoint(65 + (i % 26))}${String(i)}`),
      county: list(n, () => chance.of('Ash', 'Birch', 'Elm', 'Fir', 'Oak', 'Pine', 'Yew')),
      people,
      area_km2: list(n, () => to(1, Math.exp(chance.normal(3, 0.7)))),
      median_age: list(n, () => to(1, chance.normal(42, 4.2))),
      rain_mm: list(n, () => Math.round(chance.normal(820, 140))),
    };
  },
  /** Accounts: profits of both signs with heavy tails. */
  accounts(chance: Chance, n = 350): Cells {
    return {
      account_no: list(n, (i) => `AC-${String(70_000 + 3 * i)}`),
      sector: list(n, () => chance.of('food', 'metal', 'paper', 'stone', 'wood')),
      profit: list(n, () =>
        to(2, 120 + (260 * chance.normal()) / Math.sqrt(chance.exponential(1) * 0.6 + 0.4)),
      ),
      staff: list(n, () => 1 + Math.round(Math.exp(chance.normal(2.9, 0.9)))),
      growth_percent: list(n, () => to(1, chance.normal(2.4, 4.1))),
      founded: list(n, () => chance.whole(1955, 2022)),
    };
  },
  /** Countries by year, sorted by country, as such tables are. */
  panel(chance: Chance, n = 360): Cells {
    const level = list(12, () => chance.normal(64, 7));
    return {
      country: list(n, (i) => `Land ${String.fromCodePoint(65 + Math.floor(i / 30))}`),
      year: list(n, (i) => 1990 + (i % 30)),
      life_years: list(n, (i) =>
        to(1, (level[Math.floor(i / 30)] ?? 64) + 0.22 * (i % 30) + chance.normal(0, 0.4)),
      ),
      births_rate: list(n, () => to(2, chance.normal(18, 3.3))),
      exports_musd: list(n, () => to(1, Math.exp(chance.normal(6, 1.1)))),
    };
  },
  /** Answers to a survey with gaps. */
  survey(chance: Chance, n = 240): Cells {
    const leaning = list(n, () => chance.normal());
    const answer = (lean: number): number =>
      Math.min(7, Math.max(1, Math.round(4 + 1.2 * lean + chance.normal(0, 1.1))));
    return {
      respondent: list(n, (i) => `R-${String(i + 1).padStart(4, '0')}`),
      city: list(n, () => chance.of('Orléans', 'Nîmes', 'Besançon', 'Dijon', 'Angoulême')),
      age: list(n, () => chance.whole(18, 79)),
      trust: leaning.map(answer),
      safety: leaning.map(answer),
      income: list(n, () =>
        chance.share() < 0.03 ? '' : Math.round(Math.exp(chance.normal(10.3, 0.55))),
      ),
      commute_min: list(n, () => to(1, 2 + chance.exponential(21))),
    };
  },
  /** Parts of a store: numbered as telephones are, most without a claim, in few levels of hours. */
  parts(chance: Chance, n = 310): Cells {
    return {
      part: list(
        n,
        () => `${chance.whole(1000, 1009)}-${chance.whole(11, 19)}-${chance.whole(1001, 1003)}`,
      ),
      shelf: list(n, (i) => (i % 155) + 1),
      claim_eur: list(n, () =>
        chance.share() < 0.84 ? 0 : to(2, Math.exp(chance.normal(3.6, 0.5))),
      ),
      counted_hours: list(n, () => chance.of(20, 30, 35, 38, 40, 40, 40)),
      condition: list(n, () => chance.whole(1, 5)),
      wear_pct: list(n, () =>
        Math.round(100 * Math.min(0.99, Math.max(0.01, chance.normal(0.5, 0.17)))),
      ),
      picking_ms: list(n, () => Math.round(Math.exp(chance.normal(6.8, 0.4)))),
    };
  },
} as const;
type Subject = keyof typeof subjects;

interface PlantedTable {
  readonly title: string;
  readonly cells: Cells;
  /** An alert of one of these kinds is expected, with these columns among its own. */
  readonly kinds: readonly AlertKind[];
  readonly columns: readonly string[];
}

type Plant = (cells: Cells, chance: Chance) => void;
const numbers = (cells: Cells, name: string): number[] => (cells[name] ?? []).map(Number);
const put = (cells: Cells, name: string, at: number, value: string | number): void => {
  const column = cells[name];
  if (column !== undefined) column[at] = value;
};
const inSome = (
  chance: Chance,
  cells: Cells,
  name: string,
  n: number,
  change: (value: number) => string | number,
): void => {
  const column = cells[name] ?? [];
  for (const at of some(chance, column.length, n)) column[at] = change(Number(column[at]));
};
function some(chance: Chance, length: number, n: number): number[] {
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
const faults: readonly (readonly [
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

/** Tables with one fault each. */
export const plantedTables = (seed: number): PlantedTable[] =>
  faults.map(([subject, kinds, columns, title, plant], i) => {
    const chance = new Randomness(1000 * seed + i);
    const cells = subjects[subject](chance);
    plant(cells, chance);
    return { title: `${subject}: ${title}`, cells, kinds, columns };
  });

/** Tables without a fault, three of each subject. */
export const cleanTables = (seed: number): { readonly title: string; readonly cells: Cells }[] =>
  Object.entries(subjects).flatMap(([subject, make], s) =>
    list(3, (i) => ({
      title: `${subject} ${String(i + 1)}`,
      cells: make(new Randomness(1000 * seed + 500 + 3 * s + i)),
    })),
  );

/** As CSV; texts with a comma do not occur. */
export function csvOf(cells: Cells): string {
  const names = Object.keys(cells);
  const rows = Math.max(...Object.values(cells).map(({ length }) => length));
  return `${names.join(',')}\n${list(rows, (i) => names.map((name) => cells[name]?.[i] ?? '').join(',')).join('\n')}\n`;
}
