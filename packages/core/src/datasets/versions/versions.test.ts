import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { commitDataset } from '../lifecycle/commit-dataset.ts';
import { compareVersions } from './compare-versions.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { downloadRepairs } from '../exports/download-repairs.ts';
import { getDataset } from '../lifecycle/get-dataset.ts';
import { getRows } from '../results/get-rows.ts';
import { listDatasets } from '../lifecycle/list-datasets.ts';
import { listVersions } from './list-versions.ts';
import { previewImport } from '../lifecycle/preview-import.ts';
import { purgeDatasets } from '../lifecycle/purge-datasets.ts';
import { reconcileObjects } from '../lifecycle/reconcile-objects.ts';
import { rereadDataset } from './reread-dataset.ts';
import { restoreVersion } from './restore-version.ts';
import { saveRows } from '../views/save-rows.ts';
import { updateDataset } from './update-dataset.ts';

describe.each(databaseKinds)('versions on %s', (kind) => {
  let app: TestCore;
  let ctx: ServiceContext;
  let other: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
    other = await app.contextOf(authorizationOf(await app.createTestUser()));
  });
  afterAll(() => app.close());
  const rowsOf = async (id: string) => (await getRows(ctx, { id, limit: 50, offset: 0 })).items;

  test('say of appended rows what was done to their lines, and go on saying it of those above', async () => {
    const above = '# made by hand\nid,name,city\n1,Ann,Bonn\n2,Bob\n3,Eve,Köln\n';
    const first = await createDataset(ctx, { file: await app.receive(above, 'above.csv') });
    expect(first.admission).toMatchObject({ rows_repaired: 1, repairs_file: true });
    const of = ({ admission }: Awaited<ReturnType<typeof updateDataset>>) => ({
      counts: [admission.rows_read, admission.rows_repaired, admission.rows_rejected],
      repairs: admission.repairs_file,
      said: admission.notes
        .filter(({ column }) => column === null)
        .map(({ code, message }) => `${code}: ${message}`),
    });
    const repairs = async (): Promise<string[]> => {
      const { path } = await downloadRepairs(ctx, { id: first.id });
      return (await readFile(path, 'utf8')).trimEnd().split('\n');
    };
    const ofAbove = [
      'comment: 1 comment line is set aside.',
      'row_padded: 1 row has fewer fields than the table; the cells it lacks are empty.',
    ];
    const linesAbove = [
      'line,action,text,read_as',
      '1,comment,# made by hand,',
      '4,row_padded,"2,Bob","2,Bob,"',
    ];
    expect(of(first).said).toEqual(ofAbove);

    const clean = await updateDataset(ctx, {
      id: first.id,
      mode: 'append',
      file: await app.receive('id,name,city\n4,Kim,Ulm\n', 'clean.csv'),
    });
    expect(of(clean)).toEqual({ counts: [4, 1, 0], repairs: true, said: ofAbove });
    expect(await repairs()).toEqual(linesAbove);

    const below = 'Export of May\n\nid,name,city\n5,Lou,Kiel\n6,Max\n7,"Zoe,Rom\n';
    const appended = await updateDataset(ctx, {
      id: first.id,
      mode: 'append',
      file: await app.receive(below, '=below.csv'),
    });
    expect(of(appended)).toMatchInlineSnapshot(`
      {
        "counts": [
          7,
          3,
          0,
        ],
        "repairs": true,
        "said": [
          "comment: 1 comment line is set aside.",
          "row_padded: 1 row has fewer fields than the table; the cells it lacks are empty.",
          "preamble: In “=below.csv”: 1 line before the table is set aside.",
          "row_padded: In “=below.csv”: 1 row has fewer fields than the table; the cells it lacks are empty.",
          "row_quotes: In “=below.csv”: 1 row has quotes that are out of order; they are read as text.",
        ],
      }
    `);
    expect(await repairs()).toMatchInlineSnapshot(`
      [
        "line,action,text,read_as",
        "1,comment,# made by hand,",
        "4,row_padded,"2,Bob","2,Bob,"",
        ",appended_file,'=below.csv,",
        "1,preamble,Export of May,",
        "5,row_padded,"6,Max","6,Max,"",
        "6,row_quotes,"7,""Zoe,Rom","7,""""""Zoe"",Rom"",
      ]
    `);

    const again = await rereadDataset(ctx, { id: first.id, text_columns: ['id'] });
    expect(of(again)).toEqual(of(appended));
    expect(await repairs()).toHaveLength(7);
  });

  test('make a note of what was not certain of a file, since no answer can be sent any more', async () => {
    const cp1250 = (text: string): Buffer =>
      Buffer.from(
        [...text].map((sign) => ({ Č: 0xc8, č: 0xe8, ř: 0xf8 })[sign] ?? sign.charCodeAt(0)),
      );
    const first = await createDataset(ctx, {
      file: await app.receive('id,name\n1,Ann\n', 'a.csv'),
    });
    const appended = await updateDataset(ctx, {
      id: first.id,
      mode: 'append',
      file: await app.receive(cp1250('id,name\n2,Čapek\n'), 'b.csv'),
    });
    expect(appended.admission.notes.filter(({ code }) => code !== 'interpreted'))
      .toMatchInlineSnapshot(`
        [
          {
            "code": "transcoded",
            "column": null,
            "count": 1,
            "examples": [],
            "message": "In “b.csv”: The text was Windows-1252 (Western European) and is read as such.",
            "rows": [
              1,
            ],
          },
          {
            "code": "uncertain_encoding",
            "column": null,
            "count": 1,
            "examples": [],
            "message": "In “b.csv”: The encoding is not certain: the text may also be Windows-1250 (Central European), Mac Roman (Western European), IBM866 (DOS, Cyrillic). If letters look wrong, state the encoding.",
            "rows": [
              1,
            ],
          },
          {
            "code": "reading_unsure",
            "column": null,
            "count": 1,
            "examples": [],
            "message": "In “b.csv”: Which of these are the words of the file? Read as: Windows-1252 (Western European). Or: Windows-1250 (Central European) ({"encoding":"windows-1250"}); Mac Roman (Western European) ({"encoding":"macintosh"}); IBM866 (DOS, Cyrillic) ({"encoding":"ibm866"}). To change it, restore the version before, and append the file again with one of these.",
            "rows": [],
          },
        ]
      `);
  });

  test('are added by replacing, appending and reading again; compared, restored, and counted', async () => {
    const first = await createDataset(ctx, {
      file: await app.receive('name,age\nAda,36\nAlan,41\n', 'people.csv'),
    });
    const appended = await updateDataset(ctx, {
      id: first.id,
      mode: 'append',
      file: await app.receive('age;name\n077;Karl\n65;"Mary; E."\n'),
    });
    expect(appended).toMatchObject({
      id: first.id,
      name: 'people.csv',
      version: 2,
      row_count: 4,
      columns: [{ name: 'name' }, { name: 'age', storage: 'VARCHAR' }],
    });
    expect(await rowsOf(first.id)).toEqual([
      ['Ada', '36'],
      ['Alan', '41'],
      ['Karl', '077'],
      ['Mary; E.', '65'],
    ]);
    const replaced = await updateDataset(ctx, {
      id: first.id,
      file: await app.receive('name,born\nAda,10/12/1815\nAlan,01/06/1912\n'),
    });
    expect(replaced).toMatchObject({
      version: 3,
      columns: [{ name: 'name' }, { name: 'born', storage: 'VARCHAR' }],
    });
    const reread = await rereadDataset(ctx, { id: first.id, date_order: 'mdy' });
    expect(reread).toMatchObject({
      version: 4,
      dialect: { date_order: 'mdy' },
      columns: [{ name: 'name' }, { name: 'born', storage: 'DATE', low: '1815-10-12' }],
    });

    const versions = await listVersions(ctx, { id: first.id });
    expect(
      versions.map(({ version, current, made_by, row_count }) => [
        version,
        current,
        made_by,
        row_count,
      ]),
    ).toEqual([
      [4, true, 'reread', 2],
      [3, false, 'replace', 2],
      [2, false, 'append', 4],
      [1, false, 'upload', 2],
    ]);
    expect(await compareVersions(ctx, { id: first.id, from: 1, to: 2 })).toEqual({
      from: 1,
      to: 2,
      row_count: { from: 2, to: 4 },
      added: [],
      removed: [],
      // Four different names are no category any more.
      retyped: [
        { name: 'name', from: 'category', to: 'text' },
        { name: 'age', from: 'BIGINT', to: 'VARCHAR' },
      ],
      moved: false,
    });
    expect(await compareVersions(ctx, { id: first.id, from: 1, to: 4 })).toMatchObject({
      added: [{ name: 'born', type: 'datetime', storage: 'DATE' }],
      removed: [{ name: 'age', type: 'number', storage: 'BIGINT' }],
    });
    await expect(compareVersions(ctx, { id: first.id, from: 1, to: 9 })).rejects.toMatchObject({
      code: 'not_found',
      message: 'The dataset has no version 9.',
    });

    expect(await restoreVersion(ctx, { id: first.id, version: 1 })).toMatchObject({
      version: 1,
      row_count: 2,
    });
    expect(await rowsOf(first.id)).toEqual([
      ['Ada', 36],
      ['Alan', 41],
    ]);
    // A file read twice is kept, and counted, once.
    const files = (await app.files()).filter((path) => path.includes(first.id));
    expect(files.filter((path) => path.endsWith('.csv'))).toHaveLength(3);
    const sizes = await Promise.all(
      files.map(async (path) => (await stat(join(app.dataDir, path))).size),
    );
    const [stored] = await app.core.orm.em
      .fork()
      .execute('select stored_bytes from dataset where id = ?', [first.id]);
    expect(Number(stored?.stored_bytes)).toBe(sizes.reduce((sum, size) => sum + size, 0));
    app.clock.advance(2 * 3600);
    expect(await reconcileObjects(ctx)).toBe(0);
    expect(await rowsOf(first.id)).toHaveLength(2);
  });

  test('that do not fit are refused, and nothing of them is left', async () => {
    const { id } = await createDataset(ctx, {
      file: await app.receive('name,age\nAda,36\nAlan,41\n'),
    });
    const before = await app.files();
    await expect(
      updateDataset(ctx, { id, mode: 'append', file: await app.receive('name,agee\nKarl,77\n') }),
    ).rejects.toMatchObject({
      code: 'invalid_file',
      message: "The file lacks the column 'age'.",
      details: { column: 'age', suggestions: expect.arrayContaining(['agee']) },
    });
    await expect(
      updateDataset(ctx, { id, file: await app.receive('<html></html>') }),
    ).rejects.toMatchObject({ code: 'invalid_file' });
    await expect(
      updateDataset(other, { id, file: await app.receive('a\n1\n') }),
    ).rejects.toMatchObject({ code: 'not_found', message: 'Dataset not found.' });
    await expect(rereadDataset(ctx, { id, encoding: 'klingon' })).rejects.toMatchObject({
      code: 'invalid_file',
      message: "'klingon' is no encoding that can be read.",
    });
    expect(await app.files()).toEqual(before);
    expect(await getDataset(ctx, { id })).toMatchObject({ version: 1, row_count: 2 });
  });

  test('keep every row when a name holds a line break and the rows end in CRLF', async () => {
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `${from + i},x${from + i}\r\n`).join('');
    const header = 'id,"name\nof the thing"\r\n';
    const { id } = await createDataset(ctx, {
      file: await app.receive(header + rows(0, 3000), 'things.csv'),
    });
    expect((await previewImport(ctx, { id })).columns.map(({ before }) => before)).toEqual([
      Array.from({ length: 8 }, (_, i) => String(i)),
      Array.from({ length: 8 }, (_, i) => `x${i}`),
    ]);
    expect(
      await updateDataset(ctx, {
        id,
        mode: 'append',
        file: await app.receive(header + rows(3000, 3010)),
      }),
    ).toMatchObject({
      version: 2,
      row_count: 3010,
      columns: [{ name: 'id', low: 0, high: 3009 }, { name: 'name\nof the thing' }],
    });
    expect((await getRows(ctx, { id, limit: 2, offset: 2999 })).items).toEqual([
      [2999, 'x2999'],
      [3000, 'x3000'],
    ]);
  });

  test('are refused, and the version before stays, where the rows of the dataset are not all read', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive('a,b\n1,x\n2,y\n') });
    // As where an earlier release read the file in another way.
    await app.core.orm.em
      .fork()
      .execute('update dataset_version set row_count = 5 where dataset_id = ?', [id]);
    const before = await app.files();
    await expect(
      updateDataset(ctx, { id, mode: 'append', file: await app.receive('a,b\n3,z\n') }),
    ).rejects.toMatchObject({
      code: 'invalid_file',
      message: 'Nothing is appended: 5 rows were counted, 2 could be read.',
    });
    expect(await app.files()).toEqual(before);
    expect(await getDataset(ctx, { id })).toMatchObject({ version: 1 });
  });

  test('keep codes that lost their zeros, and say so; other numbers and codes are as before', async () => {
    const first = await createDataset(ctx, {
      file: await app.receive('zip,ward,n\n01234,007,1\n98765,012,22\n'),
    });
    const appended = await updateDataset(ctx, {
      id: first.id,
      mode: 'append',
      file: await app.receive('n,ward,zip\n3,101,501\n4,,1234\n5,022,10115\n'),
    });
    expect(await rowsOf(first.id)).toEqual([
      ['01234', '007', 1],
      ['98765', '012', 22],
      ['501', '101', 3],
      ['1234', null, 4],
      ['10115', '022', 5],
    ]);
    expect(appended.admission.notes.filter(({ code }) => code === 'short_codes')).toEqual([
      {
        code: 'short_codes',
        column: 'zip',
        count: 2,
        message:
          "2 cells of the appended file such as '501' have fewer digits than the codes above, which have 5: leading zeros may have been lost when the file was written. They are kept as they are; '00501' would be such a code.",
        rows: [],
        examples: [],
      },
    ]);
  });

  test('read numbers by the decimal mark that is stated, or that the dataset has', async () => {
    const first = await createDataset(ctx, {
      file: await app.receive('Ort;n\nA;1.613\nB;379\n'),
      decimal_mark: ',',
    });
    expect(await rowsOf(first.id)).toEqual([
      ['A', 1613],
      ['B', 379],
    ]);
    await updateDataset(ctx, {
      id: first.id,
      mode: 'append',
      file: await app.receive('Ort;n\nC;2.000\n'),
    });
    expect(await rowsOf(first.id)).toEqual([
      ['A', 1613],
      ['B', 379],
      ['C', 2000],
    ]);
    await updateDataset(ctx, {
      id: first.id,
      mode: 'append',
      decimal_mark: '.',
      file: await app.receive('Ort;n\nD;2.500\n'),
    });
    expect(await rowsOf(first.id)).toEqual([
      ['A', 1613],
      ['B', 379],
      ['C', 2000],
      ['D', 2.5],
    ]);
    await restoreVersion(ctx, { id: first.id, version: 2 });
    await rereadDataset(ctx, { id: first.id, decimal_mark: '.' });
    expect(await rowsOf(first.id)).toEqual([
      ['A', 1.613],
      ['B', 379],
      ['C', 2],
    ]);

    const plain = await createDataset(ctx, { file: await app.receive('Ort\tn\nA\t12\nB\t379\n') });
    await updateDataset(ctx, {
      id: plain.id,
      mode: 'append',
      decimal_mark: ',',
      file: await app.receive('Ort\tn\nC\t2.000\n'),
    });
    expect(await rowsOf(plain.id)).toEqual([
      ['A', 12],
      ['B', 379],
      ['C', 2000],
    ]);
  });

  const pointsLike = (
    count: number,
    example: string,
    taken: string,
    instead: string,
    mark: string,
  ): string =>
    `In the appended file ${count} ${count === 1 ? 'cell' : 'cells'} such as '${example}' ${count === 1 ? 'is' : 'are'} read as ${taken}; they could also be ${instead}. If so, state the decimal mark '${mark}' (decimal_mark).`;
  const differ = (way: string, to: string): string =>
    `In the appended file numbers have decimal ${way}s, those of the dataset decimal ${to}s; each is read by its own, and both are counted as cells with a decimal ${to}.`;
  test.each<[string, string, string, unknown[][], string[]]>([
    [
      'an export that nothing shows the mark of',
      'ort;ew\nA;379,125\nB;1,613\n',
      'ort,ew\nC,379.125\nD,1.613\n',
      [
        ['A', 379.125],
        ['B', 1.613],
        ['C', 379.125],
        ['D', 1.613],
      ],
      [
        pointsLike(
          2,
          '1.613',
          'decimals (1.613)',
          'whole numbers with thousands separators (1613)',
          ',',
        ),
        differ('point', 'comma'),
      ],
    ],
    [
      'points below commas',
      'ort;ew;p\nA;379,125;1,5\nB;1,61;2,5\n',
      'ort,ew,p\nC,7.125,3\nD,8.250,4\n',
      [
        ['A', 379.125, 1.5],
        ['B', 1.61, 2.5],
        ['C', 7.125, 3],
        ['D', 8.25, 4],
      ],
      [
        pointsLike(
          2,
          '7.125',
          'decimals (7.125)',
          'whole numbers with thousands separators (7125)',
          ',',
        ),
        differ('point', 'comma'),
      ],
    ],
    [
      'points that another column proves',
      'ort;ew;p\nA;379,125;1,5\nB;1,61;2,5\n',
      'ort,ew,p\nC,7.125,3.5\nD,.,4.25\n',
      [
        ['A', 379.125, 1.5],
        ['B', 1.61, 2.5],
        ['C', 7.125, 3.5],
        ['D', null, 4.25],
      ],
      [differ('point', 'comma'), differ('point', 'comma')],
    ],
    [
      'points below whole numbers',
      'a;b\n1,5;2\n3;4\n',
      'a,b\n1.5,2\n3,1.613\n',
      [
        [1.5, 2],
        [3, 4],
        [1.5, 2],
        [3, 1.613],
      ],
      [differ('point', 'comma'), differ('point', 'comma')],
    ],
    [
      'commas below points',
      'a,b\n1.5,2\n3,4\n',
      'a;b\n1,5;2\n3;1.613\n',
      [
        [1.5, 2],
        [3, 4],
        [1.5, 2],
        [3, 1613],
      ],
      [
        'In the appended file 2 cells are read as numbers with a decimal comma.',
        "In the appended file 2 cells are read as numbers with thousands separators, since column 'a' has decimal commas.",
      ],
    ],
    [
      'text stays as written',
      'v;a\nx;1,5\ny;2,5\n',
      'v,a\n7.250,3.5\n',
      [
        ['x', 1.5],
        ['y', 2.5],
        ['7.250', 3.5],
      ],
      [differ('point', 'comma')],
    ],
    [
      'no column shows a mark above',
      'a;b\n1;x\n2;y\n',
      'a,b\n1.613,z\n',
      [
        [1, 'x'],
        [2, 'y'],
        [1.613, 'z'],
      ],
      [
        pointsLike(
          1,
          '1.613',
          'decimals (1.613)',
          'whole numbers with thousands separators (1613)',
          ',',
        ),
      ],
    ],
  ])(
    'read the numbers of an appended file by its own mark: %s',
    async (_, above, below, rows, messages) => {
      const { id } = await createDataset(ctx, { file: await app.receive(above) });
      const { admission } = await updateDataset(ctx, {
        id,
        mode: 'append',
        file: await app.receive(below),
      });
      expect(await rowsOf(id)).toEqual(rows);
      expect(
        admission.notes
          .filter(({ message }) => message.startsWith('In the appended file'))
          .map(({ message }) => message),
      ).toEqual(messages);
      // Once more: what was put together says the same, also when its rows are put below commas.
      await updateDataset(ctx, { id, mode: 'append', file: await app.receive(below) });
      expect(await rowsOf(id)).toEqual([
        ...rows,
        ...rows.slice(above.trim().split('\n').length - 1),
      ]);
    },
  );

  test('say of numbers with points that they are kept with commas, whatever is appended later', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive('a;b\n1,5;x\n2,5;y\n') });
    const saidAfter = async (below: string): Promise<string[]> => {
      const { admission } = await updateDataset(ctx, {
        id,
        mode: 'append',
        file: await app.receive(below),
      });
      return admission.notes.filter(({ column }) => column === 'a').map(({ message }) => message);
    };
    const commas = (count: number): string =>
      `${count} cells are read as numbers with a decimal comma.`;
    const points = differ('point', 'comma');
    expect(await saidAfter('a,b\n7.125,x\n3.5,y\n')).toEqual([points, commas(4)]);
    expect(await saidAfter('a;b\n8,25;x\n9,5;y\n')).toEqual([points, commas(6)]);
    const { admission } = await rereadDataset(ctx, { id, text_columns: ['b'] });
    expect(
      admission.notes.filter(({ column }) => column === 'a').map(({ message }) => message),
    ).toEqual([points, commas(6)]);
    expect(await rowsOf(id)).toEqual([
      [1.5, 'x'],
      [2.5, 'y'],
      [7.125, 'x'],
      [3.5, 'y'],
      [8.25, 'x'],
      [9.5, 'y'],
    ]);
  });

  test('say where years of the Thai calendar are put below others', async () => {
    const { id } = await createDataset(ctx, {
      file: await app.receive('day,n\n2024-01-13,1\n2024-02-14,2\n2024-03-15,3\n'),
    });
    const { admission } = await updateDataset(ctx, {
      id,
      mode: 'append',
      file: await app.receive('day,n\n2567-04-16,4\n'),
    });
    expect(admission.notes).toEqual([
      {
        code: 'may_be_other_calendar',
        message:
          '1 cell has a year from 2400 to 2700, as the Thai calendar counts them (2567 is 2024); it is kept as a date of that year.',
        column: 'day',
        count: 1,
        rows: [],
        examples: [],
      },
    ]);
  });

  test('ask for the mark of an appended file that is written as if it had another', async () => {
    const { id } = await createDataset(ctx, { file: await app.receive('a,b\n1.5,2\n3,4\n') });
    const below = 'a;b\n3;1.613\n';
    await expect(
      updateDataset(ctx, { id, mode: 'append', file: await app.receive(below) }),
    ).rejects.toMatchObject({
      code: 'invalid_file',
      message:
        "Nothing is appended: the numbers of the dataset have the decimal mark '.', the file is written as those with ',' are, and 1 cell such as '1.613' can be read with either.",
      details: {
        column: 'b',
        fix: "State decimal_mark '.' or ',' for the file, then append it again.",
      },
    });
    expect(await getDataset(ctx, { id })).toMatchObject({ version: 1, row_count: 2 });
    await updateDataset(ctx, {
      id,
      mode: 'append',
      decimal_mark: ',',
      file: await app.receive(below),
    });
    await updateDataset(ctx, {
      id,
      mode: 'append',
      decimal_mark: '.',
      file: await app.receive(below),
    });
    expect(await rowsOf(id)).toEqual([
      [1.5, 2],
      [3, 4],
      [3, 1613],
      [3, 1.613],
    ]);
  });

  test('made of rows that are saved keep their texts and numbers as they are', async () => {
    const { id } = await createDataset(ctx, {
      file: await app.receive('x,t,mixed\n1.613,"1,5",2.5\n2.700,"2,5","2,7"\n'),
      decimal_mark: '.',
      text_columns: ['t'],
    });
    expect(await rowsOf(id)).toEqual([
      [1.613, '1,5', '2.5'],
      [2.7, '2,5', '2,7'],
    ]);
    expect(await rowsOf((await saveRows(ctx, { id, name: 'copy' })).id)).toEqual(await rowsOf(id));
  });

  test('of a draft are read again in place until it is committed, or removed after a day', async () => {
    const file = 'made by hand\n\nname|age\nAda|36\nAlan|41\nKarl\n';
    const draft = await createDataset(ctx, { file: await app.receive(file), review: true });
    expect(draft).toMatchObject({
      status: 'draft',
      version: 1,
      dialect: { delimiter: '|', preamble_lines: 2 },
      admission: { rows_read: 3, rows_repaired: 1, repairs_file: true },
    });
    expect(
      (await listDatasets(ctx, { limit: 50 })).items.find(({ id }) => id === draft.id),
    ).toMatchObject({ status: 'draft' });
    expect(await previewImport(ctx, { id: draft.id })).toEqual({
      lines: file.trimEnd().split('\n'),
      first_line: 1,
      explanation: [
        'Vertical bar: 2 of 3 rows have 2 fields.',
        'No field is in quotes.',
        'The text is UTF-8, every byte of it; lines end in LF.',
        'Line 3 holds the names.',
        '2 lines before it are no part of the table.',
      ],
      reading: {},
      columns: [
        { name: 'name', before: ['Ada', 'Alan', 'Karl'], after: ['Ada', 'Alan', 'Karl'] },
        { name: 'age', before: ['36', '41', ''], after: [36, 41, null] },
      ],
    });
    const repairs = await downloadRepairs(ctx, { id: draft.id });
    expect(await readFile(repairs.path, 'utf8')).toBe(
      'line,action,text,read_as\n1,preamble,made by hand,\n6,row_padded,Karl,"Karl,"\n',
    );
    const again = await rereadDataset(ctx, { id: draft.id, text_columns: ['age'] });
    expect(again).toMatchObject({
      status: 'draft',
      columns: [{ name: 'name' }, { name: 'age', storage: 'VARCHAR' }],
    });
    expect(await listVersions(ctx, { id: draft.id })).toHaveLength(1);
    expect(await commitDataset(ctx, { id: draft.id })).toMatchObject({
      status: 'ready',
      id: draft.id,
    });

    const forgotten = await createDataset(ctx, { file: await app.receive('a\n1\n'), review: true });
    app.clock.advance(23 * 3600);
    await purgeDatasets(ctx);
    expect(await getDataset(ctx, { id: forgotten.id })).toMatchObject({ status: 'draft' });
    app.clock.advance(3601);
    await purgeDatasets(ctx);
    await expect(getDataset(ctx, { id: forgotten.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await getDataset(ctx, { id: draft.id })).toMatchObject({ status: 'ready' });
    await expect(
      downloadRepairs(ctx, {
        id: (await createDataset(ctx, { file: await app.receive('a\n5\n') })).id,
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
