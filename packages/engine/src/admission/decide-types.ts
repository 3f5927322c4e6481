import type { Admission } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { decimalOf, type TableColumn } from '../columns/table-column.ts';
import { allMissing, classifyValues, isTextForm, isTyped, missingWords, typedForms, type TypedForm } from './classify-values.ts';
import { columnTypeOf } from './column-type.ts';
import { gatherEvidence, type Evidence } from './gather-evidence.ts';
import { decimalType, oneOf, type ColumnGuess, type NumberStyle } from './plain-reading.ts';

type Note = Admission['notes'][number];

/** Records that the first guess is made from. */
export const sampleRecords = 1000;

export interface TypedColumn extends TableColumn {
  /** SQL that turns the text field into the stored value. */
  readonly expression: string;
}

export interface TypeDecision {
  readonly columns: TypedColumn[];
  readonly missingWords: string[];
  readonly notes: Note[];
}

/** A first guess at every column's type, from the first records; columns that are empty there are asked for two values further on. */
export async function guessTypes(connection: DuckDBConnection, source: string, names: readonly string[], sample: readonly (readonly string[])[]): Promise<ColumnGuess[]> {
  const samples = names.map((_, i): Sample => ({ field: `c${i + 1}`, values: sample.map((row) => row[i] ?? '') }));
  const completed = sample.length < sampleRecords ? samples : await completeSamples(connection, source, samples);
  return completed.map(({ field, values }, i) => ({ name: names[i] ?? '', field, candidate: classifyValues(values), style: numberStyle(values) }));
}

/**
 * The type of every column, by the whole file: a type holds only when every present cell fits it; else the column stays
 * text, exactly as written, and a note says why.
 */
export async function decideTypes(connection: DuckDBConnection, source: string, guesses: readonly ColumnGuess[]): Promise<TypeDecision> {
  const decisions = (await gatherEvidence(connection, source, guesses)).map(decideColumn);
  return {
    columns: decisions.map(({ column }) => column),
    missingWords: [...new Set(decisions.flatMap(({ words }) => words.map((word) => word.trim())))].sort(),
    notes: decisions.flatMap(({ notes }) => notes),
  };
}

interface Sample {
  readonly field: string;
  readonly values: readonly string[];
}

/** Columns whose first cells are all missing are judged by the smallest and the largest text they have. */
async function completeSamples(connection: DuckDBConnection, source: string, samples: readonly Sample[]): Promise<Sample[]> {
  const empty = samples.filter(({ values }) => classifyValues(values) === 'unknown');
  if (empty.length === 0) return [...samples];
  const present = (field: string): string => `case when trim(${field}) <> '' and not ${oneOf(`trim(${field})`, allMissing)} then ${field} end`;
  const asked = empty.flatMap(({ field }) => [`min(${present(field)})`, `max(${present(field)})`]);
  const [answers = []] = (await connection.runAndReadAll(`select ${asked.join(', ')} from ${source}`)).getRows();
  const found = new Map(empty.map(({ field }, i) => [field, answers.slice(2 * i, 2 * i + 2).map((value) => String(value ?? ''))]));
  return samples.map((one) => ({ field: one.field, values: found.get(one.field) ?? one.values }));
}

function numberStyle(values: readonly string[]): NumberStyle {
  const number = new RegExp(`^(?:${typedForms.number})$`);
  const numbers = values.map((value) => value.trim()).filter((value) => number.test(value));
  const scales = numbers.map((value) => value.split('.')[1]?.length ?? 0);
  return { scale: Math.max(0, ...scales), inexact: numbers.some((value) => /[ei]/i.test(value)) };
}

interface Decision {
  readonly column: TypedColumn;
  /** Cells read as missing, as written. */
  readonly words: string[];
  readonly notes: Note[];
}

const kinds = { number: 'numbers', boolean: 'true or false', date: 'dates', timestamp: 'times', timestamptz: 'times with a zone', time: 'times of day' } as const;
const cells = (count: number): string => (count === 1 ? '1 cell' : `${count} cells`);

function decideColumn(evidence: Evidence): Decision {
  const { name, candidate } = evidence.guess;
  const doubt = doubtOf(evidence);
  if (!isTyped(candidate) || doubt !== null) return keepText(name, evidence, doubt);
  const storage = storageOf(candidate, evidence.numbers);
  return readTyped(name, storage, evidence);
}

/** Why a column with a form is kept as text all the same. */
function doubtOf({ guess: { candidate }, misfits, misfit, impossible, impossibleCell, alike, numbers }: Evidence): { count: number; why: string } | null {
  if (isTextForm(candidate)) return { count: alike, why: `${cells(alike)} look like ${candidate}` };
  if (!isTyped(candidate)) return null;
  if (misfits > 0) return { count: misfits, why: `${cells(misfits)} ${misfits === 1 ? 'is' : 'are'} not ${kinds[candidate]}, such as '${brief(misfit)}'` };
  if (numbers.padded > 0) return { count: numbers.padded, why: `${cells(numbers.padded)} ${numbers.padded === 1 ? 'has a leading zero' : 'have leading zeros'}, as codes do` };
  if (candidate === 'number' && impossible > 0) return { count: impossible, why: `${cells(impossible)} ${impossible === 1 ? 'is' : 'are'} too large for a number, such as '${brief(impossibleCell)}'` };
  if (impossible > 0) return { count: impossible, why: `${cells(impossible)} ${impossible === 1 ? 'names a moment that does' : 'name moments that do'} not exist, such as '${brief(impossibleCell)}'` };
  if (numbers.huge > 0 && numbers.inexact === 0 && numbers.fractionDigits === 0) return { count: numbers.huge, why: `${cells(numbers.huge)} ${numbers.huge === 1 ? 'has' : 'have'} more than 38 digits` };
  return null;
}

const brief = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 39)}…`);

/** Exact where 18 digits (38 for whole numbers) suffice. */
function storageOf(candidate: TypedForm, { inexact, wholeDigits, fractionDigits, beyondBigint }: Evidence['numbers']): string {
  if (candidate !== 'number') return candidate.toUpperCase();
  if (inexact > 0) return 'DOUBLE';
  if (fractionDigits === 0) return beyondBigint === 0 ? 'BIGINT' : `DECIMAL(${wholeDigits},0)`;
  const digits = wholeDigits + fractionDigits;
  return digits <= 18 ? `DECIMAL(${digits},${fractionDigits})` : 'DOUBLE';
}

function keepText(name: string, { guess: { field }, words }: Evidence, doubt: { count: number; why: string } | null): Decision {
  const missing = [...words.keys()].filter((word) => missingWords.includes(word));
  return {
    column: { name, storage: 'VARCHAR', type: 'text', expression: missing.length === 0 ? field : `if(${oneOf(field, missing)}, null, ${field})` },
    words: missing,
    notes: [...missingNotes(name, missing, words), ...(doubt === null ? [] : [{ code: 'kept_as_text', message: `${doubt.why}: the column is kept as text.`, column: name, count: doubt.count, rows: [] }])],
  };
}

function readTyped(name: string, storage: string, { guess: { field }, words, spaces, plain, alike, numbers }: Evidence): Decision {
  const missing = [...words.keys()];
  const notes = missingNotes(name, missing, words);
  const note = (code: string, count: number, message: string) => notes.push({ code, message, column: name, count, rows: [] });
  if (spaces > 0) note('read_as_missing', spaces, `${cells(spaces)} of spaces alone ${spaces === 1 ? 'is' : 'are'} read as missing.`);
  if (storage === 'BOOLEAN' && alike > 0) note('read_as_boolean', alike, `${cells(alike)} ${alike === 1 ? 'says' : 'say'} yes or no and ${alike === 1 ? 'is' : 'are'} read as true or false.`);
  if (storage === 'DOUBLE' && numbers.long > 0) note('rounded', numbers.long, `${cells(numbers.long)} ${numbers.long === 1 ? 'has' : 'have'} more digits than a 64-bit float holds and ${numbers.long === 1 ? 'is' : 'are'} rounded to the nearest.`);
  const text = plain ? field : `case when ${oneOf(`trim(${field})`, ['', ...missing.map((word) => word.trim())])} then null else trim(${field}) end`;
  const decimal = decimalOf(storage);
  const cast = `cast(${text} as ${decimal === null || decimal.precision > 18 ? storage : decimalType(decimal.scale)})`;
  return {
    column: {
      name,
      storage,
      type: columnTypeOf(storage),
      expression: storage === 'TIMESTAMPTZ' ? `make_timestamp(epoch_us(${cast}))` : cast,
    },
    words: missing,
    notes,
  };
}

function missingNotes(name: string, missing: readonly string[], words: ReadonlyMap<string, number>): Note[] {
  if (missing.length === 0) return [];
  const count = missing.reduce((sum, word) => sum + (words.get(word) ?? 0), 0);
  const quoted = [...missing].sort().map((word) => `'${word}'`).join(', ');
  return [{ code: 'read_as_missing', message: `${cells(count)} ${quoted} ${count === 1 ? 'is' : 'are'} read as missing.`, column: name, count, rows: [] }];
}
