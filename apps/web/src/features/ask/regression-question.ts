import {
  AppError,
  methods,
  needsBackticks,
  parseBySchema,
  parseFormula,
  regressionOptions,
  sayFormula,
  type AnyMethod,
  type DatasetColumn,
  type Recommendation,
  type RegressionOptions,
  type View,
} from '@columnist/contract';
import { linear } from '@columnist/contract/methods/models/linear';
import { explained } from '@columnist/contract/methods/models/model';
import { measures, namesRows, toAskAbout } from '../../lib/measures.ts';
import { commonDetails } from '../results/methods.ts';
import { field, type Field } from '../results/test-question.ts';

/** A model as it is asked: the options as they are sent, kept in the URL; or why it is none. */
export function readRegression(
  text: string,
): { readonly model: RegressionOptions } | { readonly unread: string } {
  try {
    return { model: parseBySchema(regressionOptions, JSON.parse(text)) };
  } catch (error) {
    return { unread: error instanceof AppError ? error.message : 'It is no JSON.' };
  }
}

/** As it is in the URL: the view has a place of its own there. */
export function writeRegression(question: RegressionOptions): string {
  const { view: _, ...options } = question;
  return JSON.stringify(options);
}

export const nameInFormula = (name: string): string =>
  needsBackticks(name) ? `\`${name}\`` : name;

/** Whether a column can be a group of a model. */
export const isGroup = ({ type, distinct }: Pick<DatasetColumn, 'type' | 'distinct'>): boolean =>
  type !== 'number' && type !== 'datetime' && distinct !== null && distinct > 1 && distinct <= 50;

/** Whether a column can be explained: a number, or one of two values. */
const isOutcome = ({ type, distinct }: DatasetColumn): boolean =>
  type === 'number' || distinct === 2;

/** The model of one column by others: of odds where it has two values. */
function modelOf(
  response: DatasetColumn | undefined,
  by: readonly (DatasetColumn | undefined)[],
  method: string | null,
): RegressionOptions {
  const right = by.flatMap((column) => (column === undefined ? [] : [nameInFormula(column.name)]));
  return regressionOptions.parse({
    method: definitionOf(method ?? (response?.distinct === 2 ? 'logistic' : null)).method,
    formula: `${nameInFormula(response?.name ?? 'y')} ~ ${right.length === 0 ? '1' : right.join(' + ')}`,
  });
}

/** A first question that says something of this very table, by a method or the first of them. */
export function firstRegression(
  columns: readonly DatasetColumn[],
  method: string | null,
  explained?: DatasetColumn,
): RegressionOptions {
  const numbers = toAskAbout(columns.filter(({ type }) => type === 'number'));
  const response =
    explained ??
    numbers.find(measures) ??
    numbers.find(({ picture }) => picture?.kind === 'number') ??
    numbers[0] ??
    columns[0];
  const others = numbers.filter((column) => column !== response);
  const second = others.find(measures) ?? others[0];
  return modelOf(
    response,
    [
      second,
      columns.find((column) => isGroup(column) && !namesRows(column) && column !== response),
    ],
    method,
  );
}

/**
 * The first of the chosen columns that can be explained, by the others that can explain; by columns
 * of the table where only one was chosen. Null where none can be explained.
 */
export function regressionAbout(
  chosen: readonly DatasetColumn[],
  columns: readonly DatasetColumn[],
  method: string | null,
): RegressionOptions | null {
  const response = chosen.find(isOutcome);
  if (response === undefined) return null;
  const by = chosen.filter(
    (column) => column !== response && (column.type === 'number' || isGroup(column)),
  );
  return by.length === 0
    ? firstRegression(columns, method, response)
    : modelOf(response, by, method);
}

/** Which model fits what is explained, and why the others do not; null where none fits. */
export function adviseModel(
  { formula }: RegressionOptions,
  columns: readonly DatasetColumn[],
): Pick<Recommendation, 'method' | 'why' | 'rejected'> | null {
  const response = partsOfFormula(formula)?.response;
  const column = columns.find(({ name }) => name === response);
  if (column === undefined || !isOutcome(column)) return null;
  const { name, distinct, storage, low } = column;
  if (distinct === 2)
    return {
      method: 'logistic',
      why: `${name} has 2 values: how the odds of one of them change is modelled.`,
      rejected: [
        {
          ...named('linear'),
          why: 'Its line leaves the range from 0 to 1, and the variance of a share depends on the share.',
        },
      ],
    };
  const mayCount = storage === 'BIGINT' && typeof low === 'number' && low >= 0;
  return {
    method: 'linear',
    why: `${name} is a number: how its mean changes is modelled.`,
    rejected: mayCount
      ? [
          {
            ...named('poisson'),
            why: `If ${name} counts events, this compares their rates; of other whole numbers it says nothing right.`,
          },
        ]
      : [],
  };
}

const named = (method: RegressionOptions['method']) => ({
  method,
  name: definitionOf(method).title,
});

/** The definition of a question's method. */
export const definitionOf = (method: string | null): AnyMethod =>
  methods.fitRegression.find((one) => one.method === method) ?? linear;

/** A model by its name; linear where there is no such model. */
export const modelNamed = (name: string): RegressionOptions['method'] =>
  methods.fitRegression.find(({ method }) => method === name)?.method ?? 'linear';

/** With what options are usually; the formula may still be half written. */
const filledIn = (formula: string, options: object): RegressionOptions => ({
  ...regressionOptions.parse({ ...options, formula: 'y ~ 1' }),
  formula,
});

/** The same question of another kind: what both take stays. */
export function withMethod(
  question: RegressionOptions,
  method: RegressionOptions['method'],
): RegressionOptions {
  const { input } = definitionOf(method);
  const kept = Object.entries(question).filter(([name]) => name in input);
  return filledIn(question.formula, { ...Object.fromEntries(kept), method });
}

/** The fields of the details of a question's form, and what the formula explains. */
export function detailsOf(question: RegressionOptions): Record<string, Field> {
  const { form, details } = definitionOf(question.method);
  const all = new Map<string, unknown>(
    Object.entries({
      ...question,
      ...form?.ofInput({ ...question }),
      [explained]: partsOfFormula(question.formula)?.response,
    }),
  );
  return Object.fromEntries(
    [...details, ...commonDetails, explained].flatMap((name): [string, Field][] => {
      const value = field.safeParse(all.get(name));
      return value.success ? [[name, value.data]] : [];
    }),
  );
}

/** The same question with another value of a detail; undefined takes it out. */
export function withDetail(
  question: RegressionOptions,
  name: string,
  value: Field | undefined,
): RegressionOptions {
  const { form } = definitionOf(question.method);
  const isMade = form !== undefined && name in form.kinds;
  const left = isMade ? form.makes : [name];
  const others = Object.entries(question).filter(([one]) => !left.includes(one));
  const given = isMade
    ? form.toInput({ ...form.ofInput({ ...question }), [name]: value })
    : value === undefined
      ? {}
      : { [name]: value };
  return filledIn(question.formula, { ...Object.fromEntries(others), ...given });
}

/** The same question of another formula; an event is a value of what the old one explained. */
export function withFormula(question: RegressionOptions, formula: string): RegressionOptions {
  const explainedBy = (text: string): string => text.replace(/~[^]*/, '').trim();
  const kept = Object.entries(question).filter(
    ([name]) => name !== 'event' || explainedBy(formula) === explainedBy(question.formula),
  );
  return filledIn(formula, Object.fromEntries(kept));
}

/** What a formula names; null while it is no formula. */
export function partsOfFormula(
  formula: string,
): { readonly response: string; readonly columns: readonly string[] } | null {
  try {
    const { response, terms } = parseFormula(formula);
    return {
      response: response.column,
      columns: [...new Set(terms.flat().map(({ column }) => column))],
    };
  } catch {
    return null;
  }
}

/**
 * The formula with another response, or with columns added and taken away; terms that stay are kept
 * as they were written.
 */
export function changeFormula(
  formula: string,
  response: string,
  columns: readonly string[],
): string {
  try {
    const read = parseFormula(formula);
    const kept = read.terms.filter((term) =>
      term.every(({ column }) => columns.includes(column) && column !== response),
    );
    const named = new Set(kept.flat().map(({ column }) => column));
    const added = columns
      .filter((name) => !named.has(name) && name !== response)
      .map((column) => [{ column, transform: null, power: 1 }]);
    return sayFormula({
      response:
        read.response.column === response
          ? read.response
          : { column: response, transform: null, power: 1 },
      intercept: read.intercept,
      terms: [...kept, ...added],
    });
  } catch {
    return `${nameInFormula(response)} ~ ${columns.length === 0 ? '1' : columns.map(nameInFormula).join(' + ')}`;
  }
}

/** Over REST and by an agent: the view belongs to it. */
export const sentRegression = (
  question: RegressionOptions,
  view: View | undefined,
): RegressionOptions => ({ ...question, ...(view === undefined ? {} : { view }) });
