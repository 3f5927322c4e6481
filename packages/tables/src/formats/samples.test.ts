import type { Cell } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

/**
 * Files that R with haven and foreign, pandas, Python and PSPP wrote of one table, by the scripts
 * scripts/fixtures/formats.R, formats.sps and formats.py: every cell is the writer's.
 */
const folder = join(import.meta.dirname, 'samples');
const truth = z
  .object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  })
  .parse(JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')));

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const bytesOf = (file: string): Buffer => readFileSync(join(folder, file));
const column = (name: string): number => truth.columns.indexOf(name);
/** Rows of these columns as they are answered; moments have a T there. */
const rowsOf = (...names: string[]): Cell[][] =>
  truth.rows.map((row) =>
    names.map((name) => {
      const value = row[column(name)] ?? null;
      return name === 'at' && typeof value === 'string' ? value.replace(' ', 'T') : value;
    }),
  );
const people = ['id', 'weight', 'name', 'sex', 'day', 'at'];

describe('cells are equal to those of the program that wrote the file', () => {
  it.each([
    'haven-byte.sav',
    'haven-none.sav',
    'haven-zsav.zsav',
    'haven-8.dta',
    'haven-10.dta',
    'haven-12.dta',
    'haven-13.dta',
    'haven-14.dta',
    'haven-15.dta',
    'pandas-114.dta',
    'pandas-117.dta',
    'pandas-118.dta',
    'pandas-119.dta',
    'haven-5.xpt',
    'haven-8.xpt',
  ])('%s', async (file) => {
    const { names, items, messages } = await test.import(bytesOf(file), file);
    expect({ names, items, messages }).toEqual({
      names: people,
      items: rowsOf(...people),
      // What does not state its encoding is UTF-8 where it can be.
      messages: /pandas-11[47]/.test(file)
        ? ['1 text is not UTF-8, and read as windows-1252, for the file does not say its encoding.']
        : [],
    });
  });

  it.each(['haven-declared.sav', 'pspp.sav', 'pspp-plain.sav', 'pspp.zsav'])(
    '%s, with values that it declares missing, times, and texts of many segments',
    async (file) => {
      const { names, items, messages } = await test.import(bytesOf(file), file);
      const hasClock = file.startsWith('haven');
      const long = ['a'.repeat(300), 'b'.repeat(600), null, 'é'.repeat(200), 'z', null];
      const clock = ['00:00:00', '01:00:00', '23:59:59', null, '00:01:01', '00:00:05'];
      expect({ names, items, messages }).toEqual({
        names: [...people, ...(hasClock ? ['clock'] : []), 'long'],
        items: rowsOf(...people).map(
          ([id = null, weight = null, name = null, sex = null, ...rest], i) => [
            id,
            weight === -2.25 ? null : weight,
            name,
            sex === 9 ? null : sex,
            ...rest,
            ...(hasClock ? [clock[i]] : []),
            long[i],
          ],
        ),
        messages: [
          '1 cell is missing by what the file declares: -2.25.',
          '1 cell is missing by what the file declares: 9 (Refused).',
        ],
      });
    },
  );

  it('haven-tagged.dta, whose missing values have letters', async () => {
    const { items, messages } = await test.import(bytesOf('haven-tagged.dta'), 'x.dta');
    expect({ weights: items.map(([, weight]) => weight), messages }).toEqual({
      weights: [1.5, null, null, 0.1, 10_000_000_000, 123_456.789],
      messages: ['2 cells are missing by what the file declares: .a; .z.'],
    });
  });

  it('haven-missing.xpt, whose missing values have letters', async () => {
    const { items, messages } = await test.import(bytesOf('haven-missing.xpt'), 'x.xpt');
    expect({ items, messages }).toEqual({
      items: [[1], [null], [null], [null], [0.1], [-1e70]],
      messages: ['2 cells are missing by what the file declares: .A; .Z.'],
    });
  });

  it.each([13, 14, 15])(
    'haven-strl-%i.dta, whose texts are kept apart from the rows',
    async (release) => {
      const { items } = await test.import(bytesOf(`haven-strl-${release}.dta`), 'x.dta');
      const notes = ['x'.repeat(3000), 'short', null, 'é'.repeat(1500), 'y', 'z'];
      expect(items).toEqual(notes.map((note, i) => [i + 1, note]));
    },
  );

  it.each([117, 118, 119])(
    'pandas-strl-%i.dta, whose texts are kept apart from the rows',
    async (release) => {
      const { items } = await test.import(bytesOf(`pandas-strl-${release}.dta`), 'x.dta');
      expect(items).toEqual([
        [1, 'x'.repeat(3000)],
        [2, null],
        [3, 'short'],
      ]);
    },
  );

  it('pandas-periods.dta, whose months and quarters are their first days', async () => {
    const { items, messages } = await test.import(bytesOf('pandas-periods.dta'), 'x.dta');
    expect({ items, messages }).toEqual({
      items: [
        ['2024-01-01', '2024-01-01'],
        ['1959-12-01', '1959-10-01'],
        ['2024-03-01', '2024-07-01'],
      ],
      messages: [
        'Months are read as the date on which they begin.',
        'Quarters are read as the date on which they begin.',
      ],
    });
  });

  it.each(['foreign-8.dta', 'foreign-10.dta'])(
    '%s, which has days as numbers and NA as a text',
    async (file) => {
      const { items, messages } = await test.import(bytesOf(file), file);
      const days = [23_376, -1, null, -21_855, 51_499, 23_435];
      expect({ items, messages }).toEqual({
        items: rowsOf('id', 'weight', 'name', 'sex').map(([id, weight, name, sex], i) => [
          id,
          weight,
          name ?? 'NA',
          sex,
          days[i],
        ]),
        messages: ['1 cell is missing by what the file declares: .z.'],
      });
    },
  );

  it.each([
    'pandas-records.json',
    'pandas-columns.json',
    'pandas-split.json',
    'pandas-table.json',
    'pandas-lines.jsonl',
  ])('%s', async (file) => {
    const { names, items } = await test.import(bytesOf(file), file);
    const kept = [...people, 'flag', 'price'];
    expect({ names, items: items.map((row) => row.toSpliced(7, 1)) }).toEqual({
      names: truth.columns,
      items: rowsOf(...kept),
    });
  });

  it('pandas-values.json, lists without names', async () => {
    const { names, items } = await test.import(bytesOf('pandas-values.json'), 'x.json');
    expect({ names, items: items.map((row) => row.slice(0, 7)) }).toEqual({
      names: truth.columns.map((_, i) => `column_${i + 1}`),
      items: rowsOf(...people, 'flag'),
    });
  });

  /** A column with whole numbers that no double holds is answered as texts. */
  const exact = ['9007199254740993', '-9223372036854775808', null, '9223372036854775807', '0', '1'];

  it('python-indented.json, with whole numbers beyond 2^53', async () => {
    const { names, storages, items } = await test.import(bytesOf('python-indented.json'), 'x.json');
    expect({ names, big: storages[7], items }).toEqual({
      names: truth.columns,
      big: 'BIGINT',
      items: rowsOf(...truth.columns).map((row, i) => row.with(7, exact[i] ?? null)),
    });
  });

  it('python.sqlite, a table of three, with dates as the texts that they are', async () => {
    const { names, storages, items } = await test.import(bytesOf('python.sqlite'), 'x.db');
    expect({ names, storages, items }).toEqual({
      names: truth.columns,
      storages: [
        'BIGINT',
        'DOUBLE',
        'VARCHAR',
        'BIGINT',
        'VARCHAR',
        'VARCHAR',
        'BOOLEAN',
        'BIGINT',
        'VARCHAR',
      ],
      items: truth.rows.map((row, i) => row.with(7, exact[i] ?? null)),
    });
  });

  it('python.sqlite, a table of values of every kind', async () => {
    const read = await test.import(bytesOf('python.sqlite'), 'x.db', { part: { table: 'mixed' } });
    expect({ items: read.items, messages: read.messages }).toEqual({
      items: [
        ['1', 'AP8='],
        ['two', null],
        ['3.5', 'b2s='],
      ],
      messages: [
        "The file has 2 other tables that are not read: 'other', 'people'.",
        '1 cell is text among numbers: the column is kept as text.',
        '2 cells hold bytes, kept as text in base 64.',
      ],
    });
  });

  it('python-fixed.txt, fixed width in windows-1252', async () => {
    const { names, items } = await test.import(bytesOf('python-fixed.txt'), 'x.txt');
    expect({ names, items }).toEqual({
      names: ['id', 'weight', 'name', 'sex', 'day'],
      // 'NA' is a missing word in text, where nothing is typed.
      items: rowsOf('id', 'weight', 'name', 'sex', 'day').map((row) =>
        row.map((cell) => (cell === 'NA' ? null : cell)),
      ),
    });
  });

  it('r-print.txt, columns that end at the same character', async () => {
    const { names, items } = await test.import(bytesOf('r-print.txt'), 'x.txt');
    expect({ names, items }).toEqual({
      names: ['id', 'weight', 'day'],
      items: rowsOf('id', 'weight', 'day'),
    });
  });
});

it('says what columns and values are called', async () => {
  const { admitted } = await test.import(bytesOf('haven-14.dta'), 'x.dta');
  expect(
    admitted.columns.map(({ name, label, value_labels }) => ({ name, label, value_labels })),
  ).toEqual([
    { name: 'id' },
    { name: 'weight', label: 'Weight in kg' },
    { name: 'name' },
    {
      name: 'sex',
      label: 'Sex as stated',
      value_labels: [
        { value: 1, label: 'Female' },
        { value: 2, label: 'Male' },
        { value: 9, label: 'Refused' },
      ],
    },
    { name: 'day' },
    { name: 'at' },
  ]);
});
