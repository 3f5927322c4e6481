import { defineMethod, slot } from '../define-method.ts';
import { noMethod } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';
import { columnsOf } from './structure.ts';

export const littleMcar = defineMethod({
  method: 'little_mcar',
  family: 'missing',
  tier: 'paid',
  title: 'Little’s test',
  asks: 'are values missing completely at random; patterns of missing values, means by maximum likelihood',
  r: '`naniar::mcar_test`',
  note: 'whether values are missing at random, with the patterns of missing values',
  input: { ...columnsOf('missing'), ...rowsAsked },
  sentence: ['Are values of', slot('columns'), 'missing at random'],
  details: [],
  example: { columns: ['mass', 'wing', 'gappy'] },
  leansOn: (_, method) => {
    throw noMethod(
      method,
      'a pattern of missing values may be of a single row.',
      'Ask profile_dataset for the patterns that 5 rows share.',
    );
  },
});
