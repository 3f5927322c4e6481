import { expect, it } from 'vitest';
import { stepsOf } from './view-steps.ts';

it('a step begins with a capital, the name of a column never does', () => {
  const said = stepsOf(
    {
      clean: [
        { step: 'recode', column: 'body_mass_g', values: [{ from: '1', to: '2' }], others: 'keep' },
        { step: 'scale', columns: ['wing', 'bill'], method: 'zscore' },
        { step: 'rename_columns', columns: [{ from: 'sex', to: 'gender' }] },
        { step: 'parse_numbers', columns: ['numbers'] },
        { step: 'drop_duplicates' },
      ],
      impute: [{ columns: ['missing'], method: 'mean' }],
      drop_missing: true,
    },
    [],
  ).map((step) => step.said);
  expect(said).toEqual([
    'body_mass_g recoded',
    'wing, bill scaled (z-scores)',
    'sex renamed gender',
    'Numbers read from numbers',
    'Duplicate rows dropped',
    'Missing missing filled with the mean',
    'Rows with a missing value dropped',
  ]);
});
