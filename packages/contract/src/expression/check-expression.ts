import { nearestNames } from '../nearest-names.ts';
import { formMeaning, namesMeaning } from '../synonyms.ts';
import { dateTokens, readDateFormat } from '../reading/date-format.ts';
import { isNumberPattern } from '../reading/number-format.ts';
import {
  functionOf,
  functions,
  isFunction,
  type FunctionName,
  type Parameter,
  type ValueType,
} from './functions.ts';
import { needsBackticks } from './parse-expression.ts';
import { readMoment, readTime } from '../reading/read-moment.ts';
import { refuseExpression } from './refuse-expression.ts';
import type { CallExpression, Expression, Scope, Span } from './syntax.ts';

/** A column as expressions see it. */
export interface ExpressionColumn {
  readonly name: string;
  readonly type: ValueType;
}

export type OperatorName =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'
  | 'negative'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'and'
  | 'or'
  | 'not'
  | 'in'
  | 'not in'
  | 'between'
  | 'is missing'
  | 'is present';

/**
 * An expression whose columns exist and whose types fit; what is compiled, evaluated and printed.
 */
export type Typed =
  | {
      readonly kind: 'literal';
      readonly type: ValueType;
      readonly value: string | boolean | null;
      readonly span: Span;
    }
  | {
      readonly kind: 'column';
      readonly type: ValueType;
      readonly name: string;
      readonly span: Span;
    }
  | {
      readonly kind: 'call';
      readonly type: ValueType;
      readonly name: OperatorName | FunctionName;
      readonly args: readonly Typed[];
      readonly by: readonly Typed[];
      readonly over?: Scope | undefined;
      readonly span: Span;
    };

const arithmetic = new Set(['+', '-', '*', '/', '%', '^']);
const comparisons = new Set(['=', '!=', '<', '<=', '>', '>=']);
const shownTypes: Readonly<Record<ValueType, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date with time',
  time: 'a time of day',
  missing: 'missing',
};

/**
 * Checks an expression against a dataset's columns. Throws invalid_expression with the place and
 * the nearest names.
 */
export function checkExpression(
  expression: Expression,
  columns: readonly ExpressionColumn[],
): Typed {
  const check = (node: Expression): Typed => {
    const { span } = node;
    switch (node.kind) {
      case 'number':
        return { kind: 'literal', type: 'number', value: node.text, span };
      case 'text':
        return { kind: 'literal', type: 'text', value: node.text, span };
      case 'boolean':
        return { kind: 'literal', type: 'boolean', value: node.value, span };
      case 'missing':
        return { kind: 'literal', type: 'missing', value: null, span };
      case 'column':
        return { kind: 'column', type: findType(node.name, span, columns), name: node.name, span };
      case 'list':
        return refuseExpression('A list can be only after in, or as the bounds of bin.', span);
      case 'call':
        return isOperator(node.name)
          ? checkOperator(node, node.name, check)
          : checkFunction(node, check);
    }
  };
  return check(expression);
}

function findType(name: string, span: Span, columns: readonly ExpressionColumn[]): ValueType {
  const column = columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column.type;
  const suggestions = namesMeaning(name).includes('missing')
    ? ['missing']
    : nearestNames(
        name,
        columns.map((candidate) => candidate.name),
      );
  const written = suggestions.map((suggestion) =>
    suggestion !== 'missing' && needsBackticks(suggestion) ? `\`${suggestion}\`` : suggestion,
  );
  const hint = written.length > 0 ? ` Did you mean ${written.join(' or ')}?` : '';
  return refuseExpression(`There is no column '${name.slice(0, 100)}'.${hint}`, span, {
    suggestions,
    fix: 'Use the exact name of a column; put texts in quotes.',
  });
}

const operators: ReadonlySet<string> = new Set([
  ...arithmetic,
  ...comparisons,
  'negative',
  'and',
  'or',
  'not',
  'in',
  'not in',
  'between',
  'is missing',
  'is present',
]);
const isOperator = (name: string): name is OperatorName => operators.has(name);

/** Written as text an operator has its sides; written as JSON it may lack them. */
function expectSides(name: OperatorName, { args, span }: CallExpression): void {
  const sides =
    name === 'not' || name === 'negative' || name === 'is missing' || name === 'is present'
      ? 1
      : name === 'between'
        ? 3
        : 2;
  if (args.length !== sides)
    refuseExpression(
      `'${name}' takes ${sides} ${sides === 1 ? 'argument' : 'arguments'}; here ` +
        `${args.length === 1 ? 'is' : 'are'} ${args.length}.`,
      span,
    );
}

function checkOperator(
  node: CallExpression,
  name: OperatorName,
  check: (node: Expression) => Typed,
): Typed {
  const { span } = node;
  const call = (type: ValueType, args: readonly Typed[]): Typed => ({
    kind: 'call',
    type,
    name,
    args,
    by: [],
    span,
  });
  if (name === 'in' || name === 'not in') {
    const [value, list] = node.args;
    if (value === undefined || list?.kind !== 'list' || list.items.length === 0)
      return refuseExpression(
        `'${name}' takes a value and, after it, those it is compared with.`,
        span,
      );
    return call('boolean', comparable([value, ...list.items].map(check)));
  }
  expectSides(name, node);
  const args = node.args.map(check);
  if (name === 'is missing' || name === 'is present') return call('boolean', args);
  if (comparisons.has(name) || name === 'between') return call('boolean', comparable(args));
  const wanted: ValueType = arithmetic.has(name) || name === 'negative' ? 'number' : 'boolean';
  for (const arg of args) expectType(arg, wanted, `'${name === 'negative' ? '-' : name}'`);
  return call(wanted, args);
}

function expectType(arg: Typed, wanted: ValueType, by: string): void {
  if (arg.type === wanted || arg.type === 'missing') return;
  const number =
    wanted === 'number' && arg.type === 'text'
      ? { fix: 'to_number(…) reads numbers from text.' }
      : {};
  refuseExpression(
    `${by} needs ${shownTypes[wanted]}; this is ${shownTypes[arg.type]}.`,
    arg.span,
    number,
  );
}

/**
 * Arguments that can be compared: of one type, where texts written out may be dates and dates may
 * have times.
 */
function comparable(args: readonly Typed[]): Typed[] {
  const type = commonType(args);
  return args.map((arg) =>
    arg.kind === 'literal' && arg.type === 'text' && type !== 'text' ? moment(arg, type) : arg,
  );
}

const isMoment = (type: ValueType): boolean => type === 'date' || type === 'datetime';
const canBeRead = (arg: Typed): boolean => arg.kind === 'literal' && arg.type === 'text';

function commonType(args: readonly Typed[]): ValueType {
  const firm = args.filter((arg) => arg.type !== 'missing');
  const lead = firm.find((arg) => !canBeRead(arg)) ?? firm[0];
  if (lead === undefined) return 'missing';
  const read = lead.type === 'time' || isMoment(lead.type);
  const odd = firm.find(
    (arg) =>
      arg.type !== lead.type &&
      !(isMoment(arg.type) && isMoment(lead.type)) &&
      !(read && canBeRead(arg)),
  );
  if (odd !== undefined) {
    refuseExpression(
      `${shownTypes[lead.type]} and ${shownTypes[odd.type]} cannot be compared.`.replace(
        /^./,
        (first) => first.toUpperCase(),
      ),
      odd.span,
      {
        fix:
          lead.type === 'text'
            ? 'Put the value in quotes.'
            : lead.type === 'number'
              ? 'Write the number without quotes.'
              : 'Make both of one type.',
      },
    );
  }
  return firm.some((arg) => arg.type === 'datetime') ? 'datetime' : lead.type;
}

/** A text written out, read as a date or a time. */
function moment(literal: Typed & { kind: 'literal' }, type: ValueType): Typed {
  const text = String(literal.value);
  if (type === 'time') {
    const time =
      readTime(text) ??
      refuseExpression(`'${text.slice(0, 60)}' is no time of day.`, literal.span, {
        fix: "Write a time as '13:45:00'.",
      });
    return { ...literal, type, value: time };
  }
  const read =
    readMoment(text) ??
    refuseExpression(`'${text.slice(0, 60)}' is no date.`, literal.span, {
      fix: "Write a date as '2026-01-31' or '2026-01-31T13:45:00'.",
    });
  return { ...literal, type: 'datetime', value: read };
}

function checkFunction(node: CallExpression, check: (node: Expression) => Typed): Typed {
  const { name, span } = node;
  if (!isFunction(name)) {
    const form = formMeaning(name);
    const suggestions = form === undefined ? nearestNames(name, Object.keys(functions)) : [];
    const meant = form ?? suggestions.join(' or ');
    return refuseExpression(
      `There is no function '${name.slice(0, 60)}'.${meant === '' ? '' : ` Did you mean ${meant}?`}`,
      { from: span.from, to: span.from + name.length },
      { suggestions, fix: `Functions are ${Object.keys(functions).join(', ')}.` },
    );
  }
  const entry = functionOf(name);
  const parameters =
    parametersFor(entry, node.args.length) ??
    refuseExpression(`${name} takes ${countsOf(entry)}.`, span, {
      fix: `For example: ${entry.example}`,
    });
  if (node.by.length > 0 && entry.overRows !== true)
    refuseExpression(`${name} looks at one row; it takes no 'by:'.`, span);
  if (node.over !== undefined && entry.overRows !== true)
    refuseExpression(`${name} looks at one row; it takes no 'over:'.`, span);
  const [first, ...formats] = node.args;
  if ((name === 'to_date' || name === 'to_datetime') && first !== undefined) {
    const given = check(first);
    if (given.type === 'date' || given.type === 'datetime') {
      for (const format of formats) checkArgument(format, 'date format', name, check);
      return asMoment(name, given, span);
    }
  }
  const args = node.args.flatMap((arg, i) =>
    checkArgument(arg, parameters[i] ?? 'any', name, check),
  );
  const same = args.filter((_, i) => parameters[i] === 'same');
  const unified = same.length === 0 ? [] : comparable(same);
  const type =
    entry.result === 'same'
      ? unified.length === 0
        ? 'missing'
        : commonType(unified)
      : entry.result;
  if (type === 'missing') refuseExpression(`Every value of ${name} is missing.`, span);
  let next = 0;
  return {
    kind: 'call',
    type,
    name,
    span,
    args: args.map((arg, i) => (parameters[i] === 'same' ? (unified[next++] ?? arg) : arg)),
    by: node.by.map(check),
    ...(node.over === undefined ? {} : { over: node.over }),
  };
}

/**
 * What is a date already stays one, whatever format is given: it may have been text when the
 * expression was written.
 */
const asMoment = (name: 'to_date' | 'to_datetime', given: Typed, span: Span): Typed =>
  name === 'to_date' && given.type === 'datetime'
    ? { kind: 'call', type: 'date', name: 'date', args: [given], by: [], span }
    : given;

type Entry = ReturnType<typeof functionOf>;

/**
 * The parameters stretched to so many arguments; null where they cannot be. In `case` the last
 * value comes by itself.
 */
function parametersFor(entry: Entry, count: number): readonly Parameter[] | null {
  const { parameters, optional = 0, repeats = 0 } = entry;
  if (repeats === 0)
    return count >= parameters.length - optional && count <= parameters.length ? parameters : null;
  const extra = count - parameters.length;
  if (extra < 0 || extra % repeats !== 0) return null;
  const repeated = parameters.slice(0, repeats);
  return repeats === 1
    ? [...parameters, ...Array.from({ length: extra }, () => parameters.at(-1) ?? 'any')]
    : [...Array.from({ length: extra / repeats }, () => repeated).flat(), ...parameters];
}

function countsOf({ parameters, optional = 0, repeats = 0 }: Entry): string {
  const plural = (count: number): string => `${count} ${count === 1 ? 'argument' : 'arguments'}`;
  if (repeats > 0) return `${parameters.length} or more arguments`;
  return optional > 0
    ? `${parameters.length - optional} or ${plural(parameters.length)}`
    : plural(parameters.length);
}

function checkArgument(
  node: Expression,
  parameter: Parameter,
  name: string,
  check: (node: Expression) => Typed,
): Typed[] {
  if (parameter === 'numbers') return [checkBounds(node, name)];
  const arg = check(node);
  if (parameter === 'any' || parameter === 'same') return [arg];
  if (parameter === 'moment' || parameter === 'clock') {
    const fits =
      arg.type === 'datetime' ||
      arg.type === (parameter === 'moment' ? 'date' : 'time') ||
      arg.type === 'missing';
    if (canBeRead(arg) && arg.kind === 'literal' && parameter === 'moment')
      return [moment(arg, 'datetime')];
    if (!fits)
      refuseExpression(
        `${name} needs ${parameter === 'moment' ? 'a date' : 'a time'}; this is ${shownTypes[arg.type]}.`,
        arg.span,
        arg.type === 'text' ? { fix: 'to_date(…) reads dates from text.' } : {},
      );
    return [arg];
  }
  if (parameter === 'share') {
    if (arg.kind !== 'literal' || arg.type !== 'number' || Number(arg.value) > 1)
      refuseExpression(`${name} needs a share from 0 to 1 here, written out.`, arg.span);
    return [arg];
  }
  if (
    parameter === 'literal text' ||
    parameter === 'whole' ||
    parameter === 'number format' ||
    parameter === 'date format'
  ) {
    const whole = parameter === 'whole';
    if (
      arg.kind !== 'literal' ||
      arg.type !== (whole ? 'number' : 'text') ||
      (whole && !/^\d{1,6}$/.test(String(arg.value)))
    ) {
      refuseExpression(
        `${name} needs ${whole ? 'a whole number' : 'a text in quotes'} here, written out.`,
        arg.span,
      );
    }
    refuseFormat(String(arg.kind === 'literal' ? arg.value : ''), parameter, arg.span);
    return [arg];
  }
  expectType(arg, parameter, name);
  return [arg];
}

function refuseFormat(pattern: string, parameter: Parameter, span: Span): void {
  if (parameter === 'number format' && !isNumberPattern(pattern))
    refuseExpression(`'${pattern.slice(0, 60)}' shows no number.`, span, {
      fix: "Write a number as the texts do, for example '1.234,56' or '1 234.5'.",
    });
  const wrong = parameter === 'date format' ? readDateFormat(pattern) : null;
  if (typeof wrong === 'string')
    refuseExpression(`'${pattern.slice(0, 60)}' is no date format: ${wrong}.`, span, {
      fix: `A format may hold ${dateTokens}.`,
    });
}

/** The bounds of bin as a literal: numbers that rise, with commas between. */
function checkBounds(node: Expression, name: string): Typed {
  const texts = node.kind === 'list' ? node.items.map((item) => numberText(item)) : [null];
  const rising = texts.every(
    (text, i) => text !== null && (i === 0 || Number(text) > Number(texts[i - 1])),
  );
  if (!rising || texts.length < 2)
    refuseExpression(
      `${name} needs at least two bounds that rise, for example [0, 13, 20, 60].`,
      node.span,
    );
  return { kind: 'literal', type: 'number', value: texts.join(','), span: node.span };
}

function numberText(node: Expression): string | null {
  if (node.kind === 'number') return node.text;
  const [inner] = node.kind === 'call' && node.name === 'negative' ? node.args : [];
  return inner?.kind === 'number' ? `-${inner.text}` : null;
}
