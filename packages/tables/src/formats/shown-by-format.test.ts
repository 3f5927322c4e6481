import { sheetOf, workbook } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  `<Relationship Id="r1" Type="${types}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="r2" Type="${types}/styles" Target="styles.xml"/></Relationships>`;

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A sheet of one column, "a", with these numbers in cells of one format. */
const shownBy = (code: string, values: readonly number[]) =>
  workbook(
    sheetOf(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>${values
        .map((value, i) => `<row r="${i + 2}"><c s="1"><v>${value}</v></c></row>`)
        .join('')}`,
    ),
    {
      'xl/_rels/workbook.xml.rels': relations,
      'xl/styles.xml':
        `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" ` +
        `formatCode="${code.replaceAll(/[&"<>]/g, (sign) => signs[sign] ?? '')}"/></numFmts>` +
        '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    },
  );

const said = async (code: string, values: readonly number[]) => {
  const { items, admitted } = await test.import(shownBy(code, values), 'x.xlsx');
  expect(items).toEqual(values.map((value) => [value]));
  return admitted.admission.notes.map((note) => [note.code, note.message]);
};

describe('what a format adds to every number of a column is said', () => {
  it.each([
    ['#,##0.00 €', '€'],
    ['[$$-409]#,##0.00', '$'],
    ['#,##0.00 [$kr-414]', 'kr'],
    ['_-* #,##0.00 [$€-407]_-;-* #,##0.00 [$€-407]_-;_-* "-"?? [$€-407]_-;_-@_-', '€'],
    ['0.00 "EUR"', 'EUR'],
    ['0.0" kg"', 'kg'],
  ])('%s', async (code, unit) => {
    expect(await said(code, [1.5, 2.5])).toEqual([
      [
        'shown_with_unit',
        `Column A of the sheet shows 2 numbers with ${unit}; they are read as the numbers that ` +
          'the cells hold, without it.',
      ],
    ]);
  });

  it('percent, by what a hundred of them is', async () => {
    expect(await said('0.0%', [0.1, 0.25])).toEqual([
      [
        'shown_with_unit',
        'Column A of the sheet shows 2 numbers with %; they are read as the numbers that the ' +
          'cells hold, without it: 10% is 0.1.',
      ],
    ]);
  });
});

describe('numbers that a format shows as words are said', () => {
  it.each([
    ['"yes";"no"', [1, -1, 0], 3, "'yes' for 1, 'no' for -1, 'yes' for 0"],
    ['"up";"down";"none"', [2, -2, 0], 3, "'up' for 2, 'down' for -2, 'none' for 0"],
    ['[=1]"Ja";[=0]"Nein";General', [1, 0, 7], 2, "'Ja' for 1, 'Nein' for 0"],
    ['[>=50]"pass";"fail"', [49, 50], 2, "'fail' for 49, 'pass' for 50"],
    ['0;-0;"zero"', [3, 0, 0], 2, "'zero' for 0"],
    ['\\n\\/\\a', [4, 5], 2, "'n/a' for 4, 'n/a' for 5"],
    ['[Red]"bad"', [4, 5], 2, "'bad' for 4, 'bad' for 5"],
  ])('%s', async (code, values, count, words) => {
    expect(await said(code, values)).toEqual([
      [
        'shown_as_words',
        `Column A of the sheet shows ${count} numbers as words (${words}); they are read as the ` +
          'numbers that the cells hold.',
      ],
    ]);
  });

  it('and so are those that it hides', async () => {
    expect(await said(';;;', [1, 2])).toEqual([
      [
        'shown_as_words',
        'Column A of the sheet shows 2 numbers as nothing; they are read as the numbers that ' +
          'the cells hold.',
      ],
    ]);
  });

  it.each([
    ['#,##0;-#,##0;"-"', [1, 0]],
    ['0;-0;;@', [1, 0]],
    ['General', [1, 0]],
    ['[Blue]General;[Red]-General', [1, -1]],
    ['# ??/??', [0.5, 0.25]],
    ['', [1, 2]],
    ['[Red]', [1, 2]],
    ['"Total: "General', [1, 2]],
  ])('but no dashes and blanks in place of 0: %s', async (code, values) => {
    expect(await said(code, values)).toEqual([]);
  });
});
