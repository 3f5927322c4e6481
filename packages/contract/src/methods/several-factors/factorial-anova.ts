import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { comparedColumn } from '../grouped.ts';
import { fewestRows } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const factorialAnova = defineMethod({
  method: 'factorial_anova',
  family: 'several_factors',
  tier: 'paid',
  title: 'factorial analysis of variance',
  asks: 'what several groups and their interactions do, with numbers held constant; marginal means, pairs by Tukey',
  r: '`car::Anova`, `emmeans`',
  input: {
    value: comparedColumn,
    factors: field(
      z
        .array(columnName())
        .min(1)
        .max(4)
        .describe('Columns of groups, with all interactions; one, with covariates.'),
      { kind: 'categories', label: 'Factors', most: 4 },
    ),
    covariates: field(
      z
        .array(columnName())
        .max(10)
        .default([])
        .describe('Number columns that are held constant (analysis of covariance).'),
      { kind: 'numbers', label: 'Held constant', most: 10, optional: true },
    ),
    sums_of_squares: field(z.union([z.literal(1), z.literal(2), z.literal(3)]).default(3), {
      kind: 'choice',
      label: 'Tests of terms',
      options: [
        { value: 3, label: 'type III, given all' },
        { value: 2, label: 'type II, given the others' },
        { value: 1, label: 'type I, in their order' },
      ],
    }),
    ...rowsAsked,
  },
  sentence: ['Compare', slot('value'), 'between groups of', slot('factors')],
  details: ['covariates', 'sums_of_squares'],
  example: { value: 'mass', factors: ['kind', 'sex'], covariates: ['wing'] },
  leansOn: ({ value, factors, covariates }) => ({
    columns: [value, ...covariates],
    by: factors,
    fewest: fewestRows,
    together: true,
    grouped: true,
    ...(covariates.length === 0 ? {} : { products: [[value, ...covariates, ...factors]] }),
    shows: 'figures',
  }),
});
