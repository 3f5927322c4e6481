import { defineMethod } from '../define-method.ts';
import { matrix, ofPairs } from './matrix.ts';

export const spearman = defineMethod({
  ...matrix,
  method: 'spearman',
  title: 'Spearman rank correlation',
  asks: 'how closely the ranks of every pair of number columns go together',
  r: '`cor.test(method = "spearman")`',
  example: { columns: ['mass', 'wing'] },
  leansOn: ({ columns }) => ofPairs(columns, 20),
});
