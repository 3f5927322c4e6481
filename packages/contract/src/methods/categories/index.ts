export { chiSquare } from './chi-square.ts';
export { fisherExact } from './fisher-exact.ts';
