import {
  needsBackticks,
  parseFormula,
  regressionOptions,
  sayFormula,
  type DatasetColumn,
  type RegressionOptions,
  type View,
} from '@columnist/contract';

/** What the Regression tab asks: the options as they are sent, kept in the URL; null where they are no question yet. */
export function readRegression(text: string | null): RegressionOptions | null {
  try {
    const parsed = regressionOptions.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** As it stands in the URL: the view has a place of its own there. */
export function writeRegression(question: RegressionOptions): string {
  const { view: _, ...options } = question;
  return JSON.stringify(options);
}

export const nameInFormula = (name: string): string =>
  needsBackticks(name) ? `\`${name}\`` : name;

/** Whether a column can be a group of a model. */
export const isGroup = ({ type, distinct }: Pick<DatasetColumn, 'type' | 'distinct'>): boolean =>
  type !== 'number' && type !== 'datetime' && distinct > 1 && distinct <= 50;

/** A first question that says something of this very table. */
export function firstRegression(columns: readonly DatasetColumn[]): RegressionOptions {
  const numbers = columns.filter(({ type }) => type === 'number');
  const response =
    numbers.find(({ picture }) => picture?.kind === 'number') ?? numbers[0] ?? columns[0];
  const second = numbers.find((column) => column !== response);
  const group = columns.find(isGroup);
  const right = [second, group].flatMap((column) =>
    column === undefined ? [] : [nameInFormula(column.name)],
  );
  return {
    method: 'linear',
    formula: `${nameInFormula(response?.name ?? 'y')} ~ ${right.length === 0 ? '1' : right.join(' + ')}`,
    errors: 'classical',
    sums_of_squares: 2,
    seed: 1,
    confidence_level: 0.95,
  };
}

/** The same question of another kind. */
export function withMethod(
  question: RegressionOptions,
  method: RegressionOptions['method'],
): RegressionOptions {
  const { formula, seed, confidence_level, folds, test_share: share, predict } = question;
  const common = {
    formula,
    seed,
    confidence_level,
    ...(folds === undefined ? {} : { folds }),
    ...(share === undefined ? {} : { test_share: share }),
    ...(predict === undefined ? {} : { predict }),
  };
  return method === 'linear'
    ? { method, ...common, errors: 'classical', sums_of_squares: 2 }
    : { method, ...common };
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

/** The formula with another response, or with columns added and taken away; terms that stay are kept as they were written. */
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
