import { ofRuns } from '@columnist/testing';
import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readTextTable } from './read-text-table.ts';

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

/**
 * RFC 4180; a field is also quoted where it holds another delimiter, or where it is empty and alone
 * on its line.
 */
function writeCsv(
  records: readonly (readonly string[])[],
  { delimiter, end, alwaysQuote, lastEnd }: Style,
): string {
  const field = (text: string, alone: boolean): string =>
    alwaysQuote || /[",;\t|\r\n]|^ +"/.test(text) || (alone && text === '')
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const lines = records.map((record) =>
    record.map((text) => field(text, record.length === 1)).join(delimiter),
  );
  return lines.join(end) + (lastEnd ? end : '');
}

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(' ', '"', ',', ';', '|', '\t', '\n', '\r', "'", '#', '-', '.', '0', 'a'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 12,
  })
  .filter((value) => !/\0/.test(value) && value.isWellFormed());
const table = fc.integer({ min: 1, max: 5 }).chain((columns) =>
  fc.array(fc.array(text, { minLength: columns, maxLength: columns }), {
    minLength: 1,
    maxLength: 20,
  }),
);
const missing = new Set(['', 'NA', 'N/A', '#N/A', 'NULL', 'null']);

describe('a table that is written and admitted is the table that is read', () => {
  it('text in any supported dialect', async () => {
    await fc.assert(
      fc.asyncProperty(table, style, async (rows, written) => {
        const names = rows[0]?.map((_, i) => `name ${i}`) ?? [];
        // A last row of plain words makes every column text.
        const records = [...rows, names.map(() => 'word'), names.map(() => 'other')];
        const read = await test.read(
          writeCsv([names, ...records, ...records.map(() => names.map(() => 'word'))], written),
        );
        expect(read.items.slice(0, records.length)).toEqual(
          records.map((record) => record.map((cell) => (missing.has(cell) ? null : cell))),
        );
      }),
      ofRuns(8, 25),
    );
  }, 120_000);

  it('numbers, dates and truth values, exactly', async () => {
    const record = fc.record({
      whole: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
      cents: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
      double: fc.double({ noNaN: true, noDefaultInfinity: true }),
      day: fc.date({
        min: new Date('0001-01-01'),
        max: new Date('9999-12-31'),
        noInvalidDate: true,
      }),
      truth: fc.boolean(),
    });
    // Their difference is more than a double can hold.
    const largest = (sign: 1 | -1) => ({
      whole: 1n,
      cents: 1,
      double: sign * Number.MAX_VALUE,
      day: new Date('2026-01-01'),
      truth: sign === 1,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 20 }),
        style,
        async (rows, written) => {
          const fields = rows.map(({ whole, cents, double, day, truth }) => [
            String(whole),
            (cents / 100).toFixed(2),
            double.toExponential(),
            day.toISOString().slice(0, 10),
            String(truth),
          ]);
          const read = await test.read(
            writeCsv([['whole', 'cents', 'double', 'day', 'truth'], ...fields], written),
          );
          expect(read.types.slice(2)).toEqual(['DOUBLE', 'DATE', 'BOOLEAN']);
          expect(read.items.map(([whole, ...rest]) => [BigInt(String(whole)), ...rest])).toEqual(
            rows.map(({ whole, cents, double, day, truth }) => [
              whole,
              Number((cents / 100).toFixed(2)) + 0,
              double + 0,
              day.toISOString().slice(0, 10),
              truth,
            ]),
          );
        },
      ),
      {
        ...ofRuns(8, 20),
        examples: [
          [
            [largest(1), largest(-1)],
            { delimiter: ',', end: '\n', alwaysQuote: false, lastEnd: true },
          ],
        ],
      },
    );
  }, 120_000);

  it('text in any dialect that is stated: every cell as written', async () => {
    const stated = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|', '||', '::', '~', ', ', '<>'),
      quote: fc.constantFrom('"' as const, "'" as const),
      escape: fc.constantFrom('doubled' as const, 'backslash' as const),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      preamble: fc.constantFrom([], ['made by hand'], ['a, b; c', '', '# 7']),
    });
    const cell = fc.oneof(
      text,
      fc.string({ unit: fc.constantFrom('\\', '"', "'", ',', 'a'), maxLength: 6 }),
    );
    const cells = fc.integer({ min: 2, max: 5 }).chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 12,
      }),
    );
    const folder = await mkdtemp(join(tmpdir(), 'columnist-round-'));
    try {
      await fc.assert(
        fc.asyncProperty(
          cells,
          stated,
          async (rows, { delimiter, quote, escape, end, preamble }) => {
            const names = rows[0]?.map((_, i) => `name ${i}`) ?? [];
            const escaped = (value: string): string =>
              escape === 'doubled'
                ? value.replaceAll(quote, quote + quote)
                : value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
            const field = (value: string): string => `${quote}${escaped(value)}${quote}`;
            const lines = [
              ...preamble,
              ...[names, ...rows].map((record) => record.map(field).join(delimiter)),
            ];
            await writeFile(join(folder, 'file.csv'), lines.map((line) => line + end).join(''));
            const read = await readTextTable(
              join(folder, 'file.csv'),
              {
                encoding: 'utf-8',
                delimiter,
                quote,
                escape: escape === 'doubled' ? quote : '\\',
                header_rows: 1,
                skip_lines: preamble.length,
                comment: null,
              },
              join(folder, 'scratch'),
            );
            expect({ names: read.names, rows: read.rows }).toEqual({ names, rows });
          },
        ),
        ofRuns(20, 60),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 120_000);
});
