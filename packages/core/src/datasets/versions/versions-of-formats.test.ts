import {
  sqliteFile,
  writeDta,
  writeSav,
  writeWorkbook,
  writeXpt,
  writeZip,
} from '@columnist/testing';
import type { Dataset } from '@columnist/contract';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { setColumns } from '../dictionary/set-columns.ts';
import { downloadRepairs } from '../exports/download-repairs.ts';
import { exportDataset } from '../exports/export-dataset.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { getDataset } from '../lifecycle/get-dataset.ts';
import { importFile } from '../lifecycle/import-file.ts';
import { getRows } from '../results/get-rows.ts';
import { listVersions } from './list-versions.ts';
import { rereadDataset } from './reread-dataset.ts';
import { updateDataset } from './update-dataset.ts';

let app: TestCore;
let ctx: ServiceContext;
beforeAll(async () => {
  app = await createTestCore();
});
// Each test has a person of its own, who may have 50 datasets.
beforeEach(async () => {
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
});
afterAll(() => app.close());

type Rows = readonly (readonly [number, number])[];
const [one, two]: readonly [Rows, Rows] = [
  [
    [1, 10.5],
    [2, 20.25],
  ],
  [
    [3, 30.75],
    [4, -40.5],
    [5, 0.125],
  ],
];

const double = (value: number): Buffer => {
  const made = Buffer.alloc(8);
  made.writeDoubleLE(value);
  return made;
};
const bytesOf = (rows: Rows): Buffer[] => rows.map((row) => Buffer.concat(row.map(double)));
const exported = (format: 'parquet' | 'arrow') => async (rows: Rows) => {
  const { id } = await createDataset(ctx, { file: await app.receive(csv(rows), 'made.csv') });
  const { path } = await exportDataset(ctx, { id, format, plain: false });
  return readFile(path);
};
const csv = (rows: Rows): string => `K,V\n${rows.map((row) => `${row.join(',')}\n`).join('')}`;
const ods = (rows: Rows): Buffer => {
  const cell = (value: number | string): string =>
    typeof value === 'number'
      ? `<table:table-cell office:value-type="float" office:value="${value}"/>`
      : `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  const lines = [['K', 'V'], ...rows].map(
    (row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`,
  );
  const ns = 'urn:oasis:names:tc:opendocument:xmlns:';
  return writeZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'content.xml',
      content: `<office:document-content xmlns:office="${ns}office:1.0" xmlns:table="${ns}table:1.0" xmlns:text="${ns}text:1.0"><office:body><office:spreadsheet><table:table table:name="S">${lines.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
};

/** The same rows in every format that is imported. */
const formats: Readonly<Record<string, (rows: Rows) => Buffer | string | Promise<Buffer>>> = {
  xlsx: (rows) => writeWorkbook({ S: [['K', 'V'], ...rows] }),
  ods,
  zip: (rows) => writeZip([{ name: 'inner.csv', content: csv(rows) }]),
  tsv: (rows) => csv(rows).replaceAll(',', '\t'),
  html: (rows) =>
    `<table><tr><th>K<th>V</tr>${rows.map((row) => `<tr><td>${row.join('<td>')}</tr>`).join('')}</table>`,
  parquet: exported('parquet'),
  arrow: exported('arrow'),
  json: (rows) => JSON.stringify(rows.map(([K, V]) => ({ K, V }))),
  jsonl: (rows) => rows.map(([K, V]) => `${JSON.stringify({ K, V })}\n`).join(''),
  fwf: (rows) =>
    [['K', 'V'], ...rows]
      .map(([k, v]) => `${String(k).padEnd(6)}${String(v).padStart(8)}\n`)
      .join(''),
  sav: (rows) => writeSav({ variables: [{ name: 'K' }, { name: 'V' }], rows: bytesOf(rows) }),
  dta: (rows) =>
    writeDta({
      variables: ['K', 'V'].map((name) => ({ name, type: 65_526, format: '%9.0g' })),
      rows: bytesOf(rows),
    }),
  xpt: (rows) =>
    writeXpt(
      ['K', 'V'].map((name) => ({ name, format: '' })),
      rows,
    ),
  sqlite: (rows) =>
    sqliteFile(
      `create table t(K integer, V real); insert into t values ${rows.map((row) => `(${row.join(',')})`).join(',')}`,
    ),
};

const rowsOf = async (id: string) => (await getRows(ctx, { id, limit: 100, offset: 0 })).items;
const fileOf = async (ending: string, rows: Rows, name = 'next') =>
  app.receive((await formats[ending]?.(rows)) ?? csv(rows), `${name}.${ending}`);
const imported = async (ending: string, rows: Rows) =>
  importFile(ctx, { file: await fileOf(ending, rows, 'first') });
const uploaded = async (text: string, name = 'first.csv') =>
  createDataset(ctx, { file: await app.receive(text, name) });

describe.each(Object.keys(formats))('a new version of a .%s file', (ending) => {
  test('replaces CSV, and CSV replaces it', async () => {
    const { id } = await uploaded(csv(one));
    const replaced = await updateDataset(ctx, { id, file: await fileOf(ending, two) });
    expect(await rowsOf(id)).toEqual(two);
    expect({ version: replaced.version, rows: replaced.row_count }).toEqual({
      version: 2,
      rows: 3,
    });
    const format = ending === 'jsonl' ? 'json' : ending;
    expect(replaced.admission.source?.format).toBe(format);

    await updateDataset(ctx, { id, mode: 'replace', file: await fileOf('csv', one) });
    expect(await rowsOf(id)).toEqual(one);
  });

  test('is appended to CSV, and to a file of its own format, and takes CSV below it', async () => {
    const both = [...one, ...two];
    const { id } = await uploaded(csv(one));
    const appended = await updateDataset(ctx, {
      id,
      mode: 'append',
      file: await fileOf(ending, two),
    });
    expect(await rowsOf(id)).toEqual(both);
    expect(appended.columns.map(({ name, type }) => ({ name, type }))).toEqual([
      { name: 'K', type: 'number' },
      { name: 'V', type: 'number' },
    ]);

    const own = await imported(ending, one);
    await updateDataset(ctx, { id: own.id, mode: 'append', file: await fileOf(ending, two) });
    expect(await rowsOf(own.id)).toEqual(both);
    await updateDataset(ctx, { id: own.id, mode: 'append', file: await fileOf('csv', one) });
    expect(await rowsOf(own.id)).toEqual([...both, ...one]);
    expect((await listVersions(ctx, { id: own.id })).map((it) => [it.version, it.made_by])).toEqual(
      [
        [3, 'append'],
        [2, 'append'],
        [1, 'upload'],
      ],
    );
  });
});

describe('a file that does not fit', () => {
  const refused: Readonly<
    Record<string, { readonly file: () => Buffer | string; readonly error: object }>
  > = {
    'other.xlsx': {
      file: () =>
        writeWorkbook({
          S: [
            ['K', 'W'],
            [3, 4],
          ],
        }),
      error: {
        code: 'invalid_file',
        message: "The file lacks the column 'V'.",
        details: { column: 'V', suggestions: [] },
      },
    },
    'text.xlsx': {
      file: () =>
        writeWorkbook({
          S: [
            ['K', 'V'],
            [3, 'many'],
            [4, 'few'],
          ],
        }),
      error: {
        code: 'invalid_file',
        message:
          "The column 'V' holds numbers in the dataset and texts in the file: no type keeps both as they are.",
        details: {
          column: 'V',
          fix:
            'Correct the column in the file; or state that it is text (text_columns), which ' +
            'makes all its values text; or replace the data.',
        },
      },
    },
    'locked.xlsx': {
      file: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
      error: { code: 'invalid_file' },
    },
    'cut.xlsx': {
      file: () =>
        writeWorkbook({
          S: [
            ['K', 'V'],
            [3, 4],
          ],
        }).subarray(0, 300),
      error: { code: 'invalid_file' },
    },
  };
  test.each(Object.keys(refused))(
    '%s is refused, and the dataset stays as it was',
    async (name) => {
      const { file, error } = refused[name] ?? { file: () => '', error: {} };
      const { id } = await uploaded(csv(one));
      const before = { dataset: await getDataset(ctx, { id }), files: await app.files() };
      await expect(
        updateDataset(ctx, { id, mode: 'append', file: await app.receive(file(), name) }),
      ).rejects.toMatchObject(error);
      expect({ dataset: await getDataset(ctx, { id }), files: await app.files() }).toEqual(before);
    },
  );

  test('is text where that is stated, with a note', async () => {
    const { id } = await uploaded(csv(one));
    const { columns, admission } = await updateDataset(ctx, {
      id,
      mode: 'append',
      text_columns: ['V'],
      file: await app.receive(refused['text.xlsx']?.file() ?? '', 'text.xlsx'),
    });
    expect(await rowsOf(id)).toEqual([
      [1, '10.5'],
      [2, '20.25'],
      [3, 'many'],
      [4, 'few'],
    ]);
    expect(columns.map(({ storage }) => storage)).toEqual(['BIGINT', 'VARCHAR']);
    expect(admission.notes).toEqual([
      {
        code: 'types_differ',
        message:
          'The column held numbers, and “text.xlsx” has texts: all its values are text now, as stated.',
        column: 'V',
        count: 1,
        rows: [],
        examples: [],
      },
    ]);
  });

  test('is asked for a table of a CSV file', async () => {
    const { id } = await uploaded(csv(one));
    await expect(
      updateDataset(ctx, { id, table: 'S', file: await app.receive(csv(two), 'two.csv') }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a workbook of several sheets', () => {
  const book = () =>
    writeWorkbook({
      Cover: [
        ['x', 'y'],
        [7, 8],
        [9, 10],
      ],
      Data: [['K', 'V'], ...two],
    });

  test('is appended by the sheet that is named, and the others are named where none is', async () => {
    const { id } = await uploaded(csv(one));
    const append = async (table?: string) =>
      updateDataset(ctx, { id, mode: 'append', table, file: await app.receive(book(), 'b.xlsx') });
    await expect(append()).rejects.toMatchObject({
      code: 'invalid_file',
      details: {
        column: 'K',
        tables: [
          { table: 'Cover', problem: "The file lacks the column 'K'." },
          { table: 'Data', problem: null },
        ],
      },
    });
    const { admission } = await append('Data');
    expect(await rowsOf(id)).toEqual([...one, ...two]);
    expect(admission.notes.map(({ message }) => message)).toEqual([
      "In “b.xlsx”: The file has another sheet that is not read: 'Cover'.",
    ]);
  });

  test('gives the sheet that the version before was read from, if there is one of its name', async () => {
    const { id } = await importFile(ctx, {
      file: await app.receive(writeWorkbook({ Data: [['K', 'V'], ...one] }), 'a.xlsx'),
    });
    const replaced = await updateDataset(ctx, { id, file: await app.receive(book(), 'b.xlsx') });
    expect(replaced.admission.source).toMatchObject({ format: 'xlsx', table: 'Data', tables: 2 });
    expect(await rowsOf(id)).toEqual(two);
    const sheet = await updateDataset(ctx, {
      id,
      table: 'Cover',
      range: 'A1:B2',
      file: await app.receive(book(), 'b.xlsx'),
    });
    expect(sheet.admission.source).toMatchObject({ table: 'Cover', range: 'A1:B2' });
    expect(await rowsOf(id)).toEqual([[7, 8]]);
  });
});

describe('cells of a sheet that were stated', () => {
  /** Beside and below the rows are other tables. */
  const book = (rows: Rows, sheet = 'S') =>
    writeWorkbook({
      Cover: [['x'], [1]],
      [sheet]: [
        ['Title', '', 'P'],
        ['K', 'V', 'Q'],
        ...rows.map((row) => [...row, 'q']),
        ['', '', ''],
        ['other', 'table', ''],
        [7, 8, ''],
      ],
    });
  const begun = async () =>
    importFile(ctx, {
      file: await app.receive(book(one), 'a.xlsx'),
      table: 'S',
      range: 'A2:B4',
    });
  const said = ({ admission }: Dataset) =>
    admission.notes
      .filter(({ code }) => ['range_again', 'statement_dropped'].includes(code))
      .map(({ message }) => message);
  const again =
    'The cells A2:B4 were stated for the version before: of “b.xlsx” the same columns are ' +
    'read, from the same row down to the end of the table. State a range to read other cells.';

  test.each([
    ['replace', two],
    ['append', [...one, ...two]],
  ] as const)('are read again down to the end of the table: %s', async (mode, rows) => {
    const { id } = await begun();
    const version = await updateDataset(ctx, {
      id,
      mode,
      file: await app.receive(book(two), 'b.xlsx'),
    });
    expect([await rowsOf(id), said(version)]).toEqual([rows, [again]]);
  });

  test('are read again below rows that were appended, and in place of them', async () => {
    const { id } = await begun();
    const add = async (mode: 'append' | 'replace') =>
      updateDataset(ctx, { id, mode, file: await app.receive(book(two), 'b.xlsx') });
    await add('append');
    expect([said(await add('append')), await rowsOf(id)]).toEqual([
      [again, again],
      [...one, ...two, ...two],
    ]);
    expect([said(await add('replace')), await rowsOf(id)]).toEqual([[again], two]);
  });

  test('hold no longer for a file without that sheet, which is said', async () => {
    const { id } = await begun();
    const other = await updateDataset(ctx, {
      id,
      file: await app.receive(book(two, 'T'), 'b.xlsx'),
    });
    const dropped =
      'That the cells A2:B4 are read was stated for the version before, and holds no longer: ' +
      '“b.xlsx” has no such sheet.';
    expect([other.admission.source?.table, said(other)]).toEqual(['Cover', [dropped]]);
  });

  test('are others where others are stated', async () => {
    const { id } = await begun();
    const version = await updateDataset(ctx, {
      id,
      table: 'S',
      range: 'A2:C4',
      file: await app.receive(book(two), 'b.xlsx'),
    });
    expect([version.columns.map(({ name }) => name), said(version)]).toEqual([['K', 'V', 'Q'], []]);
  });
});

describe('rows below those of a file with types', () => {
  /** A file of SPSS that says what its values mean. */
  const survey = async (labels: Readonly<Record<number, string>>, rows: readonly number[]) => {
    const { id } = await uploaded(`A\n${rows.join('\n')}\n`);
    const said = Object.entries(labels).map(([value, label]) => ({ value: Number(value), label }));
    await setColumns(ctx, { id, columns: [{ name: 'A', value_labels: said }] });
    const { path } = await exportDataset(ctx, { id, format: 'sav', plain: false });
    return readFile(path);
  };

  test('keep what the files say of their values, with a note where they differ', async () => {
    const { id } = await importFile(ctx, {
      file: await app.receive(await survey({ 1: 'no', 2: 'yes' }, [1, 2, 2]), 'first.sav'),
    });
    const said = [
      { value: 1, label: 'no' },
      { value: 2, label: 'yes' },
      { value: 3, label: 'unsure' },
    ];
    const appended = await updateDataset(ctx, {
      id,
      mode: 'append',
      file: await app.receive(await survey({ 1: 'never', 3: 'unsure' }, [3, 1]), 'second.sav'),
    });
    expect(appended.columns[0]?.value_labels).toEqual(said);
    expect(appended.admission.notes).toMatchObject([
      {
        code: 'said_differently',
        column: 'A',
        message:
          "“second.sav” says of the column otherwise: 1 is 'never', not 'no'. What was said before stays.",
      },
    ]);
    // Read again, they are still there.
    const again = await rereadDataset(ctx, { id });
    expect(again.columns[0]?.value_labels).toEqual(said);
    expect(again.admission.notes).toEqual(appended.admission.notes);
  });

  test('are texts as they are written, where the column is text', async () => {
    const { id } = await importFile(ctx, {
      file: await app.receive(
        writeWorkbook({
          S: [
            ['code', 'n'],
            ['A1', 1],
            ['B2', 2],
          ],
        }),
        'a.xlsx',
      ),
    });
    await updateDataset(ctx, {
      id,
      mode: 'append',
      file: await app.receive('code;n\n1.50;3\n2.00;4,5\n', 'b.csv'),
    });
    const appended = await updateDataset(ctx, {
      id,
      mode: 'append',
      file: await app.receive(
        writeWorkbook({
          S: [
            ['n', 'code'],
            [5, 7.5],
          ],
        }),
        'c.xlsx',
      ),
    });
    expect(await rowsOf(id)).toEqual([
      ['A1', 1],
      ['B2', 2],
      ['1.50', 3],
      ['2.00', 4.5],
      ['7.5', 5],
    ]);
    expect(appended.admission.notes.map(({ code, message }) => [code, message])).toContainEqual([
      'types_differ',
      'The numbers of “c.xlsx” are kept as text, which the column holds.',
    ]);
  });

  test('are said where their lines were changed, beside what was said before', async () => {
    const { id } = await importFile(ctx, {
      file: await app.receive('K\tV\tW\n1\t2\tx\n3\t4\n', 'first.tsv'),
    });
    const { admission } = await updateDataset(ctx, {
      id,
      mode: 'append',
      file: await app.receive('K,V,W\n5,6,y\n7,8\n', 'second.csv'),
    });
    expect(await rowsOf(id)).toEqual([
      [1, 2, 'x'],
      [3, 4, null],
      [5, 6, 'y'],
      [7, 8, null],
    ]);
    expect([admission.rows_read, admission.rows_repaired, admission.repairs_file]).toEqual([
      4,
      2,
      true,
    ]);
    const { path } = await downloadRepairs(ctx, { id });
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toEqual([
      'line,action,text,read_as',
      expect.stringMatching(/^3,row_padded,/),
      ',appended_file,second.csv,',
      '3,row_padded,"7,8","7,8,"',
    ]);
    expect(admission.notes.map(({ message }) => message)).toEqual([
      '1 row has fewer fields than the table; the cells it lacks are empty.',
      'In “second.csv”: 1 row has fewer fields than the table; the cells it lacks are empty.',
    ]);
  });
});
