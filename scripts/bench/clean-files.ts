/** Files whose truth is known, and faults that are put into them; the same for a seed each time. */

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
type Random = ReturnType<typeof randomOf>;

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

/**
 * A file with one fault. `truth` is what it still says; null where the fault takes something away,
 * or leaves open what was meant, so that a reader must speak of it, ask or refuse.
 */
export interface Mutation {
  readonly fault: string;
  readonly text: string;
  readonly truth: Pick<CleanFile, 'names' | 'rows'> | null;
}

type Fault = (file: CleanFile, random: Random) => Omit<Mutation, 'fault'> | null;

const joined = (file: CleanFile, records: readonly string[]): string =>
  records.map((record) => record + file.lineEnd).join('');
const recordsOf = (file: CleanFile): string[] =>
  [file.names, ...file.rows].map((cells) => recordOf(cells, file));
/** A data row, by its place among the records. */
const someRow = (file: CleanFile, random: Random): number => 1 + random(file.rows.length);
const replaced = (records: readonly string[], at: number, ...by: string[]): string[] => [
  ...records.slice(0, at),
  ...by,
  ...records.slice(at + 1),
];

/**
 * Faults as files get them. What makes another valid file is left out by rule: where a table has
 * one column, most have none.
 */
const faults: Readonly<Record<string, Fault>> = {
  'no line end at the end': (file) => ({
    text: textOf(file).slice(0, -file.lineEnd.length),
    truth: file,
  }),
  'blank line within': (file, random) => {
    if (file.names.length < 2) return null;
    const records = recordsOf(file);
    const at = someRow(file, random);
    return { text: joined(file, replaced(records, at, '', records[at] ?? '')), truth: file };
  },
  'title above': (file) =>
    file.names.length < 2
      ? null
      : { text: joined(file, ['Report of the spring', '', ...recordsOf(file)]), truth: file },
  'comment above': (file) =>
    file.names.length < 2
      ? null
      : { text: joined(file, ['# made by a program', ...recordsOf(file)]), truth: file },
  'source below': (file) =>
    file.names.length < 2
      ? null
      : { text: joined(file, [...recordsOf(file), '', 'Source: own survey']), truth: file },
  'header again': (file, random) => {
    if (file.names.length < 2) return null;
    const records = recordsOf(file);
    const at = someRow(file, random);
    return {
      text: joined(file, replaced(records, at, records[0] ?? '', records[at] ?? '')),
      truth: file,
    };
  },
  'row cut short': (file, random) => {
    if (file.names.length < 3) return null;
    const at = someRow(file, random);
    const cells = file.rows[at - 1] ?? [];
    return {
      text: joined(file, replaced(recordsOf(file), at, recordOf(cells.slice(0, -1), file))),
      truth: null,
    };
  },
  'row too long': (file, random) => {
    if (file.names.length < 2) return null;
    const at = someRow(file, random);
    const cells = [...(file.rows[at - 1] ?? []), String(random(90))];
    return {
      text: joined(file, replaced(recordsOf(file), at, recordOf(cells, file))),
      truth: null,
    };
  },
  'delimiter at the end of a row': (file, random) => {
    if (file.names.length < 2) return null;
    const at = someRow(file, random);
    const records = recordsOf(file);
    return {
      text: joined(file, replaced(records, at, `${records[at] ?? ''}${file.delimiter}`)),
      truth: null,
    };
  },
  'delimiter at the end of every row': (file) =>
    file.names.length < 2
      ? null
      : {
          text: joined(
            file,
            recordsOf(file).map((record, i) => (i === 0 ? record : record + file.delimiter)),
          ),
          truth: file,
        },
  'row without its quotes': (file, random) => {
    const at = someRow(file, random);
    const cells = file.rows[at - 1] ?? [];
    if (file.names.length < 2 || !cells.some((cell) => cell.includes(file.delimiter))) return null;
    return {
      text: joined(file, replaced(recordsOf(file), at, cells.join(file.delimiter))),
      truth: null,
    };
  },
  'quote that opens and does not close': (file, random) => {
    if (file.names.length < 2) return null;
    const at = someRow(file, random);
    const records = recordsOf(file);
    if ((records[at] ?? '').includes('"')) return null;
    return { text: joined(file, replaced(records, at, `"${records[at] ?? ''}`)), truth: null };
  },
  'row twice as one': (file, random) => {
    if (file.names.length < 3) return null;
    const at = random(file.rows.length - 1) + 1;
    const records = recordsOf(file);
    return {
      text: joined(file, [
        ...records.slice(0, at),
        `${records[at] ?? ''}${file.delimiter}${records[at + 1] ?? ''}`,
        ...records.slice(at + 2),
      ]),
      truth: null,
    };
  },
  'other line ends': (file) => ({
    text: textOf({ ...file, lineEnd: file.lineEnd === '\n' ? '\r\n' : '\n' }),
    truth: file,
  }),
  'byte order mark': (file) => ({ text: `\ufeff${textOf(file)}`, truth: file }),
  'NUL in a cell': (file, random) => {
    const at = someRow(file, random);
    const records = recordsOf(file);
    const record = records[at] ?? '';
    const place = random(record.length + 1);
    return {
      text: joined(
        file,
        replaced(records, at, `${record.slice(0, place)}\0${record.slice(place)}`),
      ),
      truth: null,
    };
  },
  'other table below': (file) =>
    file.names.length < 3
      ? null
      : {
          text: joined(file, [
            ...recordsOf(file),
            '',
            recordOf(['region', 'target'], file),
            recordOf(['north', '3'], file),
            recordOf(['south', '4'], file),
            recordOf(['east', '5'], file),
          ]),
          truth: file,
        },
  'total below': (file) => {
    if (file.names.length < 2) return null;
    const total = file.names.map((_, j) =>
      j === 0 ? 'Total' : j === file.names.length - 1 ? '99' : '',
    );
    return { text: joined(file, [...recordsOf(file), recordOf(total, file)]), truth: null };
  },
  'names left out': (file) =>
    file.names.length < 2 ? null : { text: joined(file, recordsOf(file).slice(1)), truth: null },
  'word among the values': (file, random) => {
    const at = someRow(file, random);
    const cells = file.rows[at - 1] ?? [];
    const j = random(cells.length);
    return {
      text: joined(
        file,
        replaced(recordsOf(file), at, recordOf(cells.toSpliced(j, 1, 'broken'), file)),
      ),
      truth: {
        names: file.names,
        rows: file.rows.map((row, i) => (i === at - 1 ? row.toSpliced(j, 1, 'broken') : row)),
      },
    };
  },
};
export const faultNames = Object.keys(faults);

/** The file with a fault; null where the fault makes another valid file. */
export function mutate(file: CleanFile, fault: string, seed: number): Mutation | null {
  const made = faults[fault]?.(file, randomOf(seed)) ?? null;
  return made === null ? null : { fault, ...made };
}
