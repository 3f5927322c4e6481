export { oneProportion as one_proportion } from './one-proportion.ts';
export { proportions } from './proportions.ts';
