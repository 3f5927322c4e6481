export { kMeans } from './k-means.ts';
export { littleMcar } from './little-mcar.ts';
export { principalComponents } from './principal-components.ts';
