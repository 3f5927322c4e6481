// One list of tables, each with the generator that makes it, and so one file.
import { list, to, type Cells, type Randomness } from './testing-draws.ts';

/** The n-th day of a year. */
export const dayOf = (i: number): string =>
  new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);

/** Eleven subjects, each with the distributions and the order of rows that such tables have. */
export const subjects = {
  /** Patients in the order of their visits. */
  patients(chance: Randomness, n = 260): Cells {
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
  orders(chance: Randomness, n = 400): Cells {
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
  weather(chance: Randomness, n = 480): Cells {
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
  animals(chance: Randomness, n = 300): Cells {
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
  machine(chance: Randomness, n = 500): Cells {
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
  pupils(chance: Randomness, n = 320): Cells {
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
  towns(chance: Randomness, n = 500): Cells {
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
  accounts(chance: Randomness, n = 350): Cells {
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
  panel(chance: Randomness, n = 360): Cells {
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
  survey(chance: Randomness, n = 240): Cells {
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
  parts(chance: Randomness, n = 310): Cells {
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

export type Subject = keyof typeof subjects;
