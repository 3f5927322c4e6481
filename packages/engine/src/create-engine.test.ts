import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '@columnist/contract';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Admitted, type Engine, type TableRef } from './index.ts';

let folder: string;
let engine: Engine;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-engine-'));
  engine = createEngine({ tempDir: join(folder, 'temp') });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

async function admit(content: string | Buffer): Promise<{ admitted: Admitted; table: TableRef }> {
  count += 1;
  const source = join(folder, `${count}.csv`);
  const parquet = join(folder, `${count}.parquet`);
  await writeFile(source, content);
  const admitted = await engine.admit({ source, parquet });
  return { admitted, table: { parquet, datasetId: '0199aaaa-0000-7000-8000-000000000000', version: 1, rowCount: admitted.rowCount, columns: admitted.columns } };
}

async function cells(content: string | Buffer) {
  const { admitted, table } = await admit(content);
  const rows = await engine.rows(table, { limit: 1000, offset: 0 });
  return { types: admitted.columns.map((column) => column.storage), names: admitted.columns.map((column) => column.name), items: rows.items, notes: admitted.admission.notes.map((note) => note.code), dialect: admitted.dialect };
}

async function refusal(content: string | Buffer): Promise<{ code: string; message: string; row: number | undefined; fix: string | undefined }> {
  const error: unknown = await admit(content).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`The file was not refused: ${String(error)}`);
  return { code: error.code, message: error.message, row: error.details.row, fix: error.details.fix };
}

describe('what is accepted is read right', () => {
  it('keeps integers beyond 2^53, decimals and zero-padded codes as written', async () => {
    const read = await cells('big,code,price\n12345678901234567890123,007,0.10\n1,010,12345.67\n');
    expect(read.types).toEqual(['DECIMAL(23,0)', 'VARCHAR', 'DECIMAL(7,2)']);
    expect(read.items).toEqual([
      ['12345678901234567890123', '007', 0.1],
      [1, '010', 12345.67],
    ]);
    expect(read.notes).toEqual(['kept_as_text']);
  });

  it('reads missing words, and keeps words that only mean something in text', async () => {
    const read = await cells('x,y\n1,a\nNA,NULL\nN/A,-\n-,b\n');
    expect(read.types).toEqual(['BIGINT', 'VARCHAR']);
    expect(read.items).toEqual([
      [1, 'a'],
      [null, null],
      [null, '-'],
      [null, 'b'],
    ]);
    expect(read.dialect.missing_words).toEqual(['-', 'N/A', 'NA', 'NULL']);
  });

  it('reads dates, times with a zone and booleans, and leaves ambiguous dates as text', async () => {
    const read = await cells('d,t,b,u\n2026-02-28,2026-02-28T10:00:00+02:00,true,01/02/2024\n2024-02-29,2026-02-28T10:00:00Z,FALSE,03/04/2024\n');
    expect(read.types).toEqual(['DATE', 'TIMESTAMPTZ', 'BOOLEAN', 'VARCHAR']);
    expect(read.items).toEqual([
      ['2026-02-28', '2026-02-28T08:00:00Z', true, '01/02/2024'],
      ['2024-02-29', '2026-02-28T10:00:00Z', false, '03/04/2024'],
    ]);
  });

  it('reads UTF-16 with and without byte order mark, UTF-8 with one, and says so', async () => {
    const text = 'city,n\nZürich,1\nBerlin,2\n';
    const swapped = Buffer.from(text, 'utf16le').swap16();
    const files: [Buffer, string][] = [
      [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]), 'utf-16le'],
      [Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]), 'utf-16be'],
      [Buffer.from(text, 'utf16le'), 'utf-16le'],
      [Buffer.from(`\ufeff${text}`), 'utf-8'],
    ];
    for (const [file, encoding] of files) {
      const read = await cells(file);
      expect(read.items).toEqual([['Zürich', 1], ['Berlin', 2]]);
      expect(read.names).toEqual(['city', 'n']);
      expect(read.dialect.encoding).toBe(encoding);
    }
  });

  it.each([
    ['semicolon', 'a;b\n1;2\n3;4\n'],
    ['tab', 'a\tb\n1\t2\n3\t4\n'],
    ['bar', 'a|b\n1|2\n3|4\n'],
    ['carriage return', 'a,b\r1,2\r3,4\r'],
    ['mixed line ends', 'a,b\r\n1,2\n3,4\r\n'],
    ['no end of the last line', 'a,b\n1,2\n3,4'],
    ['blank lines', 'a,b\n1,2\n\n3,4\n\n'],
  ])('reads a file with %s', async (_, content) => {
    const read = await cells(content);
    expect(read.names).toEqual(['a', 'b']);
    expect(read.items).toEqual([[1, 2], [3, 4]]);
  });

  it('reads quotes, quotes within quotes and line ends within quotes', async () => {
    const read = await cells('a,b\n"x, ""y""","two\nlines"\nplain "inside" text,z\n');
    expect(read.items).toEqual([['x, "y"', 'two\nlines'], ['plain "inside" text', 'z']]);
  });

  it('makes names unique and says so; names columns of a file without a header', async () => {
    const read = await cells('a,a,b,\n1,2,3,4\n');
    expect(read.names).toEqual(['a', 'a_2', 'b', 'column_4']);
    expect(read.notes).toEqual(['header_renamed', 'header_renamed']);
    expect((await cells('1,2\n3,4\n')).items).toEqual([[1, 2], [3, 4]]);
  });

  it('keeps a column as text when one late cell does not fit', async () => {
    const read = await cells(`a,b\n${'1,2\n'.repeat(5000)}oops,3\n`);
    expect(read.types).toEqual(['VARCHAR', 'BIGINT']);
    expect(read.notes).toEqual(['kept_as_text']);
  });

  it('reads names that differ in case or mean something to SQL', async () => {
    const read = await cells('a,A,file_row_number,"x"";drop table"\n1,2,3,4\n');
    expect(read.names).toEqual(['a', 'A', 'file_row_number', 'x";drop table']);
    expect(read.items).toEqual([[1, 2, 3, 4]]);
  });
});

describe('what cannot be read is refused with the line and the remedy', () => {
  it.each([
    ['an HTML page', '<!DOCTYPE html><html><body>404</body></html>', 1, /HTML/],
    ['a ZIP archive', Buffer.from('504b0304140000000800', 'hex'), 1, /ZIP archive or an Excel workbook/],
    ['a program', Buffer.from('7f454c4602010100', 'hex'), 1, /ELF/],
    ['nothing', '', 1, /empty/],
    ['only blank lines', '\n\n\n', 1, /blank/],
    ['a header alone', 'a,b,c\n', 2, /no rows/],
    ['bytes that are not UTF-8', Buffer.from('city,n\nBern,1\nZ\u00fcrich,2\n', 'latin1'), 3, /Line 3 has bytes that are not UTF-8/],
    ['a NUL byte', 'a,b\n1,x\u0000y\n', 2, /NUL byte/],
    ['an unclosed quote', `a,b\n1,2\n3,"open\n${'4,5\n'.repeat(1000)}`, 3, /opens on line 3/],
    ['a short row', 'a,b,c\n1,2,3\n4,5\n', 3, /Line 3 has 2 fields; the header has 3/],
    ['a long row', `a,b,c\n${'1,2,3\n'.repeat(3000)}6,7,8,9\n`, 3002, /Line 3002 has 4 fields/],
    ['text after a closing quote', 'a,b\n"x"y,1\n', 2, /after the closing quote/],
    ['100,000 columns', `${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',')}\n${Array.from({ length: 100_000 }, () => '1').join(',')}\n`, 1, /100000 columns; at most 2000/],
    ['one line of 50 MB', `a,b\n1,${'x'.repeat(50_000_000)}\n2,y\n`, 2, /longer than 8 MB/],
  ])('%s', async (_, content, row, message) => {
    const refused = await refusal(content);
    expect(refused.code).toBe('invalid_file');
    expect(refused.message).toMatch(message);
    expect(refused.row).toBe(row);
    expect(refused.fix).toMatch(/\w+/);
    const left = (await readdir(folder)).filter((name) => name.startsWith(`${count}.`) && !name.endsWith('.csv'));
    expect(left).toEqual([]);
  });
});

describe('workers', () => {
  it('are killed when a call is canceled, and the next call works', async () => {
    const { table } = await admit('a,b\n1,2\n3,4\n');
    const controller = new AbortController();
    const canceled = engine.describe(table, { quantiles: [0.5], confidence_level: 0.95, correlations: true, plot: false }, { signal: controller.signal });
    controller.abort();
    await expect(canceled).rejects.toMatchObject({ code: 'canceled' });
    await expect(engine.frequencies(table, { column: 'a', order: 'value', limit: 10 })).resolves.toMatchObject({ n: 2, distinct: 2 });
  });

  it('stop a job that takes too long', async () => {
    const hasty = createEngine({ tempDir: join(folder, 'hasty'), workers: 1, timeoutSeconds: 0.01 });
    const source = join(folder, 'slow.csv');
    await writeFile(source, `a,b\n${'1,2\n'.repeat(300_000)}`);
    await expect(hasty.admit({ source, parquet: join(folder, 'slow.parquet') })).rejects.toMatchObject({ code: 'too_complex' });
    expect(existsSync(join(folder, 'slow.parquet'))).toBe(false);
    await hasty.close();
  });

  it('give the same bytes twice', async () => {
    const { table } = await admit(`x,y,g\n${Array.from({ length: 2000 }, (_, i) => `${Math.sin(i).toFixed(9)},${(i * 7919) % 1000},${'abc'[i % 3]}`).join('\n')}\n`);
    const options = { quantiles: [0.1, 0.5], confidence_level: 0.95, correlations: true, plot: true };
    expect(JSON.stringify(await engine.describe(table, options))).toBe(JSON.stringify(await engine.describe(table, options)));
  });

  it('name the nearest columns for one that does not exist', async () => {
    const { table } = await admit('body_mass_g,species\n1,a\n2,b\n');
    await expect(engine.frequencies(table, { column: 'body_mas', order: 'count', limit: 10 })).rejects.toMatchObject({ code: 'unknown_column', details: { suggestions: ['body_mass_g'] } });
  });
});
