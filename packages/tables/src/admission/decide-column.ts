import { decimalOf, type TableColumn } from '../table/table-column.ts';
import { isTextForm, isTyped, type TypedForm } from './classify-values.ts';
import {
  keptAsForm,
  keptAsText,
  keptInUtc,
  readAsInfinite,
  readAsMissing,
  rounded,
  spacesAreMissing,
  type Note,
} from './column-notes.ts';
import { columnTypeOf } from './column-type.ts';
import type { Evidence } from './gather-evidence.ts';
import { castable, decimalType, oneOf } from './plain-reading.ts';

export interface TypedColumn extends TableColumn {
  readonly field: string;
  /** SQL that turns the text of the field into the stored value. */
  readonly valueOf: (field: string) => string;
}

interface ColumnDecision {
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

/** The type of one column by what the whole file says of it. */
export function decideColumn(evidence: Evidence): ColumnDecision {
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
      `is beyond what a 64-bit float holds${such(impossibleCell)}`,
      `are beyond what a 64-bit float holds${such(impossibleCell)}`,
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
): ColumnDecision {
  const missing = new Map([...words].filter(([word]) => ofText.includes(word)));
  return {
    column: {
      name,
      field,
      storage: 'VARCHAR',
      type: 'text',
      valueOf: (cell) =>
        missing.size === 0 ? cell : `if(${oneOf(cell, [...missing.keys()])}, null, ${cell})`,
    },
    words: [...missing.keys()],
    notes: [...readAsMissing(name, missing), ...(doubt === null ? [] : [doubt])],
  };
}

function readTyped(
  storage: string,
  { guess: { name, field, candidate }, words, spaces, plain, away, numbers }: Evidence,
): ColumnDecision {
  const missing = [...words.keys()];
  const decimal = decimalOf(storage);
  const stored = decimal === null || decimal.precision > 18 ? storage : decimalType(decimal.scale);
  const none = ['', ...missing.map((word) => word.trim())];
  const valueOf = (cell: string): string => {
    const text = plain
      ? cell
      : `case when ${oneOf(`trim(${cell})`, none)} ` +
        `then null else ${castable(`trim(${cell})`, candidate)} end`;
    const cast = `cast(${text} as ${stored})`;
    return storage === 'TIMESTAMPTZ' ? `make_timestamp(epoch_us(${cast}))` : cast;
  };
  return {
    column: {
      name,
      field,
      storage,
      type: columnTypeOf(storage),
      valueOf,
    },
    words: missing,
    notes: [
      ...readAsMissing(name, words),
      ...(spaces > 0 ? [spacesAreMissing(name, spaces)] : []),
      ...(away > 0 ? [keptInUtc(name, away)] : []),
      ...(storage === 'DOUBLE' && numbers.infinite > 0
        ? [readAsInfinite(name, numbers.infinite)]
        : []),
      ...(storage === 'DOUBLE' && numbers.long > 0 ? [rounded(name, numbers.long)] : []),
    ],
  };
}
