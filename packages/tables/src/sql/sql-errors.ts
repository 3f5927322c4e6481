import { AppError, type ErrorDetails } from '@columnist/contract';

type Details = Pick<ErrorDetails, 'fix' | 'from' | 'to' | 'suggestions'>;

/**
 * What is wrong with a statement, and where, counted in characters from 1. Without a place what to
 * do names none.
 */
export const invalidSql = (message: string, details: Details = {}): AppError =>
  details.from === undefined
    ? new AppError('invalid_sql', message, {
        fix: 'Write the statement without what the message names.',
        ...details,
      })
    : new AppError('invalid_sql', `${message} (character ${details.from})`, details);

export function syntaxError(sql: string, message: string, position: number | undefined): AppError {
  const at = position === undefined ? undefined : Buffer.from(sql).subarray(0, position).toString();
  const from = at === undefined ? undefined : Math.min(at.length + 1, Math.max(1, sql.length));
  return invalidSql(sentence(message), {
    ...(from === undefined ? {} : { from, to: from }),
    fix: 'Write a SELECT as DuckDB or PostgreSQL read it.',
  });
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]+$/, '')}.`;

const remedies: readonly (readonly [RegExp, string])[] = [
  [/GROUP BY ALL/, 'Write the columns after GROUP BY by their names.'],
  [
    /TIMESTAMP WITH TIME ZONE -> TIME\b/,
    'A moment with a zone becomes a time in two steps: seen::timestamp::time.',
  ],
  [/not (?:yet )?(?:supported|implemented)/i, 'Write the statement without that.'],
];
function remedyOf(message: string, numbered: readonly string[]): string {
  if (numbered.length > 0 && /column/i.test(message))
    return `Columns whose names differ in case alone have numbers here: ${numbered
      .slice(0, 20)
      .map((name) => `"${name}"`)
      .join(', ')}.`;
  return (
    remedies.find(([of]) => of.test(message))?.[1] ??
    'Correct the statement; get_dataset gives the columns and their types.'
  );
}

/** What people can correct; of anything else nothing is said that the database said. */
const said = /^(Binder|Catalog|Conversion|Invalid Input|Out of Range|Parser) Error: /;

/**
 * An error of the database as one of ours: its first lines, without the text that it ran, and the
 * place of the name that it is about. Others stay as they are. `numbered` are columns whose names
 * differ in case alone, as SQL knows them.
 */
export function sayDatabaseError(
  error: unknown,
  sql: string,
  numbered: readonly string[] = [],
): unknown {
  const text = error instanceof Error ? error.message : '';
  if (!said.test(text)) return error;
  const [first = ''] = text.replace(said, '').split(/\n\s*\n?LINE \d+:|\n\tCandidate functions:/);
  const lines = first.split('\n').map((line) => line.trim());
  const [message = '', ...more] = lines.filter((line) => line !== '');
  const named = /"([^"]+)"|types '([^'(]+)\(|name (\w+) does|column (\S+)$/.exec(message);
  const word = (named?.slice(1).find((one) => one !== undefined) ?? '').replace(/^.*\./, '');
  const at = word === '' ? -1 : sql.toLowerCase().indexOf(word.toLowerCase());
  return invalidSql([sentence(message), ...more.map(sentence)].join(' '), {
    fix: remedyOf(message, numbered),
    ...(at < 0 ? {} : { from: at + 1, to: at + word.length }),
  });
}
