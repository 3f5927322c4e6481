export { chiSquare as chi_square } from './chi-square.ts';
export { fisherExact as fisher_exact } from './fisher-exact.ts';
