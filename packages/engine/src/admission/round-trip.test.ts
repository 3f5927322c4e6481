import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '../testing.ts';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

interface Style {
  readonly delimiter: string;
  readonly end: string;
  readonly alwaysQuote: boolean;
  readonly lastEnd: boolean;
}

const style: fc.Arbitrary<Style> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  alwaysQuote: fc.boolean(),
  lastEnd: fc.boolean(),
});

/** RFC 4180; a field is also quoted where it holds another delimiter, or where it is empty and alone on its line. */
function writeCsv(records: readonly (readonly string[])[], { delimiter, end, alwaysQuote, lastEnd }: Style): string {
  const field = (text: string, alone: boolean): string => (alwaysQuote || /[",;\t|\r\n]|^ +"/.test(text) || (alone && text === '') ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = records.map((record) => record.map((text) => field(text, record.length === 1)).join(delimiter));
  return lines.join(end) + (lastEnd ? end : '');
}

const text = fc.string({ unit: fc.oneof(fc.constantFrom(' ', '"', ',', ';', '|', '\t', '\n', '\r', "'", '#', '-', '.', '0', 'a'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })), maxLength: 12 }).filter((value) => !/\0/.test(value) && value.isWellFormed());
const table = fc.integer({ min: 1, max: 5 }).chain((columns) => fc.array(fc.array(text, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 20 }));
const missing = new Set(['', 'NA', 'N/A', '#N/A', 'NULL', 'null']);

describe('a table that is written and admitted is the table that is read', () => {
  it('text in any supported dialect', async () => {
    await fc.assert(
      fc.asyncProperty(table, style, async (rows, written) => {
        const names = rows[0]?.map((_, i) => `name ${i}`) ?? [];
        // A last row of plain words makes every column text.
        const records = [...rows, names.map(() => 'word'), names.map(() => 'other')];
        const read = await test.read(writeCsv([names, ...records, ...records.map(() => names.map(() => 'word'))], written));
        expect(read.items.slice(0, records.length)).toEqual(records.map((record) => record.map((cell) => (missing.has(cell) ? null : cell))));
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('numbers, dates and truth values, exactly', async () => {
    const record = fc.record({
      whole: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
      cents: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
      double: fc.double({ noNaN: true, noDefaultInfinity: true }),
      day: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      truth: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), style, async (rows, written) => {
        const fields = rows.map(({ whole, cents, double, day, truth }) => [String(whole), (cents / 100).toFixed(2), double.toExponential(), day.toISOString().slice(0, 10), String(truth)]);
        const read = await test.read(writeCsv([['whole', 'cents', 'double', 'day', 'truth'], ...fields], written));
        expect(read.types.slice(2)).toEqual(['DOUBLE', 'DATE', 'BOOLEAN']);
        expect(read.items.map(([whole, ...rest]) => [BigInt(String(whole)), ...rest])).toEqual(
          rows.map(({ whole, cents, double, day, truth }) => [whole, Number((cents / 100).toFixed(2)) + 0, double + 0, day.toISOString().slice(0, 10), truth]),
        );
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});
