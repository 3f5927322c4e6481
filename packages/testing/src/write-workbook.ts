import { workbook, sheetOf } from './hostile-workbooks.ts';

type CellValue = string | number | boolean | null;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function cellOf(value: CellValue, place: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  return typeof value === 'boolean'
    ? `<c r="${place}" t="b"><v>${Number(value)}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** A workbook of sheets by their names: rows of at most 26 cells. */
export function writeWorkbook(
  sheets: Readonly<Record<string, readonly (readonly CellValue[])[]>>,
): Buffer<ArrayBuffer> {
  const names = Object.keys(sheets);
  const parts = Object.values(sheets).map((rows) =>
    sheetOf(
      rows
        .map((row, r) => {
          const cells = row.map((value, c) =>
            cellOf(value, `${String.fromCharCode(65 + c)}${r + 1}`),
          );
          return `<row r="${r + 1}">${cells.join('')}</row>`;
        })
        .join(''),
    ),
  );
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return workbook('', {
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${names
      .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="r${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
      .map(
        (_, i) =>
          `<Relationship Id="r${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    ...Object.fromEntries(parts.map((part, i) => [`xl/worksheets/sheet${i + 1}.xml`, part])),
  });
}
