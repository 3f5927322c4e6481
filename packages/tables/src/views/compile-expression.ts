// The SQL of all functions is one table with what it is written by, and so one file.
import {
  dateFormatOf,
  timeFormatOf,
  type FunctionName,
  type OperatorName,
  type Typed,
  type ValueType,
} from '@columnist/contract';
import type { FieldColumn } from '../table/table-column.ts';
import { bindLiteral } from './literals.ts';
import type { Conversion, Layers, Part } from '../database/layers.ts';
import { doubleLiteral, literal as quoted } from '../database/sql.ts';
import { intervalLabels } from './interval-labels.ts';
import { overRows } from './over-rows.ts';
import { writeDuration } from '../reading/write-duration.ts';
import { writeNumber } from '../reading/write-number.ts';
import { writeMoment } from '../reading/write-moment.ts';

/** Where a column of the view is found: its field and the layer that made it. */
export interface Place {
  readonly column: FieldColumn;
  readonly level: number;
}

export interface Names {
  place(name: string): Place;
}

type Literal = Typed & { kind: 'literal' };
type Call = Typed & { kind: 'call' };

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
 * Numbers are doubles, and what
 * is undefined is NULL; columns are compared with literals exactly.
 */
export function compileExpression(expression: Typed, names: Names, layers: Layers): Part {
  const compile = (node: Typed): Part => {
    switch (node.kind) {
      case 'literal':
        return literalPart(node);
      case 'column': {
        const { column, level } = names.place(node.name);
        return part(node.type === 'number' ? `(${column.field}::double)` : column.field, [], level);
      }
      case 'call':
        return compileCall(node);
    }
  };
  const compileCall = (node: Call): Part => {
    if (node.name in overRows) return compileOverRows(node);
    const before = layers.conversions.length;
    if (node.name === 'if' || node.name === 'case') return compileBranches(node);
    const args = node.args.map(compile);
    if (node.name === 'coalesce' && layers.conversions.length > before) {
      // What another argument replaces is not lost.
      const result = layers.hoist(build(node, args));
      limitConversions(layers, before, fill('({0} is null)', [result]));
      return result;
    }
    // To ask whether a text can be read loses nothing.
    if (node.name === 'is missing' || node.name === 'is present')
      layers.conversions.length = before;
    return build(node, args);
  };
  /** What a branch reads counts in the rows that take it. */
  const compileBranches = (node: Call): Part => {
    const args: Part[] = [];
    for (const [i, arg] of node.args.entries()) {
      const before = layers.conversions.length;
      args.push(compile(arg));
      if (i === 0 || layers.conversions.length === before) continue;
      // Conditions are columns, which the branches and the rows that take them then share.
      for (let c = 0; c < i; c += node.name === 'if' ? i : 2)
        args[c] = layers.hoist(args[c] ?? unknown(node.name));
      limitConversions(layers, before, reached(node, args, i));
    }
    return build(node, args);
  };
  const compileOverRows = (node: Call): Part => {
    const groups = node.by.map((by) => layers.hoist(compile(by)));
    const [first, ...rest] = node.args;
    const args = first === undefined ? [] : [layers.hoist(compile(first))];
    const literals = rest.map((arg) => (arg.kind === 'literal' ? String(arg.value) : ''));
    return overRows[node.name]?.(layers, args, groups, literals) ?? unknown(node.name);
  };
  const build = (node: Call, args: readonly Part[]): Part => {
    if (comparisons.has(node.name)) return compare(node, exactly(node.args, names) ?? args, layers);
    const write = writers.get(node.name);
    return write === undefined ? unknown(node.name) : write(args, node, layers);
  };
  return compile(expression);
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

/** Conversions that were made since then count only in these rows. */
function limitConversions(layers: Layers, since: number, rows: Part): void {
  const here = layers.hoist(rows);
  layers.conversions = layers.conversions.map((one, i) =>
    i < since
      ? one
      : {
          ...one,
          when: one.when === null ? here : layers.hoist(fill('({0} and {1})', [here, one.when])),
        },
  );
}

const part = (text: string, values: Part['values'] = [], level = 0): Part => ({
  text,
  values,
  level,
});

const unknown = (name: string): never => {
  throw new Error(`${name} has no SQL.`);
};

function literalPart({ type, value }: Literal): Part {
  if (value === null) return part('null');
  return type === 'boolean'
    ? part(value === true ? 'true' : 'false')
    : part(`cast(? as ${sqlTypes[type]})`, [value]);
}

/**
 * SQL from a template: each `{i}` is the i-th argument. An argument occurs once, so that nested
 * calls do not grow without bound.
 */
export function fill(template: string, args: readonly Part[]): Part {
  const values: Part['values'][number][] = [];
  const text = template.replaceAll(/\{(\d+)\}/g, (_, i: string) => {
    const arg = args[Number(i)];
    if (arg === undefined) throw new Error(`The template lacks argument ${i}.`);
    values.push(...arg.values);
    return arg.text;
  });
  return { text, values, level: Math.max(0, ...args.map((arg) => arg.level)) };
}

const listed = (args: readonly Part[], first = 0, between = ', '): string =>
  args
    .slice(first)
    .map((_, i) => `{${i + first}}`)
    .join(between);

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

/** NaN is no value of ours; it compares as itself in this database. */
const defined = (template: string): string => `nullif(${template}, 'nan'::double)`;

type Writer = (args: readonly Part[], node: Call, layers: Layers) => Part;
const template =
  (text: string): Writer =>
  (args) =>
    fill(text, args);
const number = (text: string): Writer => template(defined(text));

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['+', number('({0} + {1})')],
  ['-', number('({0} - {1})')],
  ['*', number('({0} * {1})')],
  ['/', number('({0} / nullif({1}, 0))')],
  ['%', writeRemainder],
  ['^', number('pow({0}, {1})')],
  ['negative', template('(- {0})')],
  ['and', template('({0} and {1})')],
  ['or', template('({0} or {1})')],
  ['not', template('(not {0})')],
  ['is missing', template('({0} is null)')],
  ['is present', template('({0} is not null)')],
  ['if', template('(case {0} when true then {1} when false then {2} end)')],
  [
    'case',
    (args) =>
      fill(
        `(case ${args
          .slice(0, -1)
          .map((_, i) => `${i % 2 === 0 ? 'when' : 'then'} {${i}}`)
          .join(' ')} else {${args.length - 1}} end)`,
        args,
      ),
  ],
  ['coalesce', (args) => fill(`coalesce(${listed(args)})`, args)],
  ['abs', template('abs({0})')],
  ['sign', template('sign({0})::double')],
  ['sqrt', template('try(sqrt({0}))')],
  ['exp', template('exp({0})')],
  ['log', template('try(ln({0}))')],
  ['log10', template('try(log10({0}))')],
  ['log2', template('try(log2({0}))')],
  ['round', (args, node) => fill(`round({0}, ${digitsOf(node.args[1])})`, args)],
  ['floor', template('floor({0})')],
  ['ceil', template('ceil({0})')],
  ['least', (args, _, layers) => extreme('least', args, layers)],
  ['greatest', (args, _, layers) => extreme('greatest', args, layers)],
  ['bin', writeBin],
  ['lower', template('lower({0})')],
  ['upper', template('upper({0})')],
  ['trim', template(String.raw`trim({0}, e' \t\r\n')`)],
  ['length', template('length({0})::double')],
  [
    'substr',
    (args, node) =>
      fill(
        `substr({0}, ${digitsOf(node.args[1])}${node.args[2] === undefined ? '' : `, ${digitsOf(node.args[2])}`})`,
        args,
      ),
  ],
  ['replace', template('replace({0}, {1}, {2})')],
  ['part', (args, node) => writePart(args, `[${digitsOf(node.args[2])}]`)],
  [
    'part_from',
    (args, node) => writePart(args, `[${Math.max(1, digitsOf(node.args[2]))}:]`, 'array_to_string'),
  ],
  ['concat', (args) => fill(`(${listed(args, 0, ' || ')})`, args)],
  ['contains', template('contains(lower({0}), lower({1}))')],
  ['starts_with', template('starts_with(lower({0}), lower({1}))')],
  ['ends_with', template('ends_with(lower({0}), lower({1}))')],
  [
    'to_number',
    (args, node, layers) =>
      readText(args, 'number', layers, (field) => writeNumber(field, patternOf(node))),
  ],
  [
    'to_date',
    (args, node, layers) =>
      readText(args, 'date', layers, (field) =>
        fill('({0})::date', [writeMoment(field, dateFormatOf(patternOf(node)), layers)]),
      ),
  ],
  [
    'to_datetime',
    (args, node, layers) =>
      readText(args, 'date', layers, (field) =>
        writeMoment(field, dateFormatOf(patternOf(node)), layers),
      ),
  ],
  [
    'to_time',
    (args, node, layers) =>
      readText(args, 'time', layers, (field) =>
        fill('({0})::time', [writeMoment(field, timeFormatOf(patternOf(node)), layers)]),
      ),
  ],
  [
    'to_duration',
    (args, _, layers) =>
      readText(args, 'duration', layers, (field) => writeDuration(field, layers)),
  ],
  [
    'to_text',
    (args, node) =>
      fill(
        node.args[0]?.type === 'number'
          ? String.raw`regexp_replace(({0})::varchar, '\.0$', '')`
          : '({0})::varchar',
        args,
      ),
  ],
  ...(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'] as const).map(
    (name): [string, Writer] => [name, template(`${name}({0})::double`)],
  ),
  ['weekday', template('isodow({0})::double')],
  ['date', template('({0})::date')],
  ['days_between', template("date_diff('day', ({0})::date, ({1})::date)::double")],
  [
    'seconds_between',
    template("(date_diff('microsecond', ({0})::timestamp, ({1})::timestamp)::double / 1000000)"),
  ],
]);

/**
 * With the sign of the divisor, as in R and Python; the database's own has that of the dividend.
 */
function writeRemainder([x, y]: readonly Part[], _: Call, layers: Layers): Part {
  if (x === undefined || y === undefined) return unknown('%');
  const divisor = layers.hoist(fill('nullif({0}, 0)', [y]));
  const rest = layers.hoist(fill(defined('({0} % {1})'), [x, divisor]));
  return fill('(case when {0} <> 0 and ({0} < 0) <> ({1} < 0) then {0} + {1} else {0} end)', [
    rest,
    divisor,
  ]);
}

/** A whole number that the checker has seen written out. */
/** Parts of a split text; a part without a character is missing. */
function writePart(args: readonly Part[], chosen: string, join?: string): Part {
  const parts = `str_split({0}, {1})${chosen}`;
  const text = join === undefined ? parts : `${join}(${parts}, {1})`;
  return fill(String.raw`nullif(trim(${text}, e' \t\r\n'), '')`, args);
}

const digitsOf = (node: Typed | undefined): number =>
  node?.kind === 'literal' ? Number(node.value) : 0;

/**
 * The database's own least and greatest pass over NULL; here one missing value makes the result
 * missing.
 */
function extreme(name: 'least' | 'greatest', args: readonly Part[], layers: Layers): Part {
  const fields = args.map((arg) => layers.hoist(arg));
  return fill(
    `(case when ${fields.map((_, i) => `{${i}} is not null`).join(' and ')} then ${name}(${listed(fields)}) end)`,
    fields,
  );
}

function writeBin([x]: readonly Part[], node: Call, layers: Layers): Part {
  const bounds = node.args[1];
  if (x === undefined || bounds?.kind !== 'literal') return unknown('bin');
  const edges = String(bounds.value).split(',');
  const field = layers.hoist(x);
  const cases = intervalLabels(edges).map(
    (label, i) =>
      `when ${field.text} >= ${edgeOf(edges[i])} and ${field.text} ${label.endsWith(']') ? '<=' : '<'} ${edgeOf(edges[i + 1])} then ${quoted(label)}`,
  );
  return { ...field, text: `(case ${cases.join(' ')} end)` };
}

const edgeOf = (text: string | undefined): string => doubleLiteral(Number(text));

const patternOf = (node: Call): string =>
  node.args[1]?.kind === 'literal' ? String(node.args[1].value) : '';

/** What is read from a text; which texts could not be read is counted by the view. */
function readText(
  [x]: readonly Part[],
  reads: Conversion['reads'],
  layers: Layers,
  write: (field: Part) => Part,
): Part {
  if (x === undefined) return unknown('to_…');
  const field = layers.hoist(fill(String.raw`trim({0}, e' \t\r\n')`, [x]));
  const to = layers.hoist(write(field));
  layers.conversions.push({ from: field, to, reads, when: null });
  return to;
}
