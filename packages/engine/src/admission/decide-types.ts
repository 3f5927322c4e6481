import type { Admission } from '@columnist/contract';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { TableColumn } from '../columns/table-column.ts';
import { literal } from '../query/sql.ts';
import { allMissing, classifyValues, missingWords, patterns, zeroPadded, type Candidate } from './classify-values.ts';

type Note = Admission['notes'][number];

export interface TypedColumn extends TableColumn {
  /** SQL that turns the text field into the stored value. */
  readonly expression: string;
}

export interface TypeDecision {
  readonly columns: TypedColumn[];
  readonly missingWords: string[];
  readonly notes: Note[];
}

const list = (words: readonly string[]): string => `(${words.map(literal).join(', ')})`;
const missing = list(allMissing);
const missingText = list(missingWords);

/** What the whole column says about its candidate type, gathered in one scan for all columns. */
function evidenceFor(field: string, candidate: Candidate): string[] {
  const words = candidate === 'text' || candidate === 'unknown' ? missingText : missing;
  const found = `list(distinct ${field}) filter (where ${field} in ${words})`;
  const foundCount = `(count(*) filter (where ${field} in ${words}))::double`;
  if (candidate === 'text' || candidate === 'unknown') return [found, foundCount];
  const present = `${field} is not null and ${field} not in ${missing}`;
  const misfits = `(count(*) filter (where ${present} and not regexp_full_match(${field}, ${literal(patterns[candidate])})))::double`;
  if (candidate === 'number') {
    const padded = `(count(*) filter (where ${present} and regexp_full_match(${field}, ${literal(zeroPadded)})))::double`;
    const inexact = `(count(*) filter (where ${present} and regexp_matches(${field}, '[eEiI]')))::double`;
    const whole = `max(length(ltrim(split_part(${field}, '.', 1), ' -'))) filter (where ${present})`;
    const fraction = `max(length(rtrim(split_part(${field}, '.', 2)))) filter (where ${present})`;
    return [found, foundCount, misfits, padded, inexact, `${whole}::double`, `${fraction}::double`];
  }
  if (candidate === 'boolean') return [found, foundCount, misfits];
  const type = candidate === 'timestamptz' ? 'timestamptz' : candidate;
  return [found, foundCount, misfits, `(count(*) filter (where ${present} and try_cast(${field} as ${type}) is null))::double`];
}

/**
 * The type of every column, by the whole file: a type holds only when every present cell fits it; else the column stays
 * text, exactly as written, and a note says why.
 */
export async function decideTypes(connection: DuckDBConnection, source: string, names: readonly string[], sample: readonly (readonly string[])[]): Promise<TypeDecision> {
  const fields = names.map((_, i) => `c${i + 1}`);
  const candidates = await Promise.all(
    fields.map(async (field, i) => {
      const candidate = classifyValues(sample.map((row) => row[i] ?? ''));
      return candidate === 'unknown' ? classifyValues(await presentValues(connection, source, field)) : candidate;
    }),
  );
  const asked = fields.map((field, i) => evidenceFor(field, candidates[i] ?? 'text'));
  const [answers = []] = (await connection.runAndReadAll(`select ${asked.flat().join(', ')} from ${source}`)).getRows();
  const words = new Set<string>();
  const notes: Note[] = [];
  let start = 0;
  const columns = names.map((name, i) => {
    const answer = answers.slice(start, start + (asked[i]?.length ?? 0));
    start += answer.length;
    const note = (code: string, message: string, count: number) => notes.push({ code, message, column: name, count, rows: [] });
    const found = wordsIn(answer[0] ?? null);
    found.forEach((word) => words.add(word));
    if (found.length > 0) note('read_as_missing', `${Number(answer[1])} cells ${found.map((word) => `'${word}'`).join(', ')} are read as missing.`, Number(answer[1]));
    return decideColumn(name, fields[i] ?? '', candidates[i] ?? 'text', answer.slice(2).map(Number), note);
  });
  return { columns, missingWords: [...words].sort(), notes };
}

async function presentValues(connection: DuckDBConnection, source: string, field: string): Promise<string[]> {
  const rows = (await connection.runAndReadAll(`select ${field} from ${source} where ${field} is not null and ${field} not in ${missing} limit 100`)).getRows();
  return rows.map(([value]) => String(value));
}

function wordsIn(value: DuckDBValue): string[] {
  return value !== null && typeof value === 'object' && 'items' in value && Array.isArray(value.items) ? value.items.map(String).sort() : [];
}

function decideColumn(name: string, field: string, candidate: Candidate, evidence: readonly number[], note: (code: string, message: string, count: number) => void): TypedColumn {
  const text: TypedColumn = { name, storage: 'VARCHAR', type: 'text', expression: `if(${field} in ${missingText}, null, ${field})` };
  const typed = (storage: string, type: TableColumn['type'], value: (field: string) => string): TypedColumn => ({
    name,
    storage,
    type,
    expression: value(`if(${field} in ${missing}, null, ${field})`),
  });
  if (candidate === 'text' || candidate === 'unknown') return text;
  const [misfits = 0, broken = 0, inexact = 0, whole = 0, fraction = 0] = evidence;
  const kind = { number: 'numbers', boolean: 'true or false', date: 'dates', timestamp: 'times', timestamptz: 'times with a zone', time: 'times of day' }[candidate];
  if (misfits > 0) {
    note('kept_as_text', `${misfits} cells are not ${kind}: the column is kept as text.`, misfits);
    return text;
  }
  if (candidate === 'boolean') return typed('BOOLEAN', 'boolean', (value) => `cast(${value} as boolean)`);
  if (candidate === 'number') {
    const number = (storage: string) => typed(storage, 'number', (value) => `cast(trim(${value}) as ${storage})`);
    if (broken > 0) {
      note('kept_as_text', `${broken} cells have leading zeros, as codes do: the column is kept as text.`, broken);
      return text;
    }
    if (inexact > 0) return number('DOUBLE');
    if (fraction === 0) {
      if (whole <= 18) return number('BIGINT');
      if (whole <= 38) return number(`DECIMAL(${whole},0)`);
      note('kept_as_text', 'Some numbers have more than 38 digits: the column is kept as text.', 1);
      return text;
    }
    if (whole + fraction <= 18) return number(`DECIMAL(${whole + fraction},${fraction})`);
    return number('DOUBLE');
  }
  if (broken > 0) {
    note('kept_as_text', `${broken} cells look like ${kind} but do not exist in the calendar: the column is kept as text.`, broken);
    return text;
  }
  if (candidate === 'date') return typed('DATE', 'datetime', (value) => `cast(${value} as date)`);
  if (candidate === 'time') return typed('TIME', 'datetime', (value) => `cast(${value} as time)`);
  if (candidate === 'timestamp') return typed('TIMESTAMP', 'datetime', (value) => `cast(${value} as timestamp)`);
  return typed('TIMESTAMPTZ', 'datetime', (value) => `make_timestamp(epoch_us(cast(${value} as timestamptz)))`);
}
