export { kMeans as k_means } from './k-means.ts';
export { littleMcar as little_mcar } from './little-mcar.ts';
export { principalComponents as principal_components } from './principal-components.ts';
