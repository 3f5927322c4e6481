export { kendall } from './kendall.ts';
export { partial } from './partial.ts';
export { pearson } from './pearson.ts';
export { spearman } from './spearman.ts';
