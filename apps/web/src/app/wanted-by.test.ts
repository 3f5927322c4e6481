import { expect, it } from 'vitest';
import { methodsToAsk } from '../features/ask/methods-to-ask.ts';
import { wantedBy } from './wanted-by.ts';

it.each([
  ['anova', ['compare anova', 'compare welch_anova', 'compare factorial_anova']],
  ['ANOVA', ['compare anova', 'compare welch_anova', 'compare factorial_anova']],
  ['t-test', ['compare welch_t', 'compare student_t', 'compare paired_t', 'power two_sample_t']],
  ['ttest', ['compare welch_t', 'compare student_t', 'power two_sample_t']],
  ['pca', ['structure principal_components']],
  ['k-means', ['structure k_means']],
  ['k means', ['structure k_means']],
  ['chi-square', ['relate chi_square', 'distribution chi_square_goodness_of_fit']],
  ['ols', ['regression linear']],
  ['regression', ['regression linear', 'regression logistic', 'regression poisson']],
])('%s finds the methods that are called so', (typed, keys) => {
  const found = methodsToAsk.filter(wantedBy(typed)).map(({ key }) => key);
  expect(found).toEqual(expect.arrayContaining(keys));
});

it('finds nothing by a word of no method, and by its name only the one', () => {
  const named = (typed: string): string[] =>
    [
      { name: 'body-mass', kind: 'column, number' },
      { name: 'Welch t test', kind: 'method', method: 'welch_t' },
    ]
      .filter(wantedBy(typed))
      .map(({ name }) => name);
  expect([named('body mass'), named('BODY-MASS'), named('welch'), named('nonsense')]).toEqual([
    ['body-mass'],
    ['body-mass'],
    ['Welch t test'],
    [],
  ]);
});
