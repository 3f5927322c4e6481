import { childProcesses, sheetOf, workbook } from '@columnist/testing';
import { createEngine } from '@columnist/workers';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peakMb } from './bench/process-figures.ts';
import { median, report } from './bench/report.ts';

/**
 * A workbook whose sheet has 100 MB unpacked (numbers, dates, shared texts and texts of their own),
 * imported by one worker with the memory that workers have unless said otherwise:
 *   pnpm bench:workbook
 */
const folder = mkdtempSync(join(tmpdir(), 'columnist-bench-'));
const megabyte = 1024 * 1024;
const limits = { seconds: 30, megabytes: 4096 };
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const names = ['id', 'day', 'amount', 'town', 'comment'];
const shared = [...names, ...Array.from({ length: 5000 }, (_, i) => `town of the number ${i}`)];

/** One row of the sheet: 1-based, below the names. */
const rowOf = (row: number): string =>
  `<row r="${row}"><c r="A${row}"><v>${row}</v></c>` +
  `<c r="B${row}" s="1"><v>${40_000 + (row % 5000)}</v></c>` +
  `<c r="C${row}"><v>${(row * 7919) % 99_991}.25</v></c>` +
  `<c r="D${row}" t="s"><v>${names.length + (row % 5000)}</v></c>` +
  `<c r="E${row}" t="inlineStr"><is><t>comment number ${row} of many</t></is></c></row>`;

function sheet(): { readonly text: string; readonly rows: number } {
  const parts = [`<row r="1">${names.map((_, i) => `<c t="s"><v>${i}</v></c>`).join('')}</row>`];
  let [bytes, row] = [0, 1];
  while (bytes < 100 * megabyte) {
    row += 1;
    const part = rowOf(row);
    parts.push(part);
    bytes += part.length;
  }
  return { text: sheetOf(parts.join('')), rows: row - 1 };
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;

/** The most memory that a worker has held so far, in MB. */
const held = (): number => Math.max(0, ...childProcesses('process/main.ts').map(peakMb));

const engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1, timeoutSeconds: 600 });
try {
  const { text, rows } = sheet();
  const content = workbook(text, {
    'xl/styles.xml':
      `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/>` +
      '</cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared.map((one) => `<si><t>${one}</t></si>`).join('')}</sst>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      relation('r1', 'worksheet', 'worksheets/sheet1.xml') +
      relation('r2', 'sharedStrings', 'sharedStrings.xml') +
      `${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
  });
  const source = join(folder, 'large.xlsx');
  writeFileSync(source, content);
  const times: number[] = [];
  let most = 0;
  for (let round = 0; round < 3; round++) {
    const begin = performance.now();
    const { rowCount } = await engine.admit({
      source,
      filename: 'large.xlsx',
      reading: { part: {} },
      parquet: join(folder, `${round}.parquet`),
    });
    times.push(performance.now() - begin);
    most = Math.max(most, held());
    if (rowCount !== rows) throw new Error(`${rowCount} of ${rows} rows were read.`);
  }
  const seconds = median(times) / 1000;
  report('workbook', [
    {
      measure: `Import of a workbook of 100 MB unpacked (${rows} rows of 5 columns, ${Math.round(content.length / megabyte)} MB packed)`,
      reached: `${seconds.toFixed(1)} s`,
      limit: `≤ ${limits.seconds} s`,
      holds: seconds <= limits.seconds,
    },
    {
      measure: 'Memory of the worker that reads it',
      reached: most === 0 ? 'unknown' : `${most.toFixed(0)} MB`,
      limit: `≤ ${limits.megabytes} MB`,
      holds: most === 0 ? null : most <= limits.megabytes,
    },
  ]);
} finally {
  await engine.close();
  rmSync(folder, { recursive: true });
}
