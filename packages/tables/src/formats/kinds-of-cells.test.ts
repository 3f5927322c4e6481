import { sheetOf, workbook, writeZip } from '@columnist/testing';
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
    units: admitted.columns.map(({ unit = null }) => unit),
    notes: admitted.admission.notes.map(({ code, message, rows }) => [code, message, rows]),
  };
};

/** A spreadsheet of OpenDocument, of rows of cells such as `float value 1`. */
function openDocument(rows: readonly (readonly string[])[]): Buffer<ArrayBuffer> {
  const cells = (row: readonly string[]): string =>
    row
      .map((cell) => {
        const [type = '', attribute = '', value = ''] = cell.split(' ');
        return attribute === ''
          ? `<table:table-cell office:value-type="string"><text:p>${type}</text:p></table:table-cell>`
          : `<table:table-cell office:value-type="${type}" office:${attribute}="${value}"><text:p>${value}</text:p></table:table-cell>`;
      })
      .join('');
  const namespaces = ['office', 'table', 'text']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return writeZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'content.xml',
      content: `<?xml version="1.0"?><office:document-content ${namespaces}><office:body><office:spreadsheet><table:table table:name="T">${rows.map((row) => `<table:table-row>${cells(row)}</table:table-row>`).join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
}

describe('OpenDocument', () => {
  it('whole numbers of more than 15 digits are said, as in workbooks', async () => {
    const content = openDocument([
      ['code', 'other'],
      ['float value 12345678901234567', 'float value 1234567890123456'],
      ['float value 1', 'float value 2'],
    ]);
    expect(await read(content, 'x.ods')).toMatchObject({
      storages: ['DOUBLE', 'BIGINT'],
      items: [
        [12_345_678_901_234_568, 1_234_567_890_123_456],
        [1, 2],
      ],
      notes: [
        [
          'many_digits',
          '1 whole number has more than 15 digits; spreadsheet programs keep 15 to 17, so its last digits may have been lost before the file came here. Write such codes as text.',
          [],
        ],
        [
          'rounded',
          '1 whole number has more digits than a 64-bit float holds and is rounded to the nearest, as spreadsheets do.',
          [],
        ],
      ],
    });
  });

  it('times of which one is longer than a day are all their seconds', async () => {
    const content = openDocument([
      ['run', 'clock', 'part'],
      [
        'time time-value PT26H30M00S',
        'time time-value PT09H05M00S',
        'time time-value -PT00H00M01.5S',
      ],
      ['time time-value PT09H05M00S', 'time time-value PT23H59M59S', 'time time-value PT30H00M00S'],
    ]);
    const why = 'Times that are not all within one day are read as their seconds.';
    expect(await read(content, 'x.ods')).toEqual({
      storages: ['BIGINT', 'TIME', 'DOUBLE'],
      items: [
        [95_400, '09:05:00', -1.5],
        [32_700, '23:59:59', 108_000],
      ],
      units: ['s', null, 's'],
      notes: [
        ['read_as_number', why, []],
        ['read_as_number', why, []],
      ],
    });
  });
});

describe('workbooks', () => {
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>`;
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`;
  const book = (cells: readonly string[]) =>
    workbook(
      sheetOf(
        [
          '<row r="1"><c r="A1" t="inlineStr"><is><t>when</t></is></c></row>',
          ...cells.map((cell, i) => `<row r="${i + 2}">${cell}</row>`),
        ].join(''),
      ),
      { 'xl/styles.xml': styles, 'xl/_rels/workbook.xml.rels': relations },
    );

  it('a number among dates with times and without is the one cell that is said', async () => {
    const content = book([
      '<c t="d"><v>2024-01-02T03:04:05</v></c>',
      '<c s="1"><v>45000</v></c>',
      '<c s="1"><v>60</v></c>',
    ]);
    const { storages, items, notes } = await read(content, 'x.xlsx');
    expect({ storages, items, notes }).toEqual({
      storages: ['VARCHAR'],
      items: [['2024-01-02 03:04:05'], ['2023-03-15'], ['60']],
      notes: [
        [
          'kept_as_text',
          '1 cell is a number among dates with times: the column is kept as text.',
          [4],
        ],
        ['no_dates', '1 number has the format of a date but is none; it is kept as a number.', [4]],
      ],
    });
  });

  it('what is said of a column names the rows of the sheet, below a title and a blank row', async () => {
    const row = (number: number, ...cells: readonly string[]) =>
      `<row r="${number}">${cells.map((cell) => (cell.startsWith('#') ? `<c t="e"><v>${cell}</v></c>` : /^\d/.test(cell) ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`;
    const content = workbook(
      sheetOf(
        row(1, 'Sales of the year') +
          row(3, 'shop', 'sold') +
          row(4, 'Oslo', '5') +
          row(6, 'Bern', '7') +
          row(7, 'Rome', '#N/A'),
      ),
    );
    const { notes } = await read(content, 'x.xlsx');
    expect(notes.filter(([code]) => code === 'error_cells' || code === 'blank_rows')).toEqual([
      ['error_cells', '1 cell holds an error such as #N/A and is read as missing.', [7]],
      ['blank_rows', '1 blank row is skipped.', [5]],
    ]);
  });

  it('a time that rounds to 24:00 is the last of the day', async () => {
    const content = book(['<c s="2"><v>0.999999999999</v></c>', '<c s="2"><v>0.5</v></c>']);
    const { storages, items, notes } = await read(content, 'x.xlsx');
    expect({ storages, items, notes }).toEqual({
      storages: ['TIME'],
      items: [['23:59:59.999'], ['12:00:00']],
      notes: [],
    });
  });
});
