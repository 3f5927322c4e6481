export { chiSquareGoodnessOfFit as chi_square_goodness_of_fit } from './chi-square-goodness-of-fit.ts';
export { kolmogorovSmirnov as kolmogorov_smirnov } from './kolmogorov-smirnov.ts';
export { kolmogorovSmirnovTwoSample as kolmogorov_smirnov_two_sample } from './kolmogorov-smirnov-two-sample.ts';
