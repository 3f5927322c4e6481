import type { Cell } from '@columnist/contract';
import { ofRuns } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ workers: 1 });
});
afterAll(() => engine.close());

/** A cell as written, and what it says: null is a missing value. */
interface Written {
  readonly text: string;
  readonly means: Cell;
}

interface Column {
  readonly what: string;
  readonly name: string;
  readonly cells: readonly Written[];
}

const rows = 24;
const cellsOf = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: rows, maxLength: rows });
const pick = <const T>(...from: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...from);

const grouped = (digits: string, mark: string, lakh: boolean): string =>
  mark === ''
    ? digits
    : lakh
      ? digits.replace(/(\d)(?=(\d\d)+\d$)/g, `$1${mark}`)
      : digits.replaceAll(/(\d)(?=(\d{3})+$)/g, `$1${mark}`);

/** Decimal numbers in one style, some cells negative. */
const numbers: fc.Arbitrary<Column> = fc
  .record({
    values: cellsOf(
      fc.record({ whole: fc.nat(9_999_999), cents: fc.nat(99), minus: fc.boolean() }),
    ),
    point: pick('.', ','),
    group: pick('', '', ' ', '\u202f', "'", 'other'),
    lakh: fc.boolean(),
    minus: pick('-', '\u2212', 'behind', 'parentheses'),
    beside: pick('', '', '€', 'kg', 'zł', 'USD', 'µg/m³', '%'),
    before: fc.boolean(),
  })
  .map(({ values, point, group, lakh, minus, beside, before }) => ({
    what: `numbers ${JSON.stringify({ point, group, minus, beside, before })}`,
    name: 'amount',
    cells: values.map(({ whole, cents, minus: isMinus }) => {
      const mark = group === 'other' ? (point === ',' ? '.' : ',') : group;
      const fraction = String(cents).padStart(2, '0');
      const digits = `${grouped(String(whole), mark, lakh && mark === ',' && point === '.')}${point}${fraction}`;
      const withUnit =
        beside === '' ? digits : before ? `${beside} ${digits}` : `${digits} ${beside}`;
      const value = Number(`${whole}.${fraction}`);
      const text = !isMinus
        ? withUnit
        : minus === 'behind'
          ? withUnit.replace(digits, `${digits}-`)
          : minus === 'parentheses'
            ? withUnit.replace(digits, `(${digits})`)
            : withUnit.replace(digits, `${minus}${digits}`);
      return { text, means: isMinus && value !== 0 ? -value : value };
    }),
  }));

const identifiers: fc.Arbitrary<Column> = fc
  .record({
    seeds: cellsOf(fc.bigInt(10n ** 16n, 10n ** 17n - 1n)),
    form: pick('long', 'padded', 'version', 'flight', 'phone', 'grouped phone', 'dotted'),
  })
  .map(({ seeds, form }) => {
    const name = {
      long: 'id',
      padded: 'zip',
      version: 'version',
      flight: 'flight',
      phone: 'phone',
      'grouped phone': 'phone',
      dotted: 'article',
    }[form];
    return {
      what: `identifiers ${form}`,
      name,
      cells: seeds.map((seed) => {
        const part = (modulus: bigint): string => String(seed % modulus);
        const text = {
          long: String(seed),
          padded: part(100_000n).padStart(6, '0'),
          version: `${part(4n)}.${part(31n)}`,
          flight: `${String((seed % 9n) + 1n)}E${String((seed % 300n) + 10n)}`,
          phone: `+49${String(seed).slice(0, 10)}`,
          'grouped phone': `555 ${String(seed).slice(0, 3)} ${String(seed).slice(3, 6)}`,
          dotted: `${part(90n)}.${part(120n)}`,
        }[form];
        return { text, means: text };
      }),
    };
  });

const two = (n: number): string => String(n).padStart(2, '0');
const monthOf = (locale: string, month: number): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' })
    .formatToParts(Date.UTC(2020, month - 1, 5))
    .find(({ type }) => type === 'month')?.value ?? '';

const dates: fc.Arbitrary<Column> = fc
  .record({
    days: cellsOf(
      fc.record({
        year: fc.integer({ min: 2001, max: 2038 }),
        month: fc.integer({ min: 1, max: 12 }),
        day: fc.integer({ min: 1, max: 28 }),
        hour: fc.integer({ min: 0, max: 23 }),
        minute: fc.integer({ min: 0, max: 59 }),
      }),
    ),
    form: pick(
      'iso',
      'slashes',
      'short iso',
      'dmy',
      'mdy',
      'dots',
      'short',
      'words',
      'sas',
      'clock',
    ),
    locale: pick('de', 'fr', 'es', 'sv', 'pl', 'en'),
  })
  .map(({ days, form, locale }) => ({
    what: `dates ${form} ${locale}`,
    name: 'day',
    cells: days.map(({ year: y, month: m, day: d, hour, minute }) => {
      const iso = `${y}-${two(m)}-${two(d)}`;
      const half = `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
      const text = {
        iso,
        slashes: `${y}/${two(m)}/${two(d)}`,
        'short iso': `${y}-${m}-${d}`,
        dmy: `${two(d)}/${two(m)}/${y}`,
        mdy: `${m}/${d}/${y}`,
        dots: `${two(d)}.${two(m)}.${y}`,
        short: `${two(d)}.${two(m)}.${two(y % 100)}`,
        words: `${d} ${monthOf(locale, m)} ${y}`,
        sas: `${two(d)}${monthOf('en', m).slice(0, 3).toUpperCase()}${y}`,
        clock: `${y}/${two(m)}/${two(d)} ${half}`,
      }[form];
      return { text, means: form === 'clock' ? `${iso}T${two(hour)}:${two(minute)}:00` : iso };
    }),
  }));

const times: fc.Arbitrary<Column> = fc
  .record({
    clocks: cellsOf(
      fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) }),
    ),
    form: pick('plain', 'short', 'half'),
    name: pick('opens', 'duration'),
  })
  .map(({ clocks, form, name }) => ({
    what: `times ${form} ${name}`,
    name,
    cells: clocks.map(({ hour, minute }) => ({
      text: {
        plain: `${two(hour)}:${two(minute)}`,
        short: `${hour}:${two(minute)}`,
        half: `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'am' : 'pm'}`,
      }[form],
      means: `${two(hour)}:${two(minute)}:00`,
    })),
  }));

const answers: fc.Arbitrary<Column> = fc
  .record({
    truths: cellsOf(fc.boolean()),
    words: pick(
      ['Ja', 'Nein'],
      ['Y', 'N'],
      ['T', 'F'],
      ['oui', 'non'],
      ['YES', 'NO'],
      ['да', 'нет'],
    ),
    name: pick('paid', 'country'),
  })
  .map(({ truths, words, name }) => ({
    what: `answers ${words.join('/')}`,
    name,
    cells: truths.map((truth) => ({ text: words[truth ? 0 : 1] ?? '', means: truth })),
  }));

const texts: fc.Arbitrary<Column> = fc
  .record({
    words: cellsOf(
      pick('NA', 'DE', 'FR', 'null', 'Null', 'NULL', 'n.a.', '-', 'good', 'inf', '1', '0x1A'),
    ),
    name: pick('country', 'surname', 'remark'),
  })
  .map(({ words, name }) => ({
    what: 'texts',
    name,
    cells: words.map((text) => ({ text, means: text })),
  }));

const missing = ['', 'NA', 'n/a', '..', '*****', 'missing', '#N/A', '–', 'NULL'];
/** Some cells of a column are left out in one way. */
const withGaps = (column: fc.Arbitrary<Column>): fc.Arbitrary<Column> =>
  fc
    .record({ column, word: pick(...missing), every: fc.integer({ min: 3, max: 40 }) })
    .map(({ column: { cells, ...rest }, word, every }) => ({
      ...rest,
      cells: cells.map((cell, i) => (i % every === every - 1 ? { text: word, means: null } : cell)),
    }));

const columns = fc.array(
  fc.oneof(
    withGaps(numbers),
    identifiers,
    withGaps(dates),
    withGaps(times),
    withGaps(answers),
    texts,
  ),
  { minLength: 5, maxLength: 10 },
);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const changes =
  /minus|negative|amounts in|read as missing|read as dates?|times of day|yes or no|thousands|decimal comma|kept|could|rounded|years of two digits/;

test('columns of a known kind come out as what they say, or as written with a note', async () => {
  await fc.assert(
    fc.asyncProperty(columns, pick(',', ';'), async (given, delimiter) => {
      const named = given.map((column, i) => ({ ...column, name: `c${i} ${column.name}` }));
      const content = [
        named.map(({ name }) => quoted(name)),
        ...Array.from({ length: rows }, (_, row) =>
          named.map(({ cells }) => quoted(cells[row]?.text ?? '')),
        ),
      ]
        .map((record) => record.join(delimiter))
        .join('\n');
      const { admitted, table } = await engine.admit(`${content}\n`);
      const { items } = await engine.engine.rows(table, { limit: 1000, offset: 0 });
      expect(items).toHaveLength(rows);
      named.forEach(({ what, name, cells }, i) => {
        const said = admitted.admission.notes
          .filter(({ column }) => column === name)
          .map(({ message }) => message)
          .join(' ');
        const silent = items.flatMap((row, n) => {
          const [read = null, cell] = [row[i], cells[n]];
          if (cell === undefined) return [];
          // A whole number is given as a number where that holds it.
          if (read === cell.means || String(read) === cell.text) return [];
          if (read === null && cell.text === '') return [];
          if (read === cell.text || read === null) return changes.test(said) ? [] : [cell.text];
          return [`${cell.text} as ${String(read)}`];
        });
        const isChanged = items.some((row, n) => {
          const [read = null, cell] = [row[i], cells[n]];
          return typeof read !== 'string' && String(read) !== cell?.text && cell?.text !== '';
        });
        expect({ what, silent, said }).toEqual({ what, silent: [], said });
        if (isChanged && !/^numbers|^dates iso|^times plain/.test(what))
          expect({ what, said }).toEqual({ what, said: expect.stringMatching(changes) });
      });
    }),
    { ...ofRuns(10, 200), endOnFailure: true },
  );
}, 120_000);
