import { hostileBinaries, sheetOf, workbook, writeWorkbook, writeZip } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const read = async (content: Buffer<ArrayBuffer>, name: string) => {
  const { storages, items, admitted } = await test.import(content, name);
  return {
    storages,
    items,
    notes: admitted.admission.notes.map(({ code, message, rows }) => [code, message, rows]),
  };
};

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${types}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${types}/styles" Target="styles.xml"/><Relationship Id="r3" Type="${types}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;

interface Parts {
  readonly styles?: string;
  readonly strings?: string;
  /** What follows the rows. */
  readonly behind?: string;
}

/** A sheet of one column, "a", with these cells below its name. */
const book = (cells: readonly string[], { styles = '', strings = '', behind = '' }: Parts = {}) =>
  workbook(
    sheetOf(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>${cells
        .map((cell, i) => `<row r="${i + 2}">${cell}</row>`)
        .join('')}`,
    ).replace('</sheetData>', `</sheetData>${behind}`),
    {
      'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
      'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>`,
      'xl/_rels/workbook.xml.rels': relations,
    },
  );

/** A spreadsheet of OpenDocument with one column, "a", whose cells are dates or times. */
const openDocument = (cells: readonly (readonly [type: 'date' | 'time', value: string])[]) =>
  openDocumentRows(
    cells
      .map(
        ([type, value]) =>
          `<table:table-row><table:table-cell office:value-type="${type}" ` +
          `office:${type}-value="${value}"/></table:table-row>`,
      )
      .join(''),
  );

/** A cell of text in OpenDocument, in a row of its own. */
const textRow = (text: string): string =>
  '<table:table-row><table:table-cell ' +
  `office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`;

/** A spreadsheet of OpenDocument with these rows below the name "a". */
function openDocumentRows(rows: string) {
  const namespaces = ['office', 'table', 'text']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return writeZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'content.xml',
      content: `<?xml version="1.0"?><office:document-content ${namespaces}><office:body><office:spreadsheet><table:table table:name="T">${textRow('a')}${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
}

it('truth values of OpenDocument are those that the cell states or shows', async () => {
  const cell = (attribute: string, shown: string) =>
    `<table:table-row><table:table-cell office:value-type="boolean"${attribute}>` +
    `<text:p>${shown}</text:p></table:table-cell></table:table-row>`;
  const content = openDocumentRows(
    [
      cell(' office:boolean-value="true"', 'WAHR'),
      cell(' office:boolean-value="false"', 'FALSCH'),
      // As pandas writes them before version 2.2.
      cell(' office:value="true"', 'TRUE'),
      cell(' office:value="false"', 'FALSE'),
      cell('', 'TRUE'),
      cell('', 'false'),
    ].join(''),
  );
  const { storages, items } = await read(content, 'x.ods');
  expect({ storages, items }).toEqual({
    storages: ['BOOLEAN'],
    items: [[true], [false], [true], [false], [true], [false]],
  });
  const unsaid = openDocumentRows([cell('', 'TRUE'), cell('', 'perhaps')].join(''));
  expect((await read(unsaid, 'x.ods')).items).toEqual([['true'], ['perhaps']]);
});

it('how letters are said and footnotes are no text of a cell', async () => {
  const { items } = await read(
    openDocumentRows(
      [
        '<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby>字',
        'x<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>foot</text:p></text:note-body></text:note>y',
      ]
        .map(textRow)
        .join(''),
    ),
    'x.ods',
  );
  expect(items).toEqual([['漢字'], ['xy']]);
});

/** The archive with another checksum for this entry in its list, which follows the entries. */
function changedChecksum(archive: Buffer<ArrayBuffer>, name: string): Buffer<ArrayBuffer> {
  const changed = Buffer.from(archive);
  const at = changed.lastIndexOf(name) - 46 + 16;
  changed.writeUInt32LE((changed.readUInt32LE(at) ^ 1) >>> 0, at);
  return changed;
}

const noDate =
  '1 cell is marked as a date or time and holds none that can be read; it is kept as text.';

describe('dates and times that are none are text, and said', () => {
  const among = (kind: string, text: string) => [
    ['kept_as_text', `1 cell is text among ${kind}, '${text}': the column is kept as text.`, [3]],
    ['no_dates', noDate, [3]],
  ];

  it.each([
    ['date', '2024-02-30', '2024-01-05'],
    ['date', '2024-13-01', '2024-01-05'],
    ['date', '0000-01-01', '2024-01-05'],
    ['date', '2024-01-01T25:00:00', '2024-01-05T10:00:00'],
    ['time', 'PT10H99M00S', 'PT10H00M00S'],
    ['time', 'PT9999999999999999999999H00M00S', 'PT10H00M00S'],
  ] as const)('OpenDocument, %s %s', async (type, wrong, right) => {
    const content = openDocument([
      [type, right],
      [type, wrong],
    ]);
    const kind =
      type === 'time' ? 'times of day' : right.includes('T') ? 'dates with times' : 'dates';
    const shown = right.replace('T10:', ' 10:').replace('PT10H00M00S', '10:00:00');
    expect(await read(content, 'x.ods')).toEqual({
      storages: ['VARCHAR'],
      items: [[shown], [wrong]],
      notes: among(kind, wrong),
    });
  });

  it.each([
    ['2024-02-30', '2024-01-05', 'dates'],
    ['2024-01-01T25:00:00', '2024-01-05', 'dates'],
    ['25:00:00', '10:30:00', 'times of day'],
  ])('workbooks, %s', async (wrong, right, kind) => {
    const content = book([`<c t="d"><v>${right}</v></c>`, `<c t="d"><v>${wrong}</v></c>`]);
    expect(await read(content, 'x.xlsx')).toEqual({
      storages: ['VARCHAR'],
      items: [[right], [wrong]],
      notes: among(kind, wrong),
    });
  });
});

it('midnight is a day where strict workbooks show a date, and a moment elsewhere', async () => {
  const cells = [
    '<c t="d" s="1"><v>2024-02-29T00:00:00</v></c>',
    '<c t="d" s="1"><v>2024-03-01</v></c>',
  ];
  const styles = (format: number): Parts => ({
    styles: `<cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs>`,
  });
  expect([
    (await read(book(cells, styles(14)), 'x.xlsx')).storages,
    (await read(book(cells, styles(22)), 'x.xlsx')).storages,
  ]).toEqual([['DATE'], ['TIMESTAMP']]);
});

it('several currencies and percent in a column of OpenDocument are said', async () => {
  const cell = (type: string, value: string, currency = '') =>
    `<table:table-row><table:table-cell office:value-type="${type}" ` +
    `office:value="${value}"${currency}/></table:table-row>`;
  const content = openDocumentRows(
    [
      cell('currency', '2', ' office:currency="EUR"'),
      cell('currency', '3', ' office:currency="USD"').replace(
        '<table:table-row',
        '<table:table-row table:number-rows-repeated="2"',
      ),
      cell('percentage', '0.5'),
      cell('float', '1'),
    ].join(''),
  );
  expect(await read(content, 'x.ods')).toEqual({
    storages: ['DECIMAL(2,1)'],
    items: [[2], [3], [3], [0.5], [1]],
    notes: [
      [
        'mixed_units',
        'Column A of the sheet shows 5 numbers in more than one way: 1 with EUR, 2 with USD, ' +
          '1 with %, 1 plain. They are read as the numbers that the cells hold, without it.',
        [],
      ],
    ],
  });
});

describe('bytes that do not have the checksum of their archive are refused', () => {
  const message = (name: string) =>
    `${name} is damaged: its bytes do not have the checksum that the archive states.`;
  const refusal = (name: string) => ({
    code: 'invalid_file',
    message: message(name),
    details: { fix: 'Save or pack it again, then import it.' },
  });

  it('of a CSV file', async () => {
    const content = changedChecksum(
      writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n3,4\n' }]),
      'a.csv',
    );
    await expect(test.import(content, 'x.zip')).rejects.toMatchObject(refusal('a.csv'));
  });

  it('of a spreadsheet', async () => {
    const parts = openDocument([['date', '2024-01-05']]);
    const content = changedChecksum(parts, 'content.xml');
    await expect(test.import(content, 'x.ods')).rejects.toMatchObject(refusal('content.xml'));
  });

  it('of a sheet of a workbook', async () => {
    const name = 'xl/worksheets/sheet1.xml';
    const content = changedChecksum(book(['<c><v>1</v></c>']), name);
    await expect(test.import(content, 'x.xlsx')).rejects.toMatchObject(refusal(name));
  });
});

describe('workbooks', () => {
  it('formats of conditional formatting are none of cells', async () => {
    const styles =
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
      '<cellXfs count="1"><xf numFmtId="164"/></cellXfs>' +
      '<dxfs count="1"><dxf><numFmt numFmtId="164" formatCode="0.00"/></dxf></dxfs>';
    expect(await read(book(['<c s="0"><v>45292</v></c>'], { styles }), 'x.xlsx')).toEqual({
      storages: ['DATE'],
      items: [['2024-01-01']],
      notes: [],
    });
  });

  it.each<[format: string, values: number[], items: (string | number)[], note: string | null]>([
    ['0000', [2024, 1999, 2001], [2024, 1999, 2001], null],
    [
      '00000',
      [1067, 90_210],
      ['01067', '90210'],
      'shows 1 number with a zero in front (format 00000); they are read as the text that is shown.',
    ],
    [
      '&quot;ID-&quot;0000',
      [42, 12_345],
      ['ID-0042', 'ID-12345'],
      'shows 2 numbers with signs between or before them (format ID-0000); they are read as the text that is shown.',
    ],
    [
      String.raw`\(000\)\ 000-0000`,
      [5_551_234_567],
      ['(555) 123-4567'],
      'shows 1 number with signs between or before them (format (000) 000-0000); they are ' +
        'read as the text that is shown.',
    ],
    [
      '00',
      [7, 12],
      [7, 12],
      'shows 1 number with a zero in front (format 00); they are read as the numbers.',
    ],
    [
      '0.00&quot; kg&quot;',
      [5, 6.5],
      [5, 6.5],
      'shows 2 numbers with kg; they are read as the numbers that the cells hold, without it.',
    ],
    ['#,##0,,&quot; m&quot;', [5_000_000], [5_000_000], null],
    [
      '&quot;€ &quot;0000',
      [5],
      [5],
      'shows 1 number with €; they are read as the numbers that the cells hold, without it.',
    ],
  ])(
    'numbers that the format %s shows are read as codes or numbers, and it is said',
    async (...given) => {
      const [format, values, items, note] = given;
      const styles =
        `<numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts>` +
        '<cellXfs count="1"><xf numFmtId="164"/></cellXfs>';
      const content = book(
        values.map((value) => `<c s="0"><v>${value}</v></c>`),
        { styles },
      );
      const found = await read(content, 'x.xlsx');
      expect(found.items).toEqual(items.map((item) => [item]));
      expect(
        found.notes.flatMap(([code, message]) => (code === 'kept_as_text' ? [] : [message])),
      ).toEqual(note === null ? [] : [`Column A of the sheet ${note}`]);
    },
  );

  it('an empty number of a shared text is missing', async () => {
    const content = book(
      ['<c t="s"><v>0</v></c>', '<c t="s"><v></v></c><c><v>5</v></c>', '<c t="s"><v>1</v></c>'],
      { strings: '<si><t>first</t></si><si><t>second</t></si>' },
    );
    expect((await read(content, 'x.xlsx')).items).toEqual([
      ['first', null],
      [null, 5],
      ['second', null],
    ]);
  });

  it.each([
    ['TRUE', true],
    ['true', true],
    ['1', true],
    ['FALSE', false],
    ['0', false],
  ])('%s is a boolean', async (written, value) => {
    const content = book([`<c t="b"><v>${written}</v></c>`, '<c t="b"><v>0</v></c>']);
    expect(await read(content, 'x.xlsx')).toEqual({
      storages: ['BOOLEAN'],
      items: [[value], [false]],
      notes: [],
    });
  });

  it('the time for merged cells does not grow with how many cover the same ones', async () => {
    const file = hostileBinaries.find(({ name }) => name === 'merged.xlsx');
    if (file === undefined) throw new Error('There is no such file.');
    const { items } = await read(await file.content(), file.name);
    expect(items.slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, i) => [7, i]));
  }, 20_000);

  it('of merged cells that overlap each is shown where the one before it has ended', async () => {
    const behind = `<mergeCells>${['A2:A4', 'A3:A6', 'A3:A4']
      .map((range) => `<mergeCell ref="${range}"/>`)
      .join('')}</mergeCells>`;
    const second = (row: number) => `<c r="B${row}"><v>${row}</v></c>`;
    const cells = [`<c r="A2"><v>1</v></c>${second(2)}`, `<c r="A3"><v>2</v></c>${second(3)}`];
    for (let row = 4; row < 8; row += 1) cells.push(second(row));
    const { items } = await read(book(cells, { behind }), 'x.xlsx');
    expect(items).toEqual([
      [1, 2],
      [2, 3],
      [1, 4],
      [2, 5],
      [2, 6],
      [null, 7],
    ]);
  });
});

describe('what should be looked at first', () => {
  const row = (n: number, name: string, value: string): string =>
    `<row r="${n}"><c r="A${n}" t="inlineStr"><is><t>${name}</t></is></c>${value}</row>`;
  const number = (n: number, value: number): string => `<c r="B${n}"><v>${value}</v></c>`;
  const sums = workbook(
    sheetOf(
      row(1, 'shop', '<c r="B1" t="inlineStr"><is><t>sold</t></is></c>') +
        row(2, 'Rome', number(2, 1)) +
        row(3, 'Oslo', number(3, 2)) +
        row(4, 'Bonn', number(4, 3)) +
        row(5, 'Total', number(5, 6)),
    ),
  );

  it('totals at the end are asked about, and the range that is offered leaves them out', async () => {
    const { admitted } = await test.import(sums, 'sums.xlsx');
    expect(admitted.admission.questions).toEqual([
      {
        code: 'totals',
        question: 'The last row looks like a total of the rows above it. Is it a row of the table?',
        taken: 'It is kept, and counts twice where a column is added up.',
        alternatives: [{ label: 'Leave it out', reading: { range: 'A1:B4' } }],
      },
    ]);
    const without = await test.import(sums, 'sums.xlsx', { part: { range: 'A1:B4' } });
    expect([without.items, without.admitted.admission.questions]).toEqual([
      [
        ['Rome', 1],
        ['Oslo', 2],
        ['Bonn', 3],
      ],
      undefined,
    ]);
  });

  it('a file that is not of the format of its name is said to be damaged or another kind', async () => {
    await expect(test.import(Buffer.from('not a zip'), 'bad.xlsx')).rejects.toMatchObject({
      code: 'invalid_file',
      message:
        'By its name (.xlsx) this is of the format Excel workbook, but its content is not: it is ' +
        'damaged, or is another kind of file.',
    });
  });
});

const cellsOf = (rows: readonly (readonly [number, readonly string[]])[]): string =>
  rows
    .map(
      ([number, cells]) =>
        `<row r="${number}">${cells
          .map((cell, i) =>
            /^\d/.test(cell)
              ? `<c r="${'ABC'[i]}${number}"><v>${cell}</v></c>`
              : `<c r="${'ABC'[i]}${number}" t="inlineStr"><is><t>${cell}</t></is></c>`,
          )
          .join('')}</row>`,
    )
    .join('');

it('says of every sheet why it cannot be read, where none can', async () => {
  const content = writeWorkbook({
    Cover: [['Report of 2026']],
    Nothing: [],
    Names: [['a', 'b', 'c']],
  });
  await expect(test.import(content, 'none.xlsx')).rejects.toMatchObject({
    code: 'invalid_file',
    details: {
      tables: [
        { table: 'Cover', problem: expect.any(String) },
        { table: 'Nothing', problem: expect.any(String) },
        { table: 'Names', problem: expect.any(String) },
      ],
    },
  });
  // One that is chosen is answered for itself.
  const chosen = test.import(content, 'none.xlsx', { part: { table: 'Names' } });
  await expect(chosen).rejects.toMatchObject({ code: 'invalid_file' });
  await expect(chosen).rejects.not.toMatchObject({ details: { tables: expect.anything() } });
});

it.each([
  ['is empty', []],
  ['has one cell', [[1, ['Report']]] as const],
])('of a workbook whose first sheet %s the one with rows is read', async (_, cover) => {
  const content = workbook(sheetOf(cellsOf(cover)), {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${types}"><sheets><sheet name="Cover" sheetId="1" r:id="r1"/><sheet name="Rows" sheetId="2" r:id="r2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${types}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${types}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet2.xml': sheetOf(
      cellsOf([
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ]),
    ),
  });
  const { admitted, items } = await test.import(content, 'x.xlsx');
  expect([admitted.part?.table, items]).toEqual(['Rows', [[1, 2]]]);
});

it('a whole table above the one that is read is named and offered', async () => {
  const above = Array.from(
    { length: 30 },
    (_, i) => [i + 2, [`n${i}`, `c${i}`]] as [number, string[]],
  );
  const content = workbook(
    sheetOf(
      cellsOf([
        [1, ['name', 'city']],
        ...above,
        [33, ['name', 'city', 'age']],
        ...above
          .slice(0, 5)
          .map(([row, cells]): [number, string[]] => [row + 32, [...cells, '30']]),
      ]),
    ),
  );
  const { admitted, items, messages } = await test.import(content, 'x.xlsx');
  expect([items.length, messages, admitted.admission.questions]).toEqual([
    5,
    ['Above the table, apart by an empty row, is another one in A1:B31 that is not read.'],
    [
      {
        code: 'table',
        question: 'The sheet holds more than one table. Which one is to be read?',
        taken: 'The one below the first: name, city, age.',
        alternatives: [{ label: 'That in A1:B31', reading: { range: 'A1:B31' } }],
      },
    ],
  ]);
  const first = await test.import(content, 'x.xlsx', { part: { range: 'A1:B31' } });
  expect([first.names, first.items.length]).toEqual([['name', 'city'], 30]);
});
