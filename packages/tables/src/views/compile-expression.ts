import type { FunctionName, OperatorName, Typed, ValueType } from '@columnist/contract';
import type { FieldColumn } from '../table/table-column.ts';
import { bindLiteral } from './literals.ts';
import type { Layers, Part } from '../database/layers.ts';
import { overRows } from './over-rows.ts';
import { fill, listed, part, unknown, type Call } from './expression-parts.ts';
import { functionSql } from './function-sql.ts';
import { keptStorage, passedOn } from './kept-storage.ts';
import { markUndecided } from './undecided-cases.ts';

/** Where a column of the view is found: its field and the layer that made it. */
export interface Place {
  readonly column: FieldColumn;
  readonly level: number;
}

export interface Names {
  place(name: string): Place;
}

type Literal = Typed & { kind: 'literal' };

const sqlTypes: Readonly<Record<ValueType, string>> = {
  number: 'double',
  text: 'varchar',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
  time: 'time',
  missing: 'varchar',
};

/**
 * A checked expression as SQL over the layers: names from our own lists, every literal bound.
 * Numbers are doubles, but those that nothing computes are kept as `keptStorage` says; what is
 * undefined is NULL; columns are compared with literals exactly.
 */
export function compileExpression(expression: Typed, names: Names, layers: Layers): Part {
  const numbersOf = (node: Typed): string =>
    keptStorage(node, (name) => names.place(name).column) ?? sqlTypes.number;
  const compile = (node: Typed, as = sqlTypes.number): Part => {
    switch (node.kind) {
      case 'literal':
        return literalPart(node, as);
      case 'column': {
        const { column, level } = names.place(node.name);
        return part(
          node.type === 'number' && column.storage !== as
            ? `(${column.field}::${as})`
            : column.field,
          [],
          level,
        );
      }
      case 'call':
        return compileCall(node, as);
    }
  };
  const argsOf = (node: Call, as: string): Part[] => {
    const passed = passedOn(node);
    return node.args.map((arg, i) => compile(arg, passed[i] === true ? as : sqlTypes.number));
  };
  const compileCall = (node: Call, as: string): Part => {
    if (node.name in overRows) return compileOverRows(node, as);
    const before = layers.conversions.length;
    if (node.name === 'if' || node.name === 'case') return compileBranches(node, as);
    const args = argsOf(node, as);
    if (node.name === 'coalesce' && layers.conversions.length > before) {
      // What another argument replaces is not lost.
      const result = layers.hoist(build(node, args));
      limitConversions(layers, before, layers.hoist(fill('({0} is null)', [result])));
      return result;
    }
    // To ask whether a text can be read loses nothing.
    if (node.name === 'is missing' || node.name === 'is present')
      layers.conversions.length = before;
    return build(node, args);
  };
  /** What a branch reads counts in the rows that take it. */
  const compileBranches = (node: Call, as: string): Part => {
    const args: Part[] = [];
    const passed = passedOn(node);
    for (const [i, arg] of node.args.entries()) {
      const before = layers.conversions.length;
      const decided = layers.undecided.length;
      args.push(compile(arg, passed[i] === true ? as : sqlTypes.number));
      const isCounted = layers.conversions.length > before || layers.undecided.length > decided;
      if (i === 0 || !isCounted) continue;
      // Conditions are columns, which the branches and the rows that take them then share.
      for (let c = 0; c < i; c += node.name === 'if' ? i : 2)
        args[c] = layers.hoist(args[c] ?? unknown(node.name));
      const here = layers.hoist(reached(node, args, i));
      limitConversions(layers, before, here);
      layers.undecided = layers.undecided.map((one, at) =>
        at < decided ? one : layers.hoist(fill('({0} and {1})', [here, one])),
      );
    }
    if (node.name === 'case') markUndecided(node, args, layers);
    return build(node, args);
  };
  const compileOverRows = (node: Call, as: string): Part => {
    const groups = node.by.map((by) => layers.hoist(compile(by, numbersOf(by))));
    const [first, ...rest] = node.args;
    const passed = passedOn(node)[0] === true ? as : sqlTypes.number;
    // Places and distances are those of the stored values: doubles would join large whole numbers.
    const [kept] = (placed.has(node.name) && exactly(node.args, names)) || [];
    const args = first === undefined ? [] : [layers.hoist(kept ?? compile(first, passed))];
    const literals = rest.map((arg) => (arg.kind === 'literal' ? String(arg.value) : ''));
    return overRows[node.name]?.(layers, args, groups, literals) ?? unknown(node.name);
  };
  const build = (node: Call, args: readonly Part[]): Part => {
    if (comparisons.has(node.name)) return compare(node, exactly(node.args, names) ?? args, layers);
    const write = functionSql.get(node.name);
    const whole = wholeNumbers(node, names);
    if (whole !== null && node.name === 'to_text') return fill('({0})::varchar', whole);
    if (whole !== null && write !== undefined)
      return fill('({0})::double', [write(whole, node, layers)]);
    return write === undefined ? unknown(node.name) : write(args, node, layers);
  };
  return compile(expression, numbersOf(expression));
}

/**
 * Where the i-th argument of if() or case() is asked for: its own condition is true, and none
 * before it.
 */
function reached({ name, args: { length } }: Call, args: readonly Part[], i: number): Part {
  const [condition] = args;
  if (name === 'if' && condition !== undefined)
    return fill(i === 1 ? '({0} is not distinct from true)' : '({0} is not distinct from false)', [
      condition,
    ]);
  const own = i % 2 === 1 && i < length - 1 ? i - 1 : null;
  const conditions = args.slice(0, own ?? i).filter((_, at) => at % 2 === 0);
  return fill(
    `(${[...conditions.map((_, at) => `{${at}} is distinct from true`), ...(own === null ? [] : [`{${conditions.length}} is not distinct from true`])].join(' and ')})`,
    [...conditions, ...(own === null ? [] : [args[own] ?? unknown(name)])],
  );
}

/** Conversions that were made since then count only in these rows, which are a column. */
function limitConversions(layers: Layers, since: number, here: Part): void {
  layers.conversions = layers.conversions.map((one, i) =>
    i < since
      ? one
      : {
          ...one,
          when: one.when === null ? here : layers.hoist(fill('({0} and {1})', [here, one.when])),
        },
  );
}

function literalPart({ type, value }: Literal, numbers = sqlTypes.number): Part {
  if (value === null) return part('null');
  return type === 'boolean'
    ? part(value === true ? 'true' : 'false')
    : part(`cast(? as ${type === 'number' ? numbers : sqlTypes[type]})`, [value]);
}

/** Functions that look at which value comes before which, or subtract before they compute. */
const placed = new Set<OperatorName | FunctionName>(['rank', 'code', 'sd', 'zscore', 'minmax']);

const comparisons = new Set<OperatorName | FunctionName>([
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not in',
  'between',
]);

/**
 * Whole numbers of a column beside those of another, or one written out, for what may be small again
 * though they have more digits than a double; and those that become texts.
 */
function wholeNumbers({ name, args }: Call, names: Names): Part[] | null {
  if (name !== '+' && name !== '-' && name !== '%' && name !== 'to_text') return null;
  const parts = args.flatMap((arg) => {
    if (arg.kind === 'literal')
      return arg.type === 'number' && /^\d{1,18}$/.test(String(arg.value))
        ? [part('cast(? as hugeint)', [String(arg.value)])]
        : [];
    if (arg.kind !== 'column') return [];
    const { column, level } = names.place(arg.name);
    return column.storage === 'BIGINT' ? [part(`(${column.field}::hugeint)`, [], level)] : [];
  });
  return parts.length === args.length ? parts : null;
}

/** A column beside literals alone is compared as it is kept, without a detour through doubles. */
function exactly(args: readonly Typed[], names: Names): Part[] | null {
  const columns = args.filter((arg) => arg.kind === 'column');
  const [only] = columns;
  if (only?.kind !== 'column' || columns.length !== 1 || args.some((arg) => arg.kind === 'call'))
    return null;
  const { column, level } = names.place(only.name);
  return args.map((arg) => {
    if (arg.kind !== 'literal') return part(column.field, [], level);
    return arg.type === 'number' && typeof arg.value === 'string'
      ? { ...bindLiteral(arg.value, column), level: 0 }
      : literalPart(arg);
  });
}

/**
 * The database's own BETWEEN gives NULL where one end is NULL, also where the other already
 * decides.
 */
function compare({ name }: Call, args: readonly Part[], layers: Layers): Part {
  const [first, ...rest] = args;
  if (name === 'between' && first !== undefined)
    return fill('({0} >= {1} and {0} <= {2})', [layers.hoist(first), ...rest]);
  if (name === 'in' || name === 'not in') return fill(`({0} ${name} (${listed(args, 1)}))`, args);
  return fill(`({0} ${name === '!=' ? '<>' : name} {1})`, args);
}
