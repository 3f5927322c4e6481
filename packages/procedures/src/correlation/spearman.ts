export { correlationMatrix as spearman } from './correlation-matrix.ts';
