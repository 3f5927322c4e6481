import type { TextTable } from '@columnist/tables/admission/read-text-table';
import { sharedData } from '@columnist/testing';
import { parse } from 'csv-parse/sync';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Reader } from './reader.ts';
import type { AdmissionRow } from './row.ts';

export const pollockData = sharedData('pollock');

const parameters = z.object({
  encoding: z.string(),
  delimiter: z.string(),
  quotechar: z.string(),
  escapechar: z.string(),
  header_lines: z.int(),
  preamble_lines: z.int(),
});
/** A line as the scorer wants it. */
const line = (fields: readonly string[]): string =>
  `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\r\n`;

/** The 2,290 polluted files, with nothing given and with the true dialect, by their own scorer. */
export async function pollock(reader: Reader, folder: string): Promise<AdmissionRow[]> {
  const table: AdmissionRow[] = [];
  execFileSync('tar', ['xJf', join(pollockData.path, 'polluted_files.tar.xz'), '-C', folder]);
  const [csv, clean, stated] = ['csv', 'clean', 'parameters'].map((part) =>
    join(folder, 'polluted_files', part),
  );
  if (csv === undefined || clean === undefined || stated === undefined) return table;
  const names = readdirSync(csv).sort();
  const [auto, given] = [join(folder, 'auto'), join(folder, 'given')];
  mkdirSync(auto);
  mkdirSync(given);
  const read_: Map<string, TextTable | null> = new Map();
  for (const name of names) {
    const write = (to: string, found: TextTable | null) =>
      writeFileSync(
        join(to, name),
        found === null
          ? 'Application Error'
          : [...(found.names === null ? [] : [found.names]), ...found.rows].map(line).join(''),
      );
    const detected = await reader.read(join(csv, name), {});
    read_.set(name, detected);
    write(auto, detected);
    const known = parameters.parse(
      JSON.parse(readFileSync(join(stated, `${name}_parameters.json`), 'utf8')),
    );
    const dialect =
      known.delimiter === ''
        ? {}
        : {
            delimiter: known.delimiter,
            quote: known.quotechar === '' ? null : known.quotechar,
            escape: known.escapechar === '' ? null : known.escapechar,
          };
    write(
      given,
      await reader.read(join(csv, name), {
        ...dialect,
        header_rows: known.header_lines,
        skip_lines: known.preamble_lines,
      }),
    );
  }
  const scored = execFileSync(
    'python3',
    [
      join(pollockData.path, 'score.py'),
      clean,
      join(pollockData.path, 'pollock_weights.json'),
      auto,
      given,
    ],
    { encoding: 'utf8' },
  );
  if (process.argv.includes('--keep')) console.log(scored);
  const scores = [...scored.matchAll(/simple ([\d.]+) weighted ([\d.]+)/g)].map(
    ([, simple, weighted]) => ({ simple: Number(simple), weighted: Number(weighted) }),
  );
  const [nothing, dialect] = scores;
  const row = (
    measure: string,
    elsewhere: string,
    score: typeof nothing,
    simple: number,
    weighted: number,
  ) =>
    table.push({
      measure,
      elsewhere,
      reached: `${score?.simple} / ${score?.weighted}`,
      limit: `≥ ${simple} / ≥ ${weighted}`,
      holds: score !== undefined && score.simple >= simple && score.weighted >= weighted,
    });
  row(
    'Pollock, nothing given: simple / weighted',
    'DuckDB permissive 9.650 / 8.989, CleverCSV 9.193 / 9.453',
    nothing,
    9.9,
    9.6,
  );
  row(
    'Pollock, true dialect given: simple / weighted',
    'DuckDB 1.2 9.961 / 9.599',
    dialect,
    9.97,
    9.7,
  );
  return [...table, compareRows(csv, stated, read_)];
}

const independent = z.object({
  file: z.string(),
  rows: z.array(z.tuple([z.int(), z.int(), z.array(z.string())])),
});

/** Rows that Python's reader finds and admission neither reads alike nor names. */
function compareRows(
  csv: string,
  stated: string,
  found: ReadonlyMap<string, TextTable | null>,
): AdmissionRow {
  const said = execFileSync(
    'python3',
    [join(import.meta.dirname, '../independent-rows.py'), csv, stated],
    { encoding: 'utf8', maxBuffer: 1024 ** 3 },
  );
  let unnamed = 0;
  for (const text of said.trimEnd().split('\n')) {
    const { file, rows } = independent.parse(JSON.parse(text));
    const ours = found.get(file);
    if (ours === null || ours === undefined) continue;
    const left = new Map<string, number>();
    for (const row of ours.rows)
      left.set(JSON.stringify(row), (left.get(JSON.stringify(row)) ?? 0) + 1);
    const named = new Set(
      z
        .array(z.array(z.string()))
        .parse(parse(ours.repairs, { from: 2 }))
        .map(([number]) => Number(number)),
    );
    for (const [from, to, cells] of rows) {
      const key = JSON.stringify(cells);
      const n = left.get(key) ?? 0;
      if (n > 0) left.set(key, n - 1);
      else if (
        !Array.from({ length: to - from + 1 }, (_, i) => from + i).some((number) =>
          named.has(number),
        )
      ) {
        unnamed += 1;
        if (unnamed <= 5 || !file.includes('0x2C_0x20.csv'))
          console.error(`unnamed: ${file} line ${from}: ${key.slice(0, 300)}`);
      }
    }
  }
  return {
    measure: 'Rows that differ from an independent reader and are not named',
    elsewhere: 'uncounted',
    reached: String(unnamed),
    limit: '0',
    holds: unnamed === 0,
  };
}
