import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { numberColumn } from '../field.ts';
import { noMethod } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';
import { ofWholeColumns } from './of-whole-columns.ts';

/** A distribution given whole, none of it estimated from the data. */
export const givenDistribution = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('normal'), mean: z.number(), sd: z.number().positive() }),
  z.strictObject({ name: z.literal('uniform'), min: z.number(), max: z.number() }),
  z.strictObject({ name: z.literal('exponential'), rate: z.number().positive() }),
]);
export type GivenDistribution = z.infer<typeof givenDistribution>;

export const kolmogorovSmirnov = defineMethod({
  method: 'kolmogorov_smirnov',
  family: 'fit',
  tier: 'paid',
  title: 'Kolmogorov–Smirnov test',
  asks: 'does it follow a given normal, uniform or exponential distribution',
  r: '`ks.test`',
  input: {
    column: numberColumn('Column', 'A number column.'),
    distribution: givenDistribution,
    ...rowsAsked,
  },
  sentence: [
    'Does',
    slot('column'),
    'follow a normal distribution with mean',
    slot('mean'),
    'and standard deviation',
    slot('sd'),
  ],
  details: [],
  form: {
    kinds: {
      mean: { kind: 'figure', label: 'Mean', first: 0 },
      sd: { kind: 'figure', label: 'Standard deviation', first: 1 },
    },
    makes: ['distribution'],
    toInput: ({ mean, sd }) => ({ distribution: { name: 'normal', mean, sd } }),
    ofInput: ({ distribution }) => {
      const given = givenDistribution.safeParse(distribution).data;
      return given?.name === 'normal' ? { mean: given.mean, sd: given.sd } : {};
    },
  },
  example: { column: 'mass', distribution: { name: 'normal', mean: 4000, sd: 600 } },
  leansOn: (_, method) => {
    throw noMethod(
      method,
      'distances from a distribution of your choice would find each value.',
      ofWholeColumns,
    );
  },
});
