import type { DuckDBConnection } from '@duckdb/node-api';
import type { SqlNode } from './check-statement.ts';
import { invalidSql, placeIn } from './sql-errors.ts';
import { endOfToken } from './sql-tokens.ts';

/** A text put into a statement at a character, counted from 0. */
export interface Insertion {
  readonly at: number;
  readonly put: string;
}

/**
 * Functions that interpolate between values. DuckDB gives their results the type of the argument:
 * the median of 0.1 and 0.2 would be 0.1, and an approximate quantile of decimals a whole number.
 */
const ofValues = new Set(['median', 'quantile_cont', 'approx_quantile', 'mad', 'fill']);

/** What makes doubles of numbers, or of lists of numbers, and leaves all else as it is. */
const realOf = 'columnist_real_of';
const realsOf = 'columnist_reals_of';
export const realFunctions: readonly string[] = [realOf, realsOf];

/** Makes these functions; the types of a macro's arguments choose what it is. */
export async function makeRealFunctions(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `create temp macro ${realOf}(v double) as v::double, (v) as v; ` +
      `create temp macro ${realsOf}(v double[]) as v::double[], (v) as v`,
  );
}

const nameOf = ({ function_name: name }: SqlNode): string =>
  typeof name === 'string' ? name.toLowerCase() : '';

/** What is put around the first argument of a call, if anything. */
function functionFor(call: SqlNode): string | undefined {
  const name = nameOf(call);
  const children = Array.isArray(call['children']) ? call['children'] : [];
  if (ofValues.has(name)) return realOf;
  // The limits of its bins would have the type of the column.
  if (name === 'histogram' && children.length > 1) return realOf;
  if (name === 'list_median') return realsOf;
  if (name !== 'list_aggregate') return undefined;
  const aggregate = JSON.stringify(children[1] ?? null).toLowerCase();
  return [...ofValues].some((one) => aggregate.includes(`"value":"${one}"`)) ? realsOf : undefined;
}

const skipped = /(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const beforeArgument = /(?:distinct|all)\b/iy;
const afterArgument = /^(?:order|asc|desc|nulls)$/i;
const calledAs = /(?:"main"|main)?\s*\.?\s*(?:"(\w+)"|(\w+))\s*\(/iy;
const withinGroup = /within\s+group\s*\(\s*order\s+by\b/iy;

const matchAt = (pattern: RegExp, sql: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(sql);
};
const skipSpace = (sql: string, at: number): number =>
  at + (matchAt(skipped, sql, at)?.[0].length ?? 0);

/** Where the argument ends that begins here, and where the brackets end that it is in. */
function endsOf(sql: string, from: number): { readonly argument: number; readonly list: number } {
  let depth = 0;
  let argument: number | undefined;
  let last = from;
  for (let at = from; at < sql.length; at = skipSpace(sql, last)) {
    const end = endOfToken(sql, at);
    const token = sql.slice(at, end);
    if (depth === 0 && at > from && (token === ',' || token === ')' || afterArgument.test(token)))
      argument ??= last;
    if (token === ')' && depth === 0) return { argument: argument ?? last, list: end };
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth -= 1;
    last = end;
  }
  return { argument: argument ?? last, list: sql.length };
}

/**
 * What to put into a statement so that functions which interpolate read numbers as doubles. Throws
 * invalid_sql for calls behind a point, whose argument has no brackets.
 */
export function realArguments(sql: string, calls: readonly SqlNode[]): Insertion[] {
  const bytes = Buffer.from(sql);
  return calls.flatMap((call) => {
    const made = functionFor(call);
    if (made === undefined) return [];
    const at = bytes.subarray(0, Number(call['query_location'])).toString().length;
    const written = matchAt(calledAs, sql, at);
    if (written === null || /\.\s*$/.test(sql.slice(0, at)))
      throw invalidSql('This function takes its argument in brackets.', {
        fix: `Write ${nameOf(call)}(…) around the argument.`,
        ...placeIn(sql, call['query_location']),
      });
    let from = skipSpace(sql, at + written[0].length);
    const word = matchAt(beforeArgument, sql, from);
    if (word !== null) from = skipSpace(sql, from + word[0].length);
    let ends = endsOf(sql, from);
    const group = matchAt(withinGroup, sql, skipSpace(sql, ends.list));
    if (group !== null) {
      from = skipSpace(sql, group.index + group[0].length);
      ends = endsOf(sql, from);
    }
    return [
      { at: from, put: `${made}(` },
      { at: ends.argument, put: ')' },
    ];
  });
}
