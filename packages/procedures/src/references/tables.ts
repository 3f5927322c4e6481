/** Seeded tables that every method is asked about, as text of CSV files. */

type Random = () => number;

/** Mulberry32: small and seeded. */
export function randomFrom(start: number): Random {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A normal value by Box and Muller. */
export const normalFrom = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const header = [
  'mass',
  'wing',
  'bill',
  'sex',
  'kind',
  'before',
  'after',
  'day',
  'gappy',
  'seen',
  'share',
  'seen_as',
] as const;
type Row = Readonly<Record<(typeof header)[number], string>>;

const kinds = ['adelie', 'chinstrap', 'gentoo'];
const dayOf = (i: number): string => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);

/** Rows as they would be measured; `missing` leaves out some cells. */
function rowsOf(
  n: number,
  seed: number,
  change: (row: Row, i: number, random: Random) => Partial<Row> = () => ({}),
): string {
  const random = randomFrom(seed);
  const lines = Array.from({ length: n }, (_, i) => {
    const kind = Math.min(2, Math.floor(random() * 3.2));
    const sex = random() < 0.45 ? 'male' : 'female';
    const size = normalFrom(random);
    const before = random() < 0.55 ? 'high' : 'low';
    const row: Row = {
      mass: (
        25 *
        Math.round((3700 + 500 * kind + (sex === 'male' ? 250 : 0) + (350 + 90 * kind) * size) / 25)
      ).toString(),
      wing: (190 + 7 * kind + 5 * size + 4 * normalFrom(random)).toFixed(1),
      bill: (
        44 +
        2 * kind +
        1.5 * Math.sin((2 * Math.PI * i) / 7) +
        2.4 * normalFrom(random)
      ).toFixed(2),
      sex,
      kind: kinds[kind] ?? '',
      before,
      after: random() < 0.7 ? before : random() < 0.5 ? 'high' : 'low',
      day: dayOf(i),
      gappy: (20 + 3 * normalFrom(random) + size).toFixed(1),
      seen: Math.floor(-Math.log(1 - random()) * (2 + kind)).toString(),
      share: random().toFixed(3),
      seen_as: kinds[random() < 0.7 ? kind : Math.floor(random() * 3)] ?? '',
    };
    const changed = { ...row, ...change(row, i, random) };
    return header.map((name) => changed[name]).join(',');
  });
  return `${header.join(',')}\n${lines.join('\n')}\n`;
}

export const tables: Readonly<Record<string, string>> = {
  /** Ties, missing cells, groups of different sizes and spreads. */
  usual: rowsOf(63, 11, (_, i, random) => ({
    ...(i % 17 === 3 ? { mass: '' } : {}),
    ...(i % 23 === 5 ? { sex: '' } : {}),
    ...(i % 29 === 7 ? { kind: '' } : {}),
    ...(i % 31 === 9 ? { before: '' } : {}),
    ...(random() < 0.2 ? { gappy: '' } : {}),
  })),
  /** Few rows without ties: distributions are exact. */
  few: rowsOf(9, 5, (_, i) => ({
    mass: (3200 + ((i * 7) % 9) * 137 + i).toString(),
    wing: (181 + ((i * 4) % 9) * 2.3).toFixed(1),
    bill: (40 + ((i * i * 5 + i) % 23) * 0.71 + i * 0.13).toFixed(2),
    sex: i % 2 === 0 ? 'male' : 'female',
    kind: kinds[i % 3] ?? '',
  })),
  /** A large offset, a far value and heavy tails. */
  far: rowsOf(41, 23, (row, i, random) => ({
    mass: (1_000_000_000 + Number(row.mass) - 4000).toString(),
    wing: (Number(row.wing) + (i === 12 ? 400 : 0)).toFixed(1),
    bill: Math.exp(2 * normalFrom(random)).toFixed(4),
    sex: i % 4 === 0 ? 'male' : 'female',
  })),
  /** Many rows: limits of distributions, and pictures of some of the rows. */
  many: rowsOf(621, 31, (_, i) => (i % 50 === 11 ? { gappy: '' } : {})),
};

/** A table drawn by a seed: 24 to 83 rows, some cells missing. */
export function randomTable(seed: number): string {
  const random = randomFrom(seed);
  const [n, gaps] = [24 + Math.floor(60 * random()), 0.1 * random()];
  return rowsOf(n, seed, (_, __, next) => ({
    ...(next() < gaps ? { mass: '' } : {}),
    ...(next() < gaps ? { kind: '' } : {}),
    ...(next() < 0.15 ? { gappy: '' } : {}),
  }));
}
