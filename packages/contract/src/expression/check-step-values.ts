import type { FieldError } from '../error-details.ts';
import { AppError } from '../errors.ts';
import { readMoment, readTime } from '../reading/read-moment.ts';
import { truthOf } from '../reading/yes-no.ts';
import type { CleaningStep, Impute } from '../view.ts';
import { shownTypes } from './compare-types.ts';
import { fromJson, type ExpressionJson } from './expression-json.ts';
import type { ValueType } from './functions.ts';
import { sayExpression } from './say-expression.ts';
import { sayEdited } from './view-steps.ts';

type Value = string | number | boolean;
type TypeOf = (column: string) => ValueType;

/**
 * Refuses a step whose values are of another type than the column they go into, in the words of the
 * step: as an expression the same would be refused at a character that nobody wrote. Throws
 * wrong_column_type and invalid_input.
 */
export function checkStepValues(step: CleaningStep | Impute, typeOf: TypeOf): void {
  if ('method' in step && !('step' in step)) checkImpute(step, typeOf);
  else if ('step' in step && step.step === 'recode') checkRecode(step, typeOf);
}

function checkImpute({ columns, method, value }: Impute, typeOf: TypeOf): void {
  if (method === 'constant' && value === undefined) {
    const error: FieldError = {
      field: 'view.impute',
      message: 'To fill with a constant takes a value.',
    };
    throw new AppError('invalid_input', error.message, {
      errors: [error],
      fix: "Name the value, for example { method: 'constant', value: 0 }.",
    });
  }
  for (const name of columns) {
    const type = typeOf(name);
    if ((method === 'mean' || method === 'median') && type !== 'number' && type !== 'missing')
      refuse(
        name,
        `Every value of '${name}' is ${shownTypes[type]}: there is no ${method} to fill with.`,
        type === 'text'
          ? 'Read numbers from the column first with the step parse_numbers, or fill with mode, constant or forward.'
          : 'Fill with mode, constant or forward.',
      );
    if (method !== 'constant' || value === undefined || fits(type, value)) continue;
    const derived = derivedText(call('coalesce', call('to_text', { column: name }), String(value)));
    refuse(
      name,
      misfit(name, type, value),
      `Fill with ${written(type, value)}${type === 'text' ? '' : derived}.`,
    );
  }
}

function checkRecode(
  { column: name, values, others }: Extract<CleaningStep, { step: 'recode' }>,
  typeOf: TypeOf,
): void {
  const type = typeOf(name);
  for (const { from } of values)
    if (!fits(type, from))
      refuse(name, misfit(name, type, from), `Write from as ${written(type, from)}.`);
  const given = values.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]));
  if (others === 'missing') {
    const lead = given.map(({ to }) => typeOfValue(to)).toSorted(textsLast)[0] ?? 'missing';
    const odd = given.find(({ to }) => !fits(lead, to));
    if (odd !== undefined)
      refuse(
        name,
        `${sayEdited(odd.to)} is ${shownTypes[typeOfValue(odd.to)]} ` +
          `and other values that '${name}' gets are ${shownTypes[lead]}.`,
        'A column has values of one type: write every to in quotes, or none.',
      );
    return;
  }
  for (const { from, to } of given) {
    if (fits(type, to)) continue;
    const whole = call('to_text', { column: name });
    const derived = derivedText(call('case', call('=', { column: name }, from), String(to), whole));
    refuse(
      name,
      misfit(name, type, to),
      `Write to as ${written(type, to)}${type === 'text' ? ', or' : ','} ` +
        `recode every value with others: missing${type === 'text' ? '' : derived}.`,
    );
  }
}

const call = (name: string, ...args: ExpressionJson[]): ExpressionJson => ({ call: name, args });

const derivedText = (expression: ExpressionJson): string =>
  `, or derive a column of texts: ${sayExpression(fromJson(expression))}`;

const misfit = (column: string, type: ValueType, value: Value): string =>
  `${sayEdited(value)} is ${shownTypes[typeOfValue(value)]}, and every value of '${column}' is ${shownTypes[type]}.`;

function refuse(column: string, message: string, fix: string): never {
  throw new AppError('wrong_column_type', message, { column, fix });
}

const typeOfValue = (value: Value): ValueType =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';

/** Words for yes and no may stand beside true and false. */
const textsLast = (a: ValueType, b: ValueType): number =>
  Number(a === 'text') - Number(b === 'text');

/** Whether a value can be one of a column, as expressions read it beside such values. */
function fits(type: ValueType, value: Value): boolean {
  switch (type) {
    case 'number':
    case 'text':
      return typeOfValue(value) === type;
    case 'boolean':
      return (
        typeof value === 'boolean' || (typeof value === 'string' && truthOf(value) !== undefined)
      );
    case 'date':
    case 'datetime':
      return typeof value === 'string' && readMoment(value) !== null;
    case 'time':
      return typeof value === 'string' && readTime(value) !== null;
    case 'missing':
      return true;
  }
}

/** How a value of a type is written, the given one where it can be. */
function written(type: ValueType, value: Value): string {
  switch (type) {
    case 'number':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? `a number, without quotes: ${value.trim()}`
        : 'a number, without quotes';
    case 'boolean':
      return 'true or false';
    case 'date':
      return "a date: '2026-01-31'";
    case 'datetime':
      return "a date with time: '2026-01-31T13:45:00'";
    case 'time':
      return "a time of day: '13:45:00'";
    case 'text':
    case 'missing':
      return `a text, in quotes: "${String(value)}"`;
  }
}
