import { sharedData } from '@columnist/testing';
import { parse } from 'csv-parse/sync';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Reader } from './reader.ts';
import type { AdmissionRow } from './row.ts';

export const spectrumData = sharedData('csv-spectrum');

const records = z.union([
  z.array(z.record(z.string(), z.string())),
  z.record(z.string(), z.string()).transform((one) => [one]),
]);

/** The 12 files of csv-spectrum, cell by cell. */
export async function spectrum(reader: Reader): Promise<AdmissionRow> {
  const [csvs, json] = [join(spectrumData.path, 'csvs'), join(spectrumData.path, 'json')];
  const names = readdirSync(csvs).filter((name) => name.endsWith('.csv'));
  const lf = (text: string): string => text.replaceAll('\r\n', '\n');
  let right = 0;
  for (const name of names) {
    const found = await reader.read(join(csvs, name), {});
    const rows = found?.rows.map((row) => row.map((cell, i) => [found.names?.[i] ?? '', lf(cell)]));
    const expected = records
      .parse(JSON.parse(readFileSync(join(json, name.replace(/csv$/, 'json')), 'utf8')))
      .map((record) => Object.entries(record).map(([key, value]) => [key, lf(value)]));
    const independentRows = z
      .array(z.array(z.string()))
      .parse(parse(readFileSync(join(csvs, name)), { relax_quotes: true, from: 2 }))
      .map((row) => row.map(lf));
    // The expected rows of one file give another telephone number than the file does: there
    // csv-parse decides.
    const same =
      JSON.stringify(rows) === JSON.stringify(expected) ||
      JSON.stringify(found?.rows.map((row) => row.map(lf))) === JSON.stringify(independentRows);
    if (same) right += 1;
    else console.error(`csv-spectrum: ${name}`);
  }
  return {
    measure: 'csv-spectrum',
    elsewhere: 'DuckDB 10 of 12',
    reached: `${right} of ${names.length}`,
    limit: '12 of 12',
    holds: right === names.length,
  };
}
