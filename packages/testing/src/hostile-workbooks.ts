import { writeZip, type ZipEntry } from './write-zip.ts';

/** A file that wants to harm the program that reads it, and what may become of it. */
export interface HostileFile {
  readonly title: string;
  readonly name: string;
  readonly content: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
  /** Part of the message of the refusal; where it is read instead, its first row. */
  readonly refusal?: RegExp;
  readonly row?: readonly (string | number | null)[];
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const header = '<?xml version="1.0" encoding="UTF-8"?>';

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;
const relationsOf = (...all: string[]): string =>
  `${header}<Relationships xmlns="${relations}">${all.join('')}</Relationships>`;
/** The part of a workbook that is a sheet of these rows. */
export const sheetOf = (rows: string): string =>
  `${header}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
const text = (place: string, value: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const tableRows = `<row r="1">${text('A1', 'a')}${text('B1', 'b')}</row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>`;

/** The smallest workbook of one sheet, with other parts in place of its own. */
export function workbook(
  sheet: string,
  others: Readonly<Record<string, string>> = {},
): Buffer<ArrayBuffer> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationsOf(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${header}<workbook xmlns="${main}" xmlns:r="${types}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('r2', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/sheet1.xml': sheet,
    ...others,
  };
  return writeZip(Object.entries(parts).map(([name, content]): ZipEntry => ({ name, content })));
}

const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>`;
const outside = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
const withDoctype = (doctype: string, entity: string): string =>
  sheetOf(`<row r="1">${text('A1', entity)}</row>`).replace(header, `${header}${doctype}`);
const zeros = (megabytes: number): Buffer<ArrayBuffer> => Buffer.alloc(megabytes * 1024 * 1024, 48);

/** Hostile files of the formats that are imported. */
export const hostileFiles: readonly HostileFile[] = [
  {
    title: 'entities that grow (billion laughs)',
    name: 'laughs.xlsx',
    content: () => workbook(withDoctype(laughs, '&c;')),
    refusal: /document type/,
  },
  {
    title: 'an entity that reads a file (XXE)',
    name: 'outside.xlsx',
    content: () => workbook(withDoctype(outside, '&f;')),
    refusal: /document type/,
  },
  {
    title: 'entities in the list of texts',
    name: 'strings.xlsx',
    content: () =>
      workbook(sheetOf(tableRows), {
        'xl/sharedStrings.xml': `${header}${laughs}<sst xmlns="${main}"><si><t>&c;</t></si></sst>`,
      }),
    refusal: /document type/,
  },
  {
    title: 'an entity that is not declared',
    name: 'undeclared.xlsx',
    content: () => workbook(sheetOf(`<row r="1">${text('A1', '&nope;')}</row>`)),
    refusal: /well-formed/,
  },
  {
    title: 'elements 100,000 deep',
    name: 'deep.xlsx',
    content: () => workbook(sheetOf('<x>'.repeat(100_000))),
    refusal: /inside one another/,
  },
  {
    title: 'a sheet that is packed 1000 : 1',
    name: 'bomb.xlsx',
    content: () => workbook(sheetOf(`<!--${zeros(12).toString('latin1')}-->`)),
    refusal: /times as large/,
  },
  {
    title: 'a CSV file that is packed 1000 : 1',
    name: 'bomb.zip',
    content: () => writeZip([{ name: 'a.csv', content: zeros(12) }]),
    refusal: /times as large/,
  },
  {
    title: 'an archive in an archive',
    name: 'nested.zip',
    content: () =>
      writeZip([{ name: 'a.zip', content: writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n' }]) }]),
    refusal: /no file that can be read/,
  },
  {
    title: 'an archive that pretends to be a table in an archive',
    name: 'disguised.zip',
    content: () =>
      writeZip([{ name: 'a.csv', content: writeZip([{ name: 'b.csv', content: 'a,b\n1,2\n' }]) }]),
    refusal: /ZIP archive or an Excel workbook/,
  },
  {
    title: 'files that share their bytes (overlapping entries)',
    name: 'overlap.zip',
    content: () =>
      writeZip([
        { name: 'a.csv', content: 'a,b\n1,2\n' },
        { name: 'b.csv', content: '', sharesWith: 0 },
        { name: 'c.csv', content: '', sharesWith: 0 },
      ]),
    refusal: /inside one another/,
  },
  {
    title: 'a size that is smaller than the file',
    name: 'lies.zip',
    content: () => writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n3,4\n', statedBytes: 4 }]),
    refusal: /damaged/,
  },
  {
    title: 'a size that is larger than the file',
    name: 'boasts.zip',
    content: () => writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n', statedBytes: 4_000_000_000 }]),
    refusal: /damaged/,
  },
  {
    title: 'a name that leads out of the archive',
    name: 'out.zip',
    content: () => writeZip([{ name: '../../../../tmp/evil.csv', content: 'a,b\n1,2\n' }]),
    refusal: /leads out of it/,
  },
  {
    title: 'an absolute name',
    name: 'absolute.zip',
    content: () => writeZip([{ name: '/etc/cron.d/evil.csv', content: 'a,b\n1,2\n' }]),
    refusal: /leads out of it/,
  },
  {
    title: 'two files of one name',
    name: 'twice.zip',
    content: () =>
      writeZip([
        { name: 'a.csv', content: 'a,b\n1,2\n' },
        { name: 'a.csv', content: 'a,b\n3,4\n' },
      ]),
    refusal: /two files of the name/,
  },
  {
    title: 'an archive with a password',
    name: 'secret.zip',
    content: () => writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n', flags: 1 }]),
    refusal: /password/,
  },
  {
    title: '10,001 files',
    name: 'many.zip',
    content: () =>
      writeZip(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}.csv`, content: 'a' }))),
    refusal: /at most 10000/,
  },
  {
    title: 'a workbook with a password',
    name: 'secret.xlsx',
    content: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]),
    refusal: /password/,
  },
  {
    title: 'sheets whose relations go in circles',
    name: 'circles.xlsx',
    content: () =>
      workbook(sheetOf(tableRows), {
        'xl/_rels/workbook.xml.rels': relationsOf(relation('r1', 'worksheet', 'workbook.xml')),
      }),
    refusal: /no cell/,
  },
  {
    title: 'a relation that leads out of the file',
    name: 'external.xlsx',
    content: () =>
      workbook(sheetOf(tableRows), {
        'xl/_rels/workbook.xml.rels': relationsOf(
          relation('r1', 'worksheet', '../../../../etc/passwd'),
        ),
      }),
    refusal: /no sheet that can be read/,
  },
  {
    title: 'a stated extent of 17 billion cells with one in it',
    name: 'extent.xlsx',
    content: () =>
      workbook(
        `${header}<worksheet xmlns="${main}"><dimension ref="A1:XFD1048576"/><sheetData>${tableRows}</sheetData></worksheet>`,
      ),
    row: [1, 2],
  },
  {
    title: 'cells in the first and the last column',
    name: 'wide.xlsx',
    content: () =>
      workbook(
        sheetOf(
          [1, 2, 3]
            .map((row) => `<row r="${row}">${text(`A${row}`, 'a')}${text(`XFD${row}`, 'b')}</row>`)
            .join(''),
        ),
      ),
    refusal: /16384 columns/,
  },
  {
    title: 'rows beyond the last one',
    name: 'high.xlsx',
    content: () => workbook(sheetOf('<row r="99999999999"><c><v>1</v></c></row>')),
    refusal: /not in order/,
  },
  {
    title: 'a text that is not in the list of texts',
    name: 'missing.xlsx',
    content: () => workbook(sheetOf('<row r="1"><c r="A1" t="s"><v>4000000000</v></c></row>')),
    refusal: /not there/,
  },
  {
    title: 'formulas that run programs, as text',
    name: 'dde.xlsx',
    content: () =>
      workbook(
        sheetOf(
          `<row r="1">${text('A1', 'a')}${text('B1', 'b')}</row><row r="2">${text('A2', "=cmd|' /C calc'!A0")}<c r="B2"><f>WEBSERVICE("http://127.0.0.1/")</f><v>7</v></c></row>`,
        ),
      ),
    row: ["=cmd|' /C calc'!A0", 7],
  },
  {
    title: 'an OpenDocument row that is repeated a billion times',
    name: 'repeat.ods',
    content: () =>
      writeZip([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        {
          name: 'content.xml',
          content: `${header}<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="T"><table:table-row table:number-rows-repeated="1000000000"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="1000"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
        },
      ]),
    refusal: /repeats its cells/,
  },
  {
    title: 'a web page with cells of a million columns',
    name: 'spans.html',
    content: () =>
      Buffer.from(
        `<table>${'<tr><td rowspan=1000000 colspan=1000000>x</td></tr>'.repeat(20)}</table>`,
      ),
    refusal: /cells/,
  },
  {
    title: 'tables 10,000 deep',
    name: 'deep.html',
    content: () => Buffer.from('<table><tr><td>'.repeat(10_000)),
    refusal: /inside one another/,
  },
  {
    title: 'a script in a table',
    name: 'script.html',
    content: () =>
      Buffer.from('<table><tr><th>a<th>b<tr><td><script>alert(1)</script>&lt;b&gt;x<td>2</table>'),
    row: ['<b>x', 2],
  },
];

/** A workbook with so many shared texts, each a little different; it is large. */
export function manyStrings(count: number): Buffer<ArrayBuffer> {
  const strings = Array.from({ length: count }, (_, i) => `<si><t>${i.toString(36)}</t></si>`);
  return workbook(sheetOf(tableRows), {
    'xl/sharedStrings.xml': `${header}<sst xmlns="${main}">${strings.join('')}</sst>`,
  });
}
