import {
  AppError,
  isTimeZone,
  nearestNames,
  nearestZones,
  zonesAreNamed,
} from '@columnist/contract';
import type { z } from 'zod';
import {
  castTypes,
  constantTypes,
  expressionClasses,
  functions,
  gathering,
  modifiers,
  namingAnAggregate,
  namingAZone,
  orders,
  queryNodes,
  tableReferences,
} from './allowed.ts';
import { instead, insteadOfTypes, refusedFields, refusedTypes } from './refused.ts';
import { invalidSql, placeIn } from './sql-errors.ts';

type Json = z.output<ReturnType<typeof z.json>>;
/** A part of the tree that DuckDB makes of a statement. */
export type SqlNode = Readonly<Record<string, Json>>;

/** Parts of a statement; far more than anybody writes. */
const partsAtMost = 5000;
const depthAtMost = 200;

const isNode = (value: Json | undefined): value is SqlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The value of what is written out; undefined where it is computed. */
const constantOf = (node: Json | undefined): Json | undefined =>
  isNode(node) && node['class'] === 'CONSTANT' && isNode(node['value'])
    ? node['value']['value']
    : undefined;

/**
 * Checks every part of a tree against what is allowed, with the names of the common table expressions that are seen
 * at each place. Throws invalid_sql with the place, too_complex.
 */
export class StatementChecker {
  /** The tables of each name that are no common table expressions. */
  readonly references = new Map<string, SqlNode[]>();
  readonly calls: SqlNode[] = [];
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

  check(statement: SqlNode): void {
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
  #withExpressions(of: SqlNode, seen: ReadonlySet<string>, depth: number): ReadonlySet<string> {
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

  #checkKind(of: SqlNode): void {
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
      this.#refuse(of, refusedTypes[type] ?? 'This part of SQL is not answered.', {
        fix: type === 'TABLE_FUNCTION' ? insteadOf(of['function']) : insteadOfTypes[type],
      });
    for (const [field, message] of Object.entries(refusedFields))
      if (of[field] !== undefined && of[field] !== null) this.#refuse(of, message);
  }

  #checkExpression(of: SqlNode, kind: string): void {
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

  #checkFunction(of: SqlNode): void {
    const name = textOf(of['function_name']).toLowerCase();
    const schema = textOf(of['schema']);
    if (textOf(of['catalog']) !== '' || !['', 'main', 'pg_catalog'].includes(schema))
      this.#refuse(of, 'Functions have no schema here.');
    if (gathering.has(name)) this.gathers = true;
    if (namingAnAggregate.has(name)) this.#checkNamed(of, name);
    if (namingAZone.has(name)) this.#checkZone(of);
    this.calls.push(of);
    if (functions.has(name) || this.#own.includes(name)) return;
    const known = [...functions].filter((one) => /^\w+$/.test(one));
    this.#refuse(of, `There is no function '${name.slice(0, 60)}' in SQL here.`, {
      suggestions: nearestNames(name, known),
      fix:
        insteadOf(of) ??
        'Statements take functions of values, aggregates and windows; none reaches outside.',
    });
  }

  /** The zone before the moment: written out, so that an unknown one is refused where it is. */
  #checkZone(of: SqlNode): void {
    const [zone, ...moments] = Array.isArray(of['children']) ? of['children'] : [];
    const name = constantOf(zone);
    if (typeof name !== 'string' || moments.length !== 1)
      this.#refuse(of, 'AT TIME ZONE takes the name of a zone as a text.', {
        fix: `Write seen at time zone 'Europe/Berlin'. ${zonesAreNamed}`,
      });
    if (!isTimeZone(name))
      this.#refuse(of, `There is no time zone '${name.slice(0, 60)}'.`, {
        suggestions: nearestZones(name),
        fix: zonesAreNamed,
      });
  }

  /** The aggregate that a text names: written out, since what is computed is known too late. */
  #checkNamed(of: SqlNode, name: string): void {
    const [, named] = Array.isArray(of['children']) ? of['children'] : [];
    const constant = constantOf(named);
    const fix = `Write an aggregate of SQL here as a text: ${name}(list, 'sum').`;
    if (typeof constant !== 'string')
      this.#refuse(of, `${name} takes the name of an aggregate as a text.`, { fix });
    if (!gathering.has(constant.toLowerCase()))
      this.#refuse(of, `There is no aggregate '${constant.slice(0, 60)}' in SQL here.`, {
        suggestions: nearestNames(constant.toLowerCase(), [...gathering]),
        fix,
      });
  }

  #checkType(of: SqlNode, type: Json | undefined, allowed: ReadonlySet<string>): void {
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

  #checkTable(table: SqlNode, seen: ReadonlySet<string>): void {
    const name = textOf(table['table_name']);
    const before = [textOf(table['catalog_name']), textOf(table['schema_name'])];
    const whole = [...before.filter((one) => one !== ''), name].join('.');
    if (whole !== name)
      this.#refuse(table, 'Tables are named without a schema.', {
        fix: `Name a dataset, in double quotes where its name has a dot: "${whole.slice(0, 200)}".`,
      });
    if (seen.has(name.toLowerCase())) return;
    this.references.set(name, [...(this.references.get(name) ?? []), table]);
  }

  #refuse(
    of: SqlNode,
    message: string,
    {
      fix,
      ...details
    }: { readonly fix?: string | undefined; readonly suggestions?: string[] } = {},
  ): never {
    const at = of['query_location'];
    const remedy = fix === undefined ? {} : { fix };
    throw invalidSql(message, { ...details, ...remedy, ...placeIn(this.#sql, at) });
  }
}

/**
 * What does the same as a function that is no function here. What makes rows of a series means the
 * series.
 */
function insteadOf(call: Json | undefined): string | undefined {
  if (!isNode(call)) return undefined;
  const name = textOf(call['function_name']).toLowerCase();
  const [first] = Array.isArray(call['children']) ? call['children'] : [];
  const inner = name === 'unnest' ? insteadOf(first) : undefined;
  return inner ?? instead[name];
}

/**
 * Columns turned into rows. The columns are written out or chosen by a star; what turns rows into
 * columns is of the same kind of node, and looks for their names in the data.
 */
const isUnpivot = ({ type, unpivot_names: names, aggregates, pivots }: SqlNode): boolean =>
  type === 'PIVOT' &&
  Array.isArray(names) &&
  names.length > 0 &&
  Array.isArray(aggregates) &&
  aggregates.length === 0 &&
  Array.isArray(pivots) &&
  pivots.every(
    (pivot) => isNode(pivot) && pivot['pivot_enum'] === '' && pivot['subquery'] === undefined,
  );
