import { AppError, placedError, type ErrorDetails } from '@columnist/contract';
import { readDatabaseError } from '../database/database-error.ts';
import { hiddenWord } from './server-words.ts';
import { endOfToken, namesOf } from './sql-tokens.ts';
import { columnsShown } from './refused.ts';

type Details = Pick<ErrorDetails, 'fix' | 'from' | 'to' | 'suggestions'>;

/** Counted from 1. */
export type Place = Pick<Details, 'from' | 'to'>;
const placeFrom = (from: number, to: number): Place => ({ from: from + 1, to });

/**
 * What is wrong with a statement, and where, counted in characters from 1. Without a place what to
 * do names none.
 */
export const invalidSql = (message: string, { from, ...details }: Details = {}): AppError =>
  from === undefined
    ? new AppError('invalid_sql', message, {
        fix: 'Write the statement without what the message names.',
        ...details,
      })
    : placedError('invalid_sql', message, { from, ...details });

/** What begins at this byte: a name, a text, a number or a sign. */
export function placeIn(sql: string, at: unknown): Place {
  if (typeof at !== 'number' || at >= Buffer.byteLength(sql)) return {};
  const from = Buffer.from(sql).subarray(0, at).toString().length;
  return placeFrom(from, endOfToken(sql, from));
}

/** An error at a character counted from 0, where the database names one. */
export const syntaxError = (
  sql: string,
  message: string,
  at: number | undefined,
  fix: string,
): AppError => {
  const from = at === undefined ? undefined : Math.min(at + 1, Math.max(1, sql.length));
  return invalidSql(sentence(message), {
    ...(from === undefined ? {} : { from, to: from }),
    fix,
  });
};

const sentence = (text: string): string => {
  const said = `${text.charAt(0).toUpperCase()}${text.slice(1).trimEnd()}`;
  return /[.!?]$/.test(said) ? said : `${said}.`;
};

interface Remedy {
  readonly of: RegExp;
  readonly fix: string;
  /** Words of the statement that the message is about, where it has no place. */
  readonly words?: string;
}

const remedies: readonly Remedy[] = [
  {
    // The second is said of a window over a group alone, of which GROUP BY ALL makes no group.
    of: /GROUP BY ALL|Cannot mix aggregates with non-aggregated columns/,
    fix: 'Write the columns after GROUP BY by their names.',
    words: 'group by all',
  },
  {
    of: /'date_?diff\([^V]/,
    fix: "The unit comes first: date_diff('day', first, last).",
  },
  {
    of: /TIMESTAMP WITH TIME ZONE -> TIME\b/,
    fix: 'A moment with a zone becomes a time in two steps: seen::timestamp::time.',
  },
  {
    of: /not (?:yet )?(?:supported|implemented)/i,
    fix: 'Write the statement without that.',
  },
];
/** A column that is none, in double quotes behind a comparison, is most likely a text. */
function quotedRemedy(sql: string, message: string): string | undefined {
  const [, name] = /^Referenced column "([^"]+)" not found/.exec(message) ?? [];
  if (name === undefined || name.length > 100) return undefined;
  const before = sql.slice(0, sql.indexOf(`"${name}"`)).trimEnd();
  return sql.includes(`"${name}"`) && /(?:[=<>(,]|\blike|\bin|\band|\bthen|\belse)$/i.test(before)
    ? `A text is in single quotes: '${name}'. In double quotes it is a column; ${columnsShown}`
    : undefined;
}

function remedyOf(message: string, numbered: readonly string[]): string {
  if (numbered.length > 0 && /column/i.test(message))
    return `Columns whose names differ in case alone have numbers here: ${numbered
      .slice(0, 20)
      .map((name) => `"${name}"`)
      .join(', ')}.`;
  return (
    remedies.find(({ of }) => of.test(message))?.fix ?? `Correct the statement; ${columnsShown}`
  );
}

/** What people can correct; of anything else nothing is said that the database said. */
const said = new Set([
  'Binder',
  'Catalog',
  'Conversion',
  'Invalid Input',
  'Out of Range',
  'Parser',
]);

export interface Failed {
  /** Columns whose names differ in case alone, as SQL knows them. */
  readonly numbered?: readonly string[];
  /** The character of the statement, from 0, of a byte of what ran. */
  readonly placeOf?: (position: number) => number | undefined;
}

/**
 * An error of the database as one of ours: its first lines, without the text that it ran, and the
 * place that the database gives, else that of the name that it is about. Others stay as they are.
 */
export function sayDatabaseError(
  error: unknown,
  sql: string,
  { numbered = [], placeOf }: Failed = {},
): unknown {
  const read = readDatabaseError(error);
  if (read === undefined || !said.has(read.kind)) return error;
  const [first = ''] = read.message.split(/\n\s*\n?LINE \d+:|\n\tCandidate functions:/);
  const hidden = hiddenWord(first);
  if (hidden !== undefined)
    return invalidSql(`Referenced column "${hidden.word}" not found in FROM clause!`, {
      fix: hidden.fix,
      ...placeOfName(sql, hidden.word),
    });
  const lines = first.split('\n').map((line) => line.trim());
  const [message = '', ...more] = lines.filter((line) => line !== '');
  const at = read.position === undefined ? undefined : placeOf?.(read.position);
  return invalidSql([sentence(message), ...more.map(sentence)].join(' '), {
    fix: quotedRemedy(sql, message) ?? remedyOf(message, numbered),
    ...placeOfMessage(sql, message, at),
  });
}

function placeOfMessage(sql: string, message: string, at: number | undefined): Place {
  // A cast of a column: the column is behind the place of the cast.
  const [, column] = /source column (\S+)$/.exec(message) ?? [];
  if (column !== undefined) {
    const place = placeOfName(sql, column, at);
    if (place.from !== undefined) return place;
  }
  if (at !== undefined) return placeFrom(at, endOfToken(sql, at));
  const words = remedies.find(({ of }) => of.test(message))?.words;
  if (words !== undefined) return placeOfWords(sql, words);
  const named = /"([^"]+)"|types '([^'(]+)\(|name (\w+) does/.exec(message);
  const name = named?.slice(1).find((one) => one !== undefined);
  return name === undefined ? {} : placeOfName(sql, name);
}

/** The first place of a name behind this one; one without a table before it where there is one. */
function placeOfName(sql: string, written: string, behind = 0): Place {
  const name = written.replace(/^.*\./, '').toLowerCase();
  const places = [...namesOf(sql)].filter((one) => one.from >= behind && one.name === name);
  const place = places.find(({ qualified }) => !qualified) ?? places[0];
  return place === undefined ? {} : placeFrom(place.from, place.to);
}

function placeOfWords(sql: string, words: string): Place {
  const names = [...namesOf(sql)];
  const wanted = words.split(' ');
  const start = names.findIndex((_, i) => wanted.every((word, j) => names[i + j]?.name === word));
  const [first, last] = [names[start], names[start + wanted.length - 1]];
  return first === undefined || last === undefined ? {} : placeFrom(first.from, last.to);
}
