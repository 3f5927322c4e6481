import { AppError, nearestNames } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import {
  castTypes,
  constantTypes,
  expressionClasses,
  functions,
  gathering,
  modifiers,
  namingAnAggregate,
  orders,
  queryNodes,
  tableReferences,
} from './allowed.ts';
import { instead, refusedFields, refusedTypes } from './refused.ts';
import { realArguments, realFunctions } from './real-arguments.ts';
import { renameTables, type Renamed } from './rename-tables.ts';
import { invalidSql, placeIn, syntaxError } from './sql-errors.ts';

const node = z.record(z.string(), z.json());
type Node = z.output<typeof node>;
type Json = z.output<ReturnType<typeof z.json>>;

const serialized = z.union([
  z.object({ error: z.literal(false), statements: z.array(node) }),
  z.object({
    error: z.literal(true),
    error_type: z.string(),
    error_message: z.string(),
    position: z.coerce.number().optional(),
  }),
]);

/** Parts of a statement; far more than anybody writes. */
const partsAtMost = 5000;
const depthAtMost = 200;

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
  sql: string,
): Promise<ReadStatement> {
  const { references, calls, gathers, orders } = await checkStatement(connection, sql);
  const insertions = realArguments(sql, calls);
  return {
    names: [...references.keys()],
    gathers,
    orders,
    rename: async (tableOf) => {
      const renamed = renameTables(sql, references, tableOf, insertions);
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
        ...renamed,
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
  const read = await connection.runAndReadAll('select json_serialize_sql(?::varchar)', [sql]);
  // A number beyond the doubles is written as a bare Infinity, which is no JSON. Within a text of
  // the statement the quotes are escaped, and nobody reads the value of a constant here.
  const tree = String(read.value(0, 0)).replaceAll(/"value":-?(?:Infinity|NaN)\b/g, '"value":null');
  const parsed = serialized.parse(JSON.parse(tree));
  if (parsed.error)
    throw parsed.error_type === 'parser'
      ? syntaxError(sql, parsed.error_message, parsed.position)
      : invalidSql('Only one SELECT is answered, which may begin with WITH, FROM or VALUES.', {
          fix: 'Write a SELECT over your datasets.',
        });
  const [statement, ...others] = parsed.statements;
  if (statement === undefined)
    throw invalidSql('There is no statement.', { fix: 'Write a SELECT over your datasets.' });
  if (others.length > 0)
    throw invalidSql('Write one statement.', { fix: 'Send the others in calls of their own.' });
  const checker = new StatementChecker(sql, own);
  checker.check(statement);
  return checker;
}

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Walks a tree with the names of the common table expressions that are seen at each place. */
class StatementChecker {
  /** The tables of each name that are no common table expressions. */
  readonly references = new Map<string, Node[]>();
  readonly calls: Node[] = [];
  /** Whether it joins, aggregates, looks at other rows or asks within an expression. */
  gathers = false;
  orders = false;
  /** The bytes at which its expressions begin. */
  readonly places = new Set<number>();
  readonly #sql: string;
  readonly #own: readonly string[];
  #parts = 0;

  constructor(sql: string, own: readonly string[]) {
    this.#sql = sql;
    this.#own = own;
  }

  check(statement: Node): void {
    this.#visit(statement, new Set(), 0);
  }

  #visit(value: Json | undefined, seen: ReadonlySet<string>, depth: number): void {
    if (typeof value !== 'object' || value === null) return;
    this.#parts += 1;
    if (this.#parts > partsAtMost || depth > depthAtMost)
      throw new AppError('too_complex', 'This statement has too many parts.', {
        fix: 'Ask for a part of it at a time.',
      });
    if (Array.isArray(value)) {
      for (const member of value) this.#visit(member, seen, depth + 1);
      return;
    }
    this.#checkKind(value);
    const at = value['query_location'];
    if (typeof at === 'number') this.places.add(at);
    const inner = this.#withExpressions(value, seen, depth);
    if (value['class'] === undefined && value['type'] === 'BASE_TABLE')
      this.#checkTable(value, inner);
    for (const [name, member] of Object.entries(value)) {
      // Types and constants were checked; the CTEs were visited, each with those before it.
      if (name === 'cte_map' || name === 'cast_type') continue;
      if (name === 'value' && value['class'] === 'CONSTANT') continue;
      this.#visit(member, inner, depth + 1);
    }
  }

  /** Of a query node the names of its CTEs too; each of them sees those before it. */
  #withExpressions(of: Node, seen: ReadonlySet<string>, depth: number): ReadonlySet<string> {
    const map = isNode(of['cte_map']) ? of['cte_map']['map'] : undefined;
    if (!Array.isArray(map)) return seen;
    const names = new Set(seen);
    for (const entry of map) {
      if (!isNode(entry)) continue;
      this.#visit(entry['value'], new Set(names), depth + 1);
      names.add(textOf(entry['key']).toLowerCase());
    }
    return names;
  }

  #checkKind(of: Node): void {
    const kind = of['class'];
    const { type } = of;
    if (kind === 'WINDOW' || kind === 'SUBQUERY' || (kind === undefined && type === 'JOIN'))
      this.gathers = true;
    if (kind === undefined && type === 'ORDER_MODIFIER') this.orders = true;
    if (typeof kind === 'string') this.#checkExpression(of, kind);
    else if (
      typeof type === 'string' &&
      !isUnpivot(of) &&
      ![queryNodes, tableReferences, modifiers, orders].some((allowed) => allowed.has(type))
    )
      this.#refuse(of, refusedTypes[type] ?? 'This part of SQL is not answered.');
    for (const [field, message] of Object.entries(refusedFields))
      if (of[field] !== undefined && of[field] !== null) this.#refuse(of, message);
  }

  #checkExpression(of: Node, kind: string): void {
    if (!expressionClasses.has(kind))
      this.#refuse(
        of,
        kind === 'PARAMETER'
          ? 'Parameters are not taken: write the value.'
          : 'This expression is not answered.',
      );
    if (kind === 'FUNCTION' || kind === 'WINDOW') this.#checkFunction(of);
    if (kind === 'CAST') this.#checkType(of, of['cast_type'], castTypes);
    if (kind === 'CONSTANT' && isNode(of['value']))
      this.#checkType(of, of['value']['type'], constantTypes);
  }

  #checkFunction(of: Node): void {
    const name = textOf(of['function_name']).toLowerCase();
    const schema = textOf(of['schema']);
    if (textOf(of['catalog']) !== '' || !['', 'main', 'pg_catalog'].includes(schema))
      this.#refuse(of, 'Functions have no schema here.');
    if (gathering.has(name)) this.gathers = true;
    if (namingAnAggregate.has(name)) this.#checkNamed(of, name);
    this.calls.push(of);
    if (functions.has(name) || this.#own.includes(name)) return;
    const known = [...functions].filter((one) => /^\w+$/.test(one));
    this.#refuse(of, `There is no function '${name.slice(0, 60)}' in SQL here.`, {
      suggestions: nearestNames(name, known),
      fix:
        instead[name] ??
        'Statements take functions of values, aggregates and windows; none reaches outside.',
    });
  }

  /** The aggregate that a text names: written out, since what is computed is known too late. */
  #checkNamed(of: Node, name: string): void {
    const [, named] = Array.isArray(of['children']) ? of['children'] : [];
    const constant =
      isNode(named) && named['class'] === 'CONSTANT' && isNode(named['value'])
        ? named['value']['value']
        : undefined;
    const fix = `Write an aggregate of SQL here as a text: ${name}(list, 'sum').`;
    if (typeof constant !== 'string')
      this.#refuse(of, `${name} takes the name of an aggregate as a text.`, { fix });
    if (!gathering.has(constant.toLowerCase()))
      this.#refuse(of, `There is no aggregate '${constant.slice(0, 60)}' in SQL here.`, {
        suggestions: nearestNames(constant.toLowerCase(), [...gathering]),
        fix,
      });
  }

  #checkType(of: Node, type: Json | undefined, allowed: ReadonlySet<string>): void {
    const id = isNode(type) ? textOf(type['id']) : '';
    if (!allowed.has(id))
      this.#refuse(of, `Nothing is cast to the type ${id.slice(0, 60)} here.`, {
        fix: 'Write the value as a number, varchar, boolean, date, time or timestamp without a zone.',
      });
    const inner = isNode(type) && isNode(type['type_info']) ? type['type_info'] : undefined;
    if (id === 'LIST') this.#checkType(of, inner?.['child_type'], allowed);
    else if (inner !== undefined && id !== 'DECIMAL')
      this.#refuse(of, `The type ${id.slice(0, 60)} takes nothing.`);
  }

  #checkTable(table: Node, seen: ReadonlySet<string>): void {
    const name = textOf(table['table_name']);
    if (textOf(table['schema_name']) !== '' || textOf(table['catalog_name']) !== '')
      this.#refuse(table, 'Tables are named without a schema.', {
        fix: 'Name a dataset, in double quotes where its name has a dot.',
      });
    if (seen.has(name.toLowerCase())) return;
    this.references.set(name, [...(this.references.get(name) ?? []), table]);
  }

  #refuse(
    of: Node,
    message: string,
    details: { readonly fix?: string; readonly suggestions?: string[] } = {},
  ): never {
    const at = of['query_location'];
    throw invalidSql(message, { ...details, ...placeIn(this.#sql, at) });
  }
}

/**
 * Columns turned into rows. The columns are written out or chosen by a star; what turns rows into
 * columns is of the same kind of node, and looks for their names in the data.
 */
const isUnpivot = ({ type, unpivot_names: names, aggregates, pivots }: Node): boolean =>
  type === 'PIVOT' &&
  Array.isArray(names) &&
  names.length > 0 &&
  Array.isArray(aggregates) &&
  aggregates.length === 0 &&
  Array.isArray(pivots) &&
  pivots.every(
    (pivot) => isNode(pivot) && pivot['pivot_enum'] === '' && pivot['subquery'] === undefined,
  );
