import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { askColumns } from '../database/ask-columns.ts';
import { Layers } from '../database/layers.ts';
import { literal } from '../database/sql.ts';
import { isTextForm, isTyped, textForms, typedForms, type TypedForm } from './classify-values.ts';
import { isMissing } from './missing-words.ts';
import {
  castable,
  oneOf,
  plainReading,
  type ColumnGuess,
  type NumberStyle,
} from './plain-reading.ts';

/** What all cells of a column say about its candidate type. */
export interface Evidence {
  readonly guess: ColumnGuess;
  /** Words found that mean a missing value, as written, with the number of cells. */
  readonly words: ReadonlyMap<string, number>;
  /** Cells of spaces alone. */
  readonly spaces: number;
  /** Whether every present cell is written as its value is written by DuckDB. */
  readonly plain: boolean;
  /** Present cells without the candidate's form, and one of them. */
  readonly misfits: number;
  readonly misfit: string;
  /** Cells that have the form and yet no value (30 February, 1e999, 1e-999), and one of them. */
  readonly impossible: number;
  readonly impossibleCell: string;
  /** Cells that look like more than text and are kept as text. */
  readonly alike: number;
  /** Moments whose zone is another than UTC. */
  readonly away: number;
  readonly numbers: NumberEvidence;
}

interface NumberEvidence {
  /** Cells with a leading zero, as codes have. */
  readonly padded: number;
  /** Above 0 where some cell has an exponent or is infinite. */
  readonly inexact: number;
  /**
   * Cells with an exponent as a program writes it (1.5e3, 1e+3, 1e-3), those with an E between
   * digits alone (1E5), those of them as R writes round numbers (1e5 for 100000), and infinite
   * ones.
   */
  readonly scientific: number;
  readonly coded: number;
  readonly short: number;
  readonly infinite: number;
  /** Most digits before and after the point. */
  readonly wholeDigits: number;
  readonly fractionDigits: number;
  /** Some cell is a plain number. */
  readonly isSomePlain: boolean;
  /** Cells that a double does not hold to the last digit, for certain. */
  readonly long: number;
  /** Cells beyond 64 bits, and beyond 38 digits. */
  readonly beyondBigint: number;
  readonly huge: number;
}

/** SQL names of what is known of one column's cells. */
interface CellNames {
  /** The value of a plain cell. */
  readonly value: string;
  /** The cell as written, where it is not plain; else null, as all that follow. */
  readonly odd: string;
  /** Without the spaces around it. */
  readonly text: string;
  /** Whether the text is a word for a missing value, and whether it has the candidate's form. */
  readonly isWord: string;
  readonly fits: string;
}

function formOf({ candidate }: ColumnGuess): string | null {
  if (isTyped(candidate)) return typedForms[candidate];
  return isTextForm(candidate) ? textForms[candidate].form : null;
}

const wordOf = (cell: string, words: readonly string[]): string =>
  words.length === 0 ? 'false' : oneOf(cell, words);

// An aggregate with FILTER keeps a copy of the fields of all: memory that grows with the square of
// their number.
const count = (condition: string): string => `count_if(${condition})::double`;
const where = (condition: string, field: string): string =>
  `case when ${condition} then ${field} end`;

/** Aggregates over a column by name. */
function aggregatesOf(cell: CellNames, { candidate, style }: ColumnGuess): Record<string, string> {
  const { odd, text, isWord, fits } = cell;
  const words = { words: `histogram(${where(isWord, odd)})` };
  if (isTextForm(candidate)) return { ...words, alike: count(fits) };
  if (!isTyped(candidate)) return words;
  const misfit = `${text} <> '' and not ${isWord} and not ${fits}`;
  const impossible = `${fits} and ${impossibleIf(text, candidate)}`;
  return {
    ...words,
    spaces: count(`${text} = ''`),
    odd: `count(${odd})::double`,
    misfits: count(misfit),
    misfit: `min(${where(misfit, text)})`,
    impossible: count(impossible),
    impossibleCell: `min(${where(impossible, text)})`,
    ...(candidate === 'timestamptz' ? { away: count(`${fits} and ${awayIf(text)}`) } : {}),
    ...(candidate === 'number' ? numberAggregates(cell, style) : {}),
  };
}

/** A zone at the end that is not that of UTC. */
const awayIf = (text: string): string =>
  `regexp_matches(${text}, '[+-][0-9:]+$') and not regexp_matches(${text}, '[+-]00:?(00)?$')`;

function impossibleIf(text: string, candidate: TypedForm): string {
  switch (candidate) {
    case 'number':
      return (
        `(isinf(try_cast(${text} as double)) and not contains(lower(${text}), 'inf') or ` +
        `try_cast(${text} as double) = 0 and regexp_matches(${text}, '^[-.0]*[1-9]'))`
      );
    case 'boolean':
      return 'false';
    case 'time':
      return `try_cast(${text} as time) is null`;
    default:
      return `(try_cast(${castable(text, candidate)} as ${candidate}) is null or starts_with(${text}, '0000'))`;
  }
}

function numberAggregates(
  { value, text, fits }: CellNames,
  style: NumberStyle,
): Record<string, string> {
  const digits = `ltrim(${text}, '-')`;
  const significant = `ltrim(replace(split_part(lower(${digits}), 'e', 1), '.', ''), '0')`;
  const isCoded = `regexp_full_match(${text}, '[0-9]+[eE][0-9]+')`;
  const isShort = `regexp_full_match(${text}, '[1-9]e([3-9]|1[0-5])')`;
  const longest = (part: 1 | 2): string =>
    `max(${where(fits, `strlen(split_part(${digits}, '.', ${part}))`)})::double`;
  return {
    padded: count(`${fits} and substr(${digits}, 1, 2) between '00' and '09'`),
    inexact: count(`${fits} and (contains(lower(${text}), 'e') or contains(lower(${text}), 'i'))`),
    scientific: count(`${fits} and contains(lower(${text}), 'e') and not ${isCoded}`),
    coded: count(`${fits} and ${isCoded}`),
    short: count(`${fits} and ${isShort}`),
    infinite: count(`${fits} and contains(lower(${text}), 'i')`),
    long: count(`${fits} and strlen(${significant}) > 17`),
    beyondBigint: count(`${fits} and try_cast(${text} as bigint) is null`),
    huge: count(`${fits} and strlen(${digits}) > 38`),
    oddWhole: longest(1),
    oddFraction: longest(2),
    ...(style.inexact ? {} : { high: `max(${value})::varchar`, low: `min(${value})::varchar` }),
  };
}

/** Asks all columns. */
export async function gatherEvidence(
  connection: DuckDBConnection,
  source: string,
  guesses: readonly ColumnGuess[],
): Promise<Evidence[]> {
  const answers = await askColumns(connection, source, guesses, (guess, field, layers) =>
    Object.values(questionsOf({ ...guess, field }, layers)),
  );
  return guesses.map((guess, i) => {
    const keys = Object.keys(questionsOf(guess, new Layers(source)));
    return evidenceOf(guess, new Map(keys.map((key, j) => [key, answers[i]?.[j] ?? null])));
  });
}

/** One step after the other, so that each pattern is tried once a cell. */
function questionsOf(guess: ColumnGuess, layers: Layers): Record<string, string> {
  const { field, candidate } = guess;
  const hoist = (text: string, level: number): string =>
    layers.hoist({ text, values: [], level }).text;
  const plain = plainReading(guess);
  const form = formOf(guess);
  const value = hoist(plain.value, 0);
  // What is alike is counted over all cells.
  const isPlain = isTextForm(candidate) ? 'false' : plain.isPlain(value);
  const odd = hoist(`case when ${isPlain} then null else ${field} end`, 1);
  const text = hoist(`trim(${odd})`, 2);
  // Text takes the words alone, and as they are.
  const isWord = isTyped(candidate)
    ? `(${text} <> '' and ${isMissing(text)})`
    : wordOf(odd, guess.missing);
  const fits = form === null ? 'false' : `regexp_full_match(${text}, ${literal(form)})`;
  return aggregatesOf({ value, odd, text, isWord: hoist(isWord, 3), fits: hoist(fits, 3) }, guess);
}

function evidenceOf(guess: ColumnGuess, answer: ReadonlyMap<string, DuckDBValue>): Evidence {
  const number = (name: string): number => Number(answer.get(name) ?? 0);
  const text = (name: string): string => String(answer.get(name) ?? '');
  const wholeDigits = (value: string): number =>
    value.replace(/^-/, '').replace(/\..*$/, '').length;
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
    away: number('away'),
    numbers: {
      padded: number('padded'),
      inexact: number('inexact') + (guess.style.inexact ? 1 : 0),
      scientific: number('scientific'),
      coded: number('coded'),
      short: number('short'),
      infinite: number('infinite'),
      long: number('long'),
      beyondBigint: number('beyondBigint'),
      huge: number('huge'),
      wholeDigits: Math.max(
        number('oddWhole'),
        wholeDigits(text('high')),
        wholeDigits(text('low')),
      ),
      fractionDigits: Math.max(number('oddFraction'), guess.style.scale),
      isSomePlain: text('high') !== '' || number('odd') - number('misfits') > number('coded'),
    },
  };
}

function wordsOf(value: DuckDBValue): ReadonlyMap<string, number> {
  if (
    value === null ||
    typeof value !== 'object' ||
    !('entries' in value) ||
    !Array.isArray(value.entries)
  )
    return new Map();
  return new Map(value.entries.map((entry) => [String(entry.key), Number(entry.value)]));
}
