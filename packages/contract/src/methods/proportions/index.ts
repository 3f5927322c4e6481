export { oneProportion } from './one-proportion.ts';
export { proportions } from './proportions.ts';
