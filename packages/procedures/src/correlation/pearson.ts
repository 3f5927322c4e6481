export { correlationMatrix as pearson } from './correlation-matrix.ts';
