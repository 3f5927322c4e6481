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

it('a recoded value that no row has is named with near ones', () => {
  const effectOf = (absent: { value: string | number; nearest: string[] }[], n = absent.length) => {
    const step = { step: 'recode', column: 'shop', values: [{ from: 'A', to: 'c' }] } as const;
    const effect = { step: 'shop recoded', rows_removed: 0, cells_changed: 0, cells_lost: 0 };
    const [made] = stepsOf({ clean: [{ ...step, values: [...step.values], others: 'keep' }] }, [
      { ...effect, values_absent: n, absent },
    ]);
    return made?.effect;
  };
  expect(effectOf([{ value: 'A', nearest: ['a', 'AA'] }])).toBe(
    'no row has ‘A’ (is ‘a’ or ‘AA’ meant?)',
  );
  expect(
    effectOf(
      [1, 2, 3, 4].map((value) => ({ value, nearest: [] })),
      7,
    ),
  ).toBe('no row has ‘1’, no row has ‘2’, no row has ‘3’, nor 4 more values');
});
