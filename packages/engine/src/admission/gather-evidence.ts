import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { literal } from '../query/sql.ts';
import { allMissing, isTextForm, isTyped, missingWords, textForms, typedForms, zeroPadded, type TypedForm } from './classify-values.ts';
import { oneOf, plainReading, type ColumnGuess, type NumberStyle } from './plain-reading.ts';

/** What all cells of a column say about its candidate type. */
export interface Evidence {
  readonly guess: ColumnGuess;
  /** Words found that stand for a missing value, as written, with the number of cells. */
  readonly words: ReadonlyMap<string, number>;
  /** Cells of spaces alone. */
  readonly spaces: number;
  /** Whether every present cell is written as its value is written by DuckDB. */
  readonly plain: boolean;
  /** Present cells without the candidate's form, and one of them. */
  readonly misfits: number;
  readonly misfit: string;
  /** Cells that have the form and yet no value (30 February, 1e999), and one of them. */
  readonly impossible: number;
  readonly impossibleCell: string;
  /** Cells that look like more than text and are kept as text; yes and no of a boolean column. */
  readonly alike: number;
  readonly numbers: NumberEvidence;
}

interface NumberEvidence {
  /** Cells with a leading zero, as codes have. */
  readonly padded: number;
  /** Above 0 where some cell has an exponent or is infinite. */
  readonly inexact: number;
  /** Most digits before and after the point. */
  readonly wholeDigits: number;
  readonly fractionDigits: number;
  /** Cells that a double does not hold to the last digit, for certain. */
  readonly long: number;
  /** Cells beyond 64 bits, and beyond 38 digits. */
  readonly beyondBigint: number;
  readonly huge: number;
}

const count = (condition: string): string => `(count(*) filter (where ${condition}))::double`;
/** Aggregates over a column by name; `o` is its cell where that is not plain, `v` its value. */
function aggregatesOf(o: string, v: string, { candidate, style }: ColumnGuess): Record<string, string> {
  const text = `trim(${o})`;
  if (!isTyped(candidate)) {
    const words = { words: `histogram(${o}) filter (where ${oneOf(o, missingWords)})` };
    return isTextForm(candidate) ? { ...words, alike: count(`regexp_full_match(${text}, ${literal(textForms[candidate])})`) } : words;
  }
  const isWord = oneOf(text, allMissing);
  const fits = `regexp_full_match(${text}, ${literal(typedForms[candidate])})`;
  const misfit = `${text} <> '' and not ${isWord} and not ${fits}`;
  const impossible = `${fits} and ${impossibleIf(text, candidate)}`;
  return {
    words: `histogram(${o}) filter (where ${isWord})`,
    spaces: count(`${text} = ''`),
    odd: `count(${o})::double`,
    misfits: count(misfit),
    misfit: `min(${text}) filter (where ${misfit})`,
    impossible: count(impossible),
    impossibleCell: `min(${text}) filter (where ${impossible})`,
    ...(candidate === 'boolean' ? { alike: count(`lower(${text}) = 'yes' or lower(${text}) = 'no'`) } : {}),
    ...(candidate === 'number' ? numberAggregates(text, v, fits, style) : {}),
  };
}

function impossibleIf(text: string, candidate: TypedForm): string {
  switch (candidate) {
    case 'number':
      return `isinf(try_cast(${text} as double)) and not contains(lower(${text}), 'inf')`;
    case 'boolean':
      return 'false';
    case 'time':
      return `try_cast(${text} as time) is null`;
    default:
      return `(try_cast(${text} as ${candidate}) is null or starts_with(${text}, '0000'))`;
  }
}

function numberAggregates(text: string, v: string, fits: string, style: NumberStyle): Record<string, string> {
  const digits = (of: string, part: 1 | 2): string => `max(strlen(ltrim(split_part(${of}, '.', ${part}), '-')))`;
  return {
    padded: count(`${fits} and regexp_full_match(${text}, ${literal(zeroPadded)})`),
    inexact: count(`${fits} and regexp_matches(${text}, '[eEiI]')`),
    long: count(`${fits} and regexp_matches(${text}, ${literal(String.raw`[1-9](?:\.?[0-9]){17}`)})`),
    beyondBigint: count(`${fits} and try_cast(${text} as bigint) is null`),
    huge: count(`${fits} and strlen(ltrim(${text}, '-')) > 38`),
    oddWhole: `(${digits(text, 1)} filter (where ${fits}))::double`,
    oddFraction: `(${digits(text, 2)} filter (where ${fits}))::double`,
    ...(style.inexact ? {} : { high: `max(${v})::varchar`, low: `min(${v})::varchar` }),
  };
}

/** Columns asked in one query: planning takes a time that grows with the square of their number. */
const batchSize = 12;

/** Asks all columns; `source` is scanned once for each dozen. */
export async function gatherEvidence(connection: DuckDBConnection, source: string, guesses: readonly ColumnGuess[]): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  for (let start = 0; start < guesses.length; start += batchSize) evidence.push(...(await askColumns(connection, source, guesses.slice(start, start + batchSize))));
  return evidence;
}

async function askColumns(connection: DuckDBConnection, source: string, guesses: readonly ColumnGuess[]): Promise<Evidence[]> {
  const inner: string[] = [];
  const outer: string[] = [];
  const asked = guesses.map((guess, i) => {
    const [v, o] = [`v${i + 1}`, `o${i + 1}`];
    const plain = plainReading(guess);
    inner.push(`${plain?.value ?? 'null'} as ${v}`, plain === null ? `${guess.field} as ${o}` : `case when ${plain.isPlain(v)} then null else ${guess.field} end as ${o}`);
    const aggregates = aggregatesOf(o, v, guess);
    outer.push(...Object.values(aggregates));
    return { guess, keys: Object.keys(aggregates) };
  });
  const [answers = []] = (await connection.runAndReadAll(`select ${outer.join(', ')} from (select ${inner.join(', ')} from ${source})`)).getRows();
  let start = 0;
  return asked.map(({ guess, keys }) => {
    const answer = new Map(keys.map((key, j) => [key, answers[start + j] ?? null]));
    start += keys.length;
    return evidenceOf(guess, answer);
  });
}

function evidenceOf(guess: ColumnGuess, answer: ReadonlyMap<string, DuckDBValue>): Evidence {
  const number = (name: string): number => Number(answer.get(name) ?? 0);
  const text = (name: string): string => String(answer.get(name) ?? '');
  const wholeDigits = (value: string): number => value.replace(/^-/, '').replace(/\..*$/, '').length;
  return {
    guess,
    words: wordsOf(answer.get('words') ?? null),
    spaces: number('spaces'),
    plain: number('odd') === 0,
    misfits: number('misfits'),
    misfit: text('misfit'),
    impossible: number('impossible'),
    impossibleCell: text('impossibleCell'),
    alike: number('alike'),
    numbers: {
      padded: number('padded'),
      inexact: number('inexact') + (guess.style.inexact ? 1 : 0),
      long: number('long'),
      beyondBigint: number('beyondBigint'),
      huge: number('huge'),
      wholeDigits: Math.max(number('oddWhole'), wholeDigits(text('high')), wholeDigits(text('low'))),
      fractionDigits: Math.max(number('oddFraction'), guess.style.scale),
    },
  };
}

function wordsOf(value: DuckDBValue): ReadonlyMap<string, number> {
  if (value === null || typeof value !== 'object' || !('entries' in value) || !Array.isArray(value.entries)) return new Map();
  return new Map(value.entries.map((entry) => [String(entry.key), Number(entry.value)]));
}
