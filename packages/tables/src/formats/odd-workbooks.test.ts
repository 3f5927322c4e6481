import { sheetOf, workbook } from '@columnist/testing';
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
});
