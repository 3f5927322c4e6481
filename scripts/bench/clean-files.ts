/** Files whose truth is known; the same for a seed each time. */

/** A generator of its own (mulberry32), so that a run can be repeated. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
export type Random = ReturnType<typeof randomOf>;

/** A table that is written as a file; cells are texts as a reader gives them back. */
export interface CleanFile {
  readonly kind: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly quoteAll: boolean;
}

const cities = [
  'Bern',
  'Oslo',
  'Rome',
  'Lima',
  'Quito',
  'Accra',
  'Turin',
  'Porto',
  'Leeds',
  'Malmö',
];
const people = [
  'Anna',
  'Bert',
  'Carla',
  'David',
  'Erika',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
];
const goods = ['bolt', 'hinge', 'lamp', 'rope', 'valve', 'hose', 'brush', 'crate', 'nail', 'panel'];
const pick = (random: Random, of: readonly string[]): string => of[random(of.length)] ?? '';
const two = (n: number): string => String(n).padStart(2, '0');
const whole =
  (below: number, from = 0) =>
  (random: Random): string =>
    String(from + random(below));
const fixed =
  (below: number, places: number) =>
  (random: Random): string =>
    (random(below * 10 ** places) / 10 ** places).toFixed(places);
const day = (random: Random): string =>
  `20${two(random(25))}-${two(1 + random(12))}-${two(1 + random(28))}`;
const clock = (random: Random): string => `${two(random(24))}:${two(random(60))}`;
const code = (random: Random): string =>
  `${pick(random, ['AX', 'BX', 'CX'])}-${1000 + random(9000)}`;
const word =
  (of: readonly string[]) =>
  (random: Random): string =>
    pick(random, of);
const phrase = (random: Random): string =>
  `${pick(random, goods)} for ${pick(random, cities)}, box of ${1 + random(20)}`;
const lines = (random: Random): string =>
  `${pick(random, people)} wrote\nfrom ${pick(random, cities)}`;
const said = (random: Random): string => `${pick(random, people)} said "${pick(random, goods)}"`;

type Cell = (random: Random, row: number) => string;
interface Kind {
  readonly columns: Readonly<Record<string, Cell>>;
  readonly delimiter?: string;
  readonly lineEnd?: string;
  readonly quoteAll?: boolean;
}
const count: Cell = (_, row) => String(row + 1);

/** Twenty-five forms in which tables are written. */
const kinds: Readonly<Record<string, Kind>> = {
  measures: { columns: { id: count, temperature: fixed(40, 1), humidity: whole(100) } },
  sales: { columns: { date: day, product: word(goods), quantity: whole(50), price: fixed(90, 2) } },
  persons: { columns: { name: word(people), city: word(cities), age: whole(80, 5) } },
  semicolons: { columns: { id: count, city: word(cities), value: fixed(900, 2) }, delimiter: ';' },
  tabs: { columns: { sample: code, depth: fixed(20, 1), site: word(cities) }, delimiter: '\t' },
  bars: { columns: { order: code, item: word(goods), amount: whole(500) }, delimiter: '|' },
  crlf: {
    columns: { id: count, score: whole(100), grade: word(['good', 'fair', 'poor']) },
    lineEnd: '\r\n',
  },
  quoted: { columns: { id: count, city: word(cities), value: whole(1000) }, quoteAll: true },
  phrases: { columns: { id: count, description: phrase, price: fixed(70, 2) } },
  texts: { columns: { id: count, note: lines, rating: whole(5, 1) } },
  speech: { columns: { id: count, quote: said, year: whole(60, 1960) } },
  words: { columns: { first_name: word(people), city: word(cities), product: word(goods) } },
  numbers: { columns: { x: fixed(10, 3), y: fixed(10, 3), z: fixed(10, 3) } },
  codes: {
    columns: { code, group: word(['red', 'green', 'blue']), status: word(['open', 'closed']) },
  },
  times: { columns: { date: day, time: clock, reading: fixed(300, 2) } },
  wide: {
    columns: Object.fromEntries(
      Array.from({ length: 24 }, (_, j) => [`item_${j + 1}`, whole(5, 1)] as const),
    ),
  },
  years: {
    columns: {
      country: word(cities),
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, j) => [String(2010 + j), whole(90_000, 3000)]),
      ),
    },
  },
  gaps: {
    columns: {
      id: count,
      a: (r) => (r(4) === 0 ? '' : String(r(99))),
      b: (r) => (r(4) === 0 ? '' : pick(r, cities)),
    },
  },
  money: {
    columns: {
      invoice: code,
      customer: word(people),
      total: fixed(4000, 2),
      paid: word(['yes', 'no']),
    },
  },
  places: { columns: { city: word(cities), lat: fixed(80, 5), lon: fixed(170, 5) } },
  two: { columns: { key: count, value: fixed(10, 2) } },
  one: { columns: { reading: fixed(500, 2) } },
  signs: {
    columns: { id: count, change: (r) => `${r(2) === 0 ? '-' : ''}${1 + r(90)}.${two(r(100))}` },
  },
  links: {
    columns: {
      id: count,
      url: (r) => `https://example.org/${pick(r, goods)}?page=${r(90)}`,
      visits: whole(9000),
    },
  },
  large: {
    columns: {
      id: (_, row) => String(10_000_000 + row),
      population: whole(9_000_000, 1000),
      area: fixed(5000, 1),
    },
  },
};
export const kindNames = Object.keys(kinds);

/** A clean file of a kind: 12 to 70 rows. */
export function cleanFile(kind: string, seed: number): CleanFile {
  const {
    columns,
    delimiter = ',',
    lineEnd = '\n',
    quoteAll = false,
  } = kinds[kind] ?? { columns: {} };
  const random = randomOf(seed);
  const names = Object.keys(columns).sort((a, b) => order(columns, a) - order(columns, b));
  const rows = Array.from({ length: 12 + random(59) }, (_, row) =>
    names.map((name) => columns[name]?.(random, row) ?? ''),
  );
  return { kind, names, rows, delimiter, lineEnd, quoteAll };
}

/** Names that are whole numbers come first among the keys of an object; here they come last. */
const order = (columns: Readonly<Record<string, Cell>>, name: string): number =>
  Object.keys(columns).indexOf(name) + (/^\d+$/.test(name) ? 1000 : 0);

const field = (cell: string, { delimiter, quoteAll }: CleanFile): string =>
  quoteAll || /["\r\n]/.test(cell) || cell.includes(delimiter)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
export const recordOf = (cells: readonly string[], file: CleanFile): string =>
  cells.map((cell) => field(cell, file)).join(file.delimiter);
export const textOf = (file: CleanFile): string =>
  [file.names, ...file.rows].map((cells) => recordOf(cells, file) + file.lineEnd).join('');
