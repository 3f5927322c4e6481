import { nearestNames } from '../nearest-names.ts';
import { formMeaning } from '../synonyms.ts';
import { checkArgument } from './check-argument.ts';
import { checkPattern } from './check-pattern.ts';
import { commonType, comparable, isMoment } from './compare-types.ts';
import { functionOf, functions, isFunction, type Parameter } from './functions.ts';
import { refuseExpression } from './refuse-expression.ts';
import { sayExpression } from './say-expression.ts';
import type { CallExpression, Expression, Span } from './syntax.ts';
import type { Typed } from './typed.ts';

/** Checks the call of a function: its name, its arguments and where it may look. */
export function checkFunction(node: CallExpression, check: (node: Expression) => Typed): Typed {
  const { name, span } = node;
  if (!isFunction(name)) {
    const word = wordOf(name);
    const form = formMeaning(name) ?? formMeaning(word);
    const suggestions =
      form === undefined
        ? isFunction(word)
          ? [word]
          : nearestNames(word, Object.keys(functions))
        : [];
    const meant = form ?? suggestions.map(exampleOf(word, name)).join(' or ');
    return refuseExpression(
      `There is no function '${name.slice(0, 60)}'.${meant === '' ? '' : ` Did you mean ${meant}?`}`,
      { from: span.from, to: span.from + name.length },
      { suggestions, fix: `Functions are ${Object.keys(functions).join(', ')}.` },
    );
  }
  const entry = functionOf(name);
  refuseLooseGroups(node, entry);
  refuseEqualGroups(node, entry);
  const parameters =
    parametersFor(entry, node.args.length) ??
    refuseExpression(`${name} takes ${countsOf(entry)}.`, span, {
      fix: listedBounds(node) ?? `For example: ${entry.example}`,
    });
  if (node.by.length > 0 && entry.overRows !== true)
    refuseExpression(`${name} looks at one row; it takes no 'by:'.`, span);
  if (node.over !== undefined && entry.overRows !== true)
    refuseExpression(`${name} looks at one row; it takes no 'over:'.`, span);
  const [first, ...formats] = node.args;
  if (name === 'to_number' && first !== undefined) {
    const given = check(first);
    if (given.type === 'number') {
      for (const one of formats) checkArgument(one, 'number format', name, check);
      return given;
    }
  }
  if ((name === 'to_date' || name === 'to_datetime' || name === 'to_time') && first !== undefined) {
    const given = check(first);
    if (name === 'to_time' ? given.type === 'time' : isMoment(given.type)) {
      const format = name === 'to_time' ? 'time format' : 'date format';
      for (const one of formats) checkArgument(one, format, name, check);
      return name === 'to_time' ? given : asMoment(name, given, span);
    }
  }
  const checkHere = ofConditions.has(name) ? countingTrue(check) : check;
  const args = node.args.flatMap((arg, i) =>
    checkArgument(arg, parameters[i] ?? 'any', name, checkHere),
  );
  if (parameters.includes('pattern')) checkPattern(name, args);
  const isTyped = (i: number): boolean =>
    parameters[i] === 'same' || parameters[i] === 'number or moment';
  const same = args.filter((_, i) => isTyped(i));
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
    args: args.map((arg, i) => (isTyped(i) ? (unified[next++] ?? arg) : arg)),
    by: node.by.map(check),
    ...(node.over === undefined ? {} : { over: node.over }),
  };
}

/** The last word of a name with dots, as `contains` of `text.str.contains`; else the name. */
const wordOf = (name: string): string =>
  formMeaning(name) === undefined ? name.slice(name.lastIndexOf('.') + 1) : name;

/** A function by its name; where it is written behind a column, with its argument. */
const exampleOf =
  (word: string, name: string) =>
  (known: string): string =>
    word === name || !isFunction(known) ? known : functions[known].example;

/** Functions in which true counts 1 and false 0: how many rows meet a condition, and which share. */
const ofConditions: ReadonlySet<string> = new Set(['sum', 'mean', 'group_mean', 'cumulative_sum']);

const countingTrue =
  (check: (node: Expression) => Typed) =>
  (node: Expression): Typed => {
    const given = check(node);
    const { span } = node;
    const number = (text: string): Expression => ({ kind: 'number', text, span });
    return given.type === 'boolean'
      ? check({ kind: 'call', name: 'if', args: [node, number('1'), number('0')], by: [], span })
      : given;
  };

/**
 * What is a date already stays one, as does a number, whatever format is given: it may have been text when the
 * expression was written.
 */
const asMoment = (name: 'to_date' | 'to_datetime', given: Typed, span: Span): Typed =>
  name === 'to_date' && given.type === 'datetime'
    ? { kind: 'call', type: 'date', name: 'date', args: [given], by: [], span }
    : given;

/** How bounds that are no list are written as one. */
function listedBounds(node: CallExpression): string | null {
  const [first, ...items] = node.args;
  if (node.name !== 'bin' || first === undefined || items.length < 2) return null;
  return `Write ${sayExpression({ ...node, args: [first, { kind: 'list', items, span: node.span }] })}.`;
}

type Entry = ReturnType<typeof functionOf>;

/** What follows `by:` without brackets and is no argument that is lacking is a further group. */
function refuseLooseGroups(node: CallExpression, entry: Entry): void {
  const { name, args, span } = node;
  // A group that a caller adds, as one that is grouped by, is written nowhere.
  const by = node.by.filter((one) => one.span.to > 0);
  const afterBy = args.filter((arg) => arg.span.from > (by[0]?.span.from ?? Infinity));
  if (entry.overRows !== true || afterBy.length === 0 || !afterBy.every(isGroup)) return;
  const own = args.slice(0, args.length - afterBy.length);
  if (parametersFor(entry, own.length) === null) return;
  const meant = sayExpression({ ...node, args: own, by: [...by, ...afterBy] });
  const list = [...by, ...afterBy].map(sayExpression).join(', ');
  refuseExpression(`${name} takes several groups in brackets, by: [${list}].`, span, {
    fix: `Write ${meant}.`,
  });
}

/** `by = class`, as other languages name an argument, is a comparison here. */
function refuseEqualGroups(node: CallExpression, entry: Entry): void {
  if (entry.overRows !== true) return;
  const last = node.args.at(-1);
  const [left, group] = last?.kind === 'call' && last.name === '=' ? last.args : [];
  if (last === undefined || left?.kind !== 'column' || group === undefined) return;
  if (!/^(?:by|group_?by|partition_?by)$/i.test(left.name)) return;
  const groups = group.kind === 'list' ? group.items : [group];
  const meant = sayExpression({
    ...node,
    args: node.args.slice(0, -1),
    by: [...node.by, ...groups],
  });
  refuseExpression(`${node.name} takes its groups as 'by:'.`, last.span, {
    fix: `Write ${meant}.`,
  });
}

const isGroup = ({ kind }: Expression): boolean => kind === 'column' || kind === 'call';

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
  const least = parameters.length;
  // Only case repeats pairs.
  if (repeats > 1)
    return `${least}, ${least + repeats}, ${least + 2 * repeats} … arguments; the last is the value where no condition holds`;
  if (repeats > 0) return `${least} or more arguments`;
  return optional > 0
    ? `${parameters.length - optional} or ${plural(parameters.length)}`
    : plural(parameters.length);
}
