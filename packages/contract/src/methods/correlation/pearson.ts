import { defineMethod } from '../define-method.ts';
import { matrix, ofPairs } from './matrix.ts';

export const pearson = defineMethod({
  ...matrix,
  method: 'pearson',
  usual: true,
  title: 'Pearson correlation',
  r: '`cor.test`',
  example: { columns: ['mass', 'wing'] },
  leansOn: ({ columns }) => ofPairs(columns, 10),
});
