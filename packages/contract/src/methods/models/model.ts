import { z } from 'zod';
import { byName } from '../../by-name.ts';
import { AppError } from '../../errors.ts';
import { parseFormula } from '../../formula/parse-formula.ts';
import type { FormFields } from '../define-method.ts';
import { columnName } from '../field.ts';
import { noMethod, ofProducts, type Leaning } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';
import { seedUpTo } from '../seed.ts';

export const modelInput = {
  formula: z
    .string()
    .min(3)
    .max(4000)
    .describe(
      'As in R: "y ~ x + group", "y ~ x * group + I(x^2) - 1", "log(y) ~ x"; names that are ' +
        'no plain words in backticks.',
    ),
  predict: z
    .array(byName(columnName(), z.union([z.string().max(1000), z.number(), z.boolean()])))
    .min(1)
    .max(50)
    .exactOptional()
    .describe('Values of the explaining columns for which a prediction is wanted.'),
  folds: z
    .int()
    .min(2)
    .max(20)
    .exactOptional()
    .describe('Cross-validation: this many parts are predicted from the others.'),
  test_share: z
    .number()
    .gt(0)
    .lt(1)
    .exactOptional()
    .describe('Train and test: this share of the rows is predicted by a model of the others.'),
  seed: seedUpTo(2 ** 31 - 1, 'Draws the parts.'),
  ...rowsAsked,
};

const tablesShown = [
  /^Coefficients$/,
  /^Terms$/,
  /^How much terms overlap$/,
  /^Predictions$/,
  /^Estimated marginal means/,
  /^Differences of/,
  /of one more, or against the first group$/,
];

/** Of sums of products with every column that explains: columns as they are, each once. */
export function ofModel(
  asked: {
    readonly formula: string;
    readonly folds?: number;
    readonly test_share?: number;
  },
  method: string,
): Leaning {
  if (asked.folds !== undefined || asked.test_share !== undefined)
    throw noMethod(
      method,
      'rows that are predicted from others are few.',
      "Leave out 'folds' and 'test_share'.",
    );
  const { response, terms } = parseFormula(asked.formula);
  const plain =
    [response, ...terms.flat()].every(
      ({ transform, power }) => transform === null && power === 1,
    ) && terms.every((term) => term.length === 1);
  if (!plain)
    throw new AppError(
      'forbidden',
      'A credential that may not read rows fits a column by columns as they are: functions, ' +
        'powers and products of columns could single out a row.',
      { fix: 'Write, for example, salary ~ age + department.' },
    );
  return {
    ...ofProducts([...new Set([response.column, ...terms.flat().map(({ column }) => column)])]),
    shows: tablesShown,
  };
}

/** How a field of the form names the column that the formula explains. */
export const explained = 'explained';

/**
 * How well rows are predicted that the model has not seen: by one share of them, or in so many
 * parts.
 */
const unseen = {
  kinds: {
    unseen: {
      kind: 'choice',
      label: 'Predict unseen',
      options: [
        { value: 0, label: 'none' },
        { value: 0.2, label: 'a fifth of the rows' },
        { value: 5, label: '5 parts' },
        { value: 10, label: '10 parts' },
      ],
    },
  },
  makes: ['folds', 'test_share'],
  toInput: ({ unseen: some }) =>
    typeof some !== 'number' || some === 0 ? {} : some < 1 ? { test_share: some } : { folds: some },
  ofInput: ({ folds, test_share: share }) => ({ unseen: folds ?? share ?? 0 }),
} as const satisfies FormFields<'unseen'>;

/** What regressions share: their sentence is the formula, which has a form of its own. */
export const model = {
  family: 'models',
  tier: 'paid',
  input: modelInput,
  sentence: [],
  details: ['unseen', 'seed'],
  form: unseen,
  leansOn: ofModel,
} as const;
