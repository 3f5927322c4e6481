import { AppError, messageWithoutPlace, placedError } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { StatementChecker } from './check-statement.ts';
import { quoteNames, writtenPlace, type NamedStatement, type ReadTo } from './quote-names.ts';
import { realArguments, realFunctions } from './real-arguments.ts';
import { renameTables, type Renamed } from './rename-tables.ts';
import { invalidSql, syntaxError } from './sql-errors.ts';
import { backtickIn } from './sql-tokens.ts';
import { syntaxRemedy } from './syntax-remedy.ts';

const node = z.record(z.string(), z.json());

const unread = z.object({
  error: z.literal(true),
  error_type: z.string(),
  error_message: z.string(),
  position: z.coerce.number().optional(),
});
const serialized = z.union([
  z.object({ error: z.literal(false), statements: z.array(node) }),
  unread,
]);

/** A statement that was checked, with the names that it asks for. */
export interface ReadStatement {
  /** Names of datasets, as they are written. */
  readonly names: readonly string[];
  /** Whether a row of its answer may hold more than one row of the tables. */
  readonly gathers: boolean;
  /** Whether it, or a part of it, says an order. */
  readonly orders: boolean;
  /** The statement with the names of tables in place of those of datasets, which stay aliases. */
  readonly rename: (tableOf: (name: string) => string) => Promise<RenamedStatement>;
}

export interface RenamedStatement extends Renamed {
  /** The statement without what is put around arguments: its columns have the names of this one. */
  readonly asWritten: string;
  /** Whether an expression of it begins at this byte. */
  readonly hasPart: (position: number) => boolean;
}

/**
 * Reads one SELECT and checks every part of it against what is allowed, in the tree that DuckDB
 * itself makes of it. Throws invalid_sql with the place.
 */
export async function readStatement(
  connection: DuckDBConnection,
  written: string,
): Promise<ReadStatement> {
  const named = await quoteNames(written, readTo(connection));
  const { sql } = named;
  const { references, calls, gathers, orders } = await checkStatement(connection, sql).catch(
    (error: unknown) => {
      throw placedAsWritten(error, named);
    },
  );
  const inPlace = <Read>(read: () => Read): Read => {
    try {
      return read();
    } catch (error) {
      throw placedAsWritten(error, named);
    }
  };
  const insertions = inPlace(() => realArguments(sql, calls));
  return {
    names: [...references.keys()],
    gathers,
    orders,
    rename: async (tableOf) => {
      const renamed = inPlace(() => renameTables(sql, references, tableOf, insertions));
      const asWritten = renameTables(sql, references, tableOf, []).text;
      // What runs is read again: every table in it is one of those that were given.
      const given = new Set([...references.keys()].map(tableOf));
      const readAgain = async (text: string): Promise<StatementChecker> => {
        const again = await checkStatement(connection, text, realFunctions);
        for (const name of again.references.keys())
          if (!given.has(name)) throw new Error('A table was not renamed.');
        return again;
      };
      const again = await readAgain(renamed.text);
      if (asWritten !== renamed.text) await readAgain(asWritten);
      return {
        text: renamed.text,
        placeOf: (position) => {
          const at = renamed.placeOf(position);
          return at === undefined ? undefined : named.written(at);
        },
        asWritten,
        hasPart: (position) => again.places.has(position),
      };
    },
  };
}

async function checkStatement(
  connection: DuckDBConnection,
  sql: string,
  /** Functions of our own, which no statement may call by itself. */
  own: readonly string[] = [],
): Promise<StatementChecker> {
  const backtick = backtickIn(sql);
  if (backtick !== undefined)
    throw invalidSql('SQL has no backticks here.', {
      fix: 'Put names in double quotes and texts in single quotes.',
      from: backtick + 1,
      to: backtick + 1,
    });
  const parsed = await parse(connection, sql);
  if (parsed.error) throw await refuseUnread(connection, sql, parsed);
  const [statement, ...others] = parsed.statements;
  if (statement === undefined)
    throw invalidSql('There is no statement.', { fix: 'Write a SELECT over your datasets.' });
  if (others.length > 0)
    throw invalidSql('Write one statement.', { fix: 'Send the others in calls of their own.' });
  const checker = new StatementChecker(sql, own);
  checker.check(statement);
  return checker;
}

/** The tree that DuckDB makes of a text, or where it can be read no further. */
async function parse(
  connection: DuckDBConnection,
  sql: string,
): Promise<z.output<typeof serialized>> {
  const read = await connection.runAndReadAll('select json_serialize_sql(?::varchar)', [sql]);
  // A number beyond the doubles is written as a bare Infinity, which is no JSON. Within a text of
  // the statement the quotes are escaped, and nobody reads the value of a constant here.
  const tree = String(read.value(0, 0)).replaceAll(/"value":-?(?:Infinity|NaN)\b/g, '"value":null');
  return serialized.parse(JSON.parse(tree));
}

/** The index of what its parser counts in code points; elsewhere DuckDB counts bytes. */
const indexOf = (sql: string, position: number): number =>
  Array.from(sql).slice(0, position).join('').length;

async function refuseUnread(
  connection: DuckDBConnection,
  sql: string,
  { error_type: kind, error_message: message, position }: z.output<typeof unread>,
): Promise<AppError> {
  if (kind !== 'parser')
    return invalidSql('Only one SELECT is answered, which may begin with WITH, FROM or VALUES.', {
      fix: /^\s*pivot\b/i.test(sql)
        ? "Write a column for each value: SELECT k, sum(x) FILTER (WHERE c = 'a') AS a FROM t GROUP BY k. query_dataset pivots by across."
        : 'Write a SELECT over your datasets.',
    });
  const at = position === undefined ? undefined : indexOf(sql, position);
  const fix = await syntaxRemedy(sql, at ?? sql.length, readTo(connection));
  return syntaxError(sql, message, at, fix);
}

const readTo =
  (connection: DuckDBConnection): ReadTo =>
  async (sql) => {
    const parsed = await parse(connection, sql);
    if (!parsed.error) return undefined;
    return parsed.position === undefined ? 0 : indexOf(sql, parsed.position);
  };

/** An error about a statement with quotes as one about that which was sent. */
function placedAsWritten(error: unknown, named: NamedStatement): unknown {
  if (!(error instanceof AppError) || error.details.from === undefined) return error;
  const { from = error.details.from, ...end } = writtenPlace(error.details, named);
  return placedError(error.code, messageWithoutPlace(error), { ...error.details, from, ...end });
}
