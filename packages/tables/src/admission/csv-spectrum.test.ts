import { parse } from 'csv-parse/sync';
import { sharedData } from '@columnist/testing';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '@columnist/workers';

const spectrum = sharedData('csv-spectrum');
const files = spectrum.isHere
  ? readdirSync(join(spectrum.path, 'csvs')).filter((name) => name.endsWith('.csv'))
  : [];

/** The collection's files and its expected rows disagree on line ends within quotes. */
const withLf = (rows: unknown): unknown =>
  JSON.parse(JSON.stringify(rows).replaceAll(String.raw`\r\n`, String.raw`\n`));

/**
 * Twelve small hard files with their expected rows, and csv-parse as a second reader of the same
 * bytes.
 */
describe.skipIf(!spectrum.isHere)(`csv-spectrum${spectrum.note}`, () => {
  let folder: string;
  let engine: Engine;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'columnist-spectrum-'));
    engine = createEngine({ tempDir: join(folder, 'temp'), workers: 1 });
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it.each(files)('%s', async (name) => {
    const source = join(spectrum.path, 'csvs', name);
    const parquet = join(folder, `${name}.parquet`);
    const { columns, rowCount } = await engine.admit({ source, parquet });
    const rows = await engine.rows(
      { parquet, datasetId: null, version: null, rowCount, columns },
      { limit: 1000, offset: 0 },
    );
    const read = rows.items.map((cells) =>
      Object.fromEntries(cells.map((cell, i) => [columns[i]?.name ?? '', String(cell ?? '')])),
    );
    const expected: unknown = JSON.parse(
      readFileSync(join(spectrum.path, 'json', name.replace(/csv$/, 'json')), 'utf8'),
    );
    // Its rows for this file give another telephone number than the file does.
    if (name !== 'location_coordinates.csv')
      expect(withLf(read)).toEqual(withLf([expected].flat()));
    expect(read).toEqual(parse(readFileSync(source), { columns: true, relax_quotes: true }));
  });
});
