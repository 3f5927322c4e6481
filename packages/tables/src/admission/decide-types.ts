import type { DuckDBConnection } from '@duckdb/node-api';
import { decimalOf, type TableColumn } from '../table/table-column.ts';
import {
  classifyValues,
  isTextForm,
  isTyped,
  typedForms,
  type TypedForm,
} from './classify-values.ts';
import {
  keptAsForm,
  keptAsText,
  readAsInfinite,
  readAsMissing,
  rounded,
  spacesAreMissing,
  type Note,
} from './column-notes.ts';
import { literal } from '../database/sql.ts';
import { columnTypeOf } from './column-type.ts';
import { gatherEvidence, type Evidence } from './gather-evidence.ts';
import { isMissing, textWordsOf } from './missing-words.ts';
import { decimalType, oneOf, type ColumnGuess, type NumberStyle } from './plain-reading.ts';

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

/**
 * The type of every column, by the whole file: a type holds only when every present cell fits it;
 * else the column stays
 * text, exactly as written, and a note says why.
 */
export async function decideTypes(
  connection: DuckDBConnection,
  source: string,
  guesses: readonly ColumnGuess[],
): Promise<TypeDecision> {
  const evidence = await gatherEvidence(connection, source, guesses);
  const misfits = await findMisfits(connection, source, evidence);
  const decisions = evidence.map((one, i) => {
    const decision = decideColumn(one);
    const found = misfits.get(i);
    return found === undefined
      ? decision
      : {
          ...decision,
          notes: decision.notes.map((note) =>
            note.code === 'kept_as_text'
              ? { ...note, rows: found.map(({ line }) => line), examples: found.slice(0, 3) }
              : note,
          ),
        };
  });
  return {
    columns: decisions.map(({ column }) => column),
    missingWords: [
      ...new Set(decisions.flatMap(({ words }) => words.map((word) => word.trim()))),
    ].sort(),
    notes: decisions.flatMap(({ notes }) => notes),
  };
}

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

/** Columns whose misfits are looked for, and how many of each are named. */
const [searchedColumns, namedCells] = [20, 10];

/** By place of the column: the first rows, 1-based, whose cells keep it from having its type. */
async function findMisfits(
  connection: DuckDBConnection,
  source: string,
  evidence: readonly Evidence[],
): Promise<Map<number, { line: number; before: string; after: string }[]>> {
  const found = new Map<number, { line: number; before: string; after: string }[]>();
  const searched = evidence
    .flatMap(({ misfits, guess: { field, candidate } }, i) =>
      misfits > 0 && isTyped(candidate) ? [{ i, field, form: typedForms[candidate] }] : [],
    )
    .slice(0, searchedColumns);
  for (const { i, field, form } of searched) {
    const text = `trim(${field})`;
    const sql =
      `select n::double, ${field} from (select row_number() over () n, ${field} from ` +
      `${source}) where ${text} <> '' and not ${isMissing(text)} and not ` +
      `regexp_full_match(${text}, ${literal(form)}) order by n limit ${namedCells}`;
    const rows = (await connection.runAndReadAll(sql)).getRows();
    found.set(
      i,
      rows.map(([line, cell]) => ({
        line: Number(line),
        before: String(cell).slice(0, 300),
        after: String(cell).slice(0, 300),
      })),
    );
  }
  return found;
}

interface Decision {
  readonly column: TypedColumn;
  /** Cells read as missing, as written. */
  readonly words: string[];
  readonly notes: Note[];
}

const kinds = {
  number: 'numbers',
  boolean: 'true or false',
  date: 'dates',
  timestamp: 'times',
  timestamptz: 'times with a zone',
  time: 'times of day',
} as const;

function decideColumn(evidence: Evidence): Decision {
  const { candidate } = evidence.guess;
  const doubt = doubtOf(evidence);
  if (!isTyped(candidate) || doubt !== null) return keepText(evidence, doubt);
  return readTyped(storageOf(candidate, evidence.numbers), evidence);
}

/** Why a column with a form is kept as text all the same. */
function doubtOf({
  guess: { name, candidate },
  misfits,
  misfit,
  impossible,
  impossibleCell,
  alike,
  numbers,
}: Evidence): Note | null {
  if (isTextForm(candidate)) return keptAsForm(name, alike, candidate);
  if (!isTyped(candidate)) return null;
  const doubt = (count: number, one: string, many: string): Note =>
    keptAsText(name, count, count === 1 ? one : many);
  const such = (cell: string): string =>
    `, such as '${cell.length <= 40 ? cell : `${cell.slice(0, 39)}…`}'`;
  if (misfits > 0)
    return doubt(
      misfits,
      `is not ${kinds[candidate]}${such(misfit)}`,
      `are not ${kinds[candidate]}${such(misfit)}`,
    );
  if (numbers.padded > 0) return keptAsForm(name, numbers.padded, 'code');
  if (impossible > 0 && candidate === 'number')
    return doubt(
      impossible,
      `is too large for a number${such(impossibleCell)}`,
      `are too large for a number${such(impossibleCell)}`,
    );
  if (impossible > 0)
    return doubt(
      impossible,
      `names a moment that does not exist${such(impossibleCell)}`,
      `name moments that do not exist${such(impossibleCell)}`,
    );
  if (storageOf('number', numbers) === 'DOUBLE' && numbers.wholeDigits > exactDigits)
    return keptAsText(
      name,
      1,
      `has ${numbers.wholeDigits} digits, which a number with an exponent or with as many decimals would round`,
    );
  if (numbers.coded > 0 && !isWrittenShort(numbers))
    return doubt(
      numbers.coded,
      'has an E between digits, as codes do',
      'have an E between digits, as codes do',
    );
  if (numbers.infinite > 0 && numbers.fractionDigits === 0 && numbers.scientific === 0)
    return doubt(
      numbers.infinite,
      "says 'inf' among whole numbers",
      "say 'inf' among whole numbers",
    );
  if (numbers.huge > 0 && numbers.inexact === 0 && numbers.fractionDigits === 0)
    return doubt(numbers.huge, 'has more than 38 digits', 'have more than 38 digits');
  return null;
}

/**
 * Whether cells with an E between digits are numbers: a program wrote another with an exponent, or
 * decimals are beside them, or R wrote round numbers among whole ones (1e5 for 100000).
 */
const isWrittenShort = ({
  coded,
  short,
  scientific,
  fractionDigits,
  isSomePlain,
}: Evidence['numbers']): boolean =>
  scientific > 0 || fractionDigits > 0 || (coded === short && isSomePlain);

/** Digits of a whole number that a 64-bit float always holds. */
const exactDigits = 15;

/** Exact where 18 digits suffice; up to 38 for whole numbers and such as have many digits before the point. */
function storageOf(
  candidate: TypedForm,
  { inexact, wholeDigits, fractionDigits, beyondBigint }: Evidence['numbers'],
): string {
  if (candidate !== 'number') return candidate.toUpperCase();
  if (inexact > 0) return 'DOUBLE';
  if (fractionDigits === 0) return beyondBigint === 0 ? 'BIGINT' : `DECIMAL(${wholeDigits},0)`;
  const digits = wholeDigits + fractionDigits;
  return digits <= 18 || (wholeDigits > exactDigits && digits <= 38)
    ? `DECIMAL(${digits},${fractionDigits})`
    : 'DOUBLE';
}

function keepText(
  { guess: { name, field, missing: ofText }, words }: Evidence,
  doubt: Note | null,
): Decision {
  const missing = new Map([...words].filter(([word]) => ofText.includes(word)));
  return {
    column: {
      name,
      storage: 'VARCHAR',
      type: 'text',
      expression:
        missing.size === 0 ? field : `if(${oneOf(field, [...missing.keys()])}, null, ${field})`,
    },
    words: [...missing.keys()],
    notes: [...readAsMissing(name, missing), ...(doubt === null ? [] : [doubt])],
  };
}

function readTyped(
  storage: string,
  { guess: { name, field }, words, spaces, plain, numbers }: Evidence,
): Decision {
  const missing = [...words.keys()];
  const text = plain
    ? field
    : `case when ${oneOf(`trim(${field})`, ['', ...missing.map((word) => word.trim())])} ` +
      `then null else trim(${field}) end`;
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
    notes: [
      ...readAsMissing(name, words),
      ...(spaces > 0 ? [spacesAreMissing(name, spaces)] : []),
      ...(storage === 'DOUBLE' && numbers.infinite > 0
        ? [readAsInfinite(name, numbers.infinite)]
        : []),
      ...(storage === 'DOUBLE' && numbers.long > 0 ? [rounded(name, numbers.long)] : []),
    ],
  };
}
