import type { DuckDBConnection } from '@duckdb/node-api';
import { classifyValues, typedForms } from './classify-values.ts';
import { isMissing, textWordsOf } from './missing-words.ts';
import type { ColumnGuess, NumberStyle } from './plain-reading.ts';

/** Records that the first guess is made from. */
export const sampleRecords = 1000;

/**
 * The cells of every column in the first records; columns that are empty there are asked for two
 * cells further on.
 */
export async function sampleColumns(
  connection: DuckDBConnection,
  source: string,
  width: number,
  records: readonly (readonly string[])[],
  rows: number,
): Promise<(readonly string[])[]> {
  const samples = Array.from({ length: width }, (_, i): Sample => ({
    field: `c${i + 1}`,
    values: records.map((row) => row[i] ?? ''),
  }));
  const completed =
    records.length >= rows ? samples : await completeSamples(connection, source, samples);
  return completed.map(({ values }) => values);
}

/** A first guess at every column's type, from a sample of its cells. */
export const guessTypes = (
  names: readonly string[],
  samples: readonly (readonly string[])[],
): ColumnGuess[] =>
  names.map((name, i) => ({
    name,
    field: `c${i + 1}`,
    candidate: classifyValues(samples[i] ?? []),
    style: numberStyle(samples[i] ?? []),
    missing: textWordsOf(name, samples[i] ?? []).missing,
  }));

interface Sample {
  readonly field: string;
  readonly values: readonly string[];
}

/**
 * Columns whose first cells are all missing are judged by the smallest and the largest text they
 * have.
 */
async function completeSamples(
  connection: DuckDBConnection,
  source: string,
  samples: readonly Sample[],
): Promise<Sample[]> {
  const empty = samples.filter(({ values }) => classifyValues(values) === 'unknown');
  if (empty.length === 0) return [...samples];
  const present = (field: string): string =>
    `case when trim(${field}) <> '' and not ${isMissing(`trim(${field})`)} then ${field} end`;
  const asked = empty.flatMap(({ field }) => [`min(${present(field)})`, `max(${present(field)})`]);
  const [answers = []] = (
    await connection.runAndReadAll(`select ${asked.join(', ')} from ${source}`)
  ).getRows();
  const found = new Map(
    empty.map(({ field }, i) => [
      field,
      answers.slice(2 * i, 2 * i + 2).map((value) => String(value ?? '')),
    ]),
  );
  return samples.map((one) => ({ field: one.field, values: found.get(one.field) ?? one.values }));
}

function numberStyle(values: readonly string[]): NumberStyle {
  const number = new RegExp(`^(?:${typedForms.number})$`);
  const numbers = values.map((value) => value.trim()).filter((value) => number.test(value));
  const scales = numbers.map((value) => value.split('.')[1]?.length ?? 0);
  return { scale: Math.max(0, ...scales), inexact: numbers.some((value) => /[ei]/i.test(value)) };
}
