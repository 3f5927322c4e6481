export { linear } from './linear.ts';
export { logistic } from './logistic.ts';
export { poisson } from './poisson.ts';
