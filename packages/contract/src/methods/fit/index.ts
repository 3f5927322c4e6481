export { chiSquareGoodnessOfFit } from './chi-square-goodness-of-fit.ts';
export { kolmogorovSmirnov } from './kolmogorov-smirnov.ts';
export { kolmogorovSmirnovTwoSample } from './kolmogorov-smirnov-two-sample.ts';
