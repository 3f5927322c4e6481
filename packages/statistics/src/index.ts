export { CompensatedSum } from './numerics/compensated-sum.ts';
export { normalQuantile, normalSurvival } from './distribution/normal.ts';
export { studentTCdf, studentTQuantile, studentTTwoSided } from './distribution/student-t.ts';
export { kurtosis, momentsOf, skewness, standardDeviation, type CentralMoments } from './descriptive/moments.ts';
export { meanInterval, wilsonInterval, type Interval } from './descriptive/intervals.ts';
export { tukeyFences } from './descriptive/quantiles.ts';
export {
  areSafeIntegers,
  countBelow,
  countUpTo,
  countsBetween,
  frequencyTable,
  orderStatistic,
  quantile,
  sumOf,
  tabulate,
  topValues,
  type FrequencyTable,
  type ValueCount,
} from './descriptive/frequency-table.ts';
export { describeNumbers, type NumberFigures } from './descriptive/describe-numbers.ts';
export { placeOf, spanOf, type Scale } from './descriptive/scale.ts';
export { binEdges, freedmanDiaconis, grainOf, type Bins, type BinsInput } from './descriptive/histogram.ts';
export { pictureBins, type PictureBins } from './descriptive/picture-bins.ts';
export { bandwidthNrd0, binnedDensity, type Density } from './descriptive/density.ts';
export { correlation, type CentredProducts, type Correlation } from './association/correlation.ts';
export { codesOf, type Codes } from './association/codes.ts';
export { pearsonProducts, spearmanProducts } from './association/pairwise.ts';
export { chiSquareSurvival } from './distribution/chi-square.ts';
export { fSurvival, noncentralFCdf } from './distribution/fisher-f.ts';
export { noncentralTCdf } from './distribution/noncentral-t.ts';
export { samplesOf, varianceOf, type Sample, type Samples } from './groups/samples.ts';
export { tTest, type Alternative, type TTest } from './groups/t-test.ts';
export { anova, welchAnova, type Anova } from './groups/analysis-of-variance.ts';
export { kruskalWallis, mannWhitney, type MannWhitney } from './groups/rank-tests.ts';
export { brownForsythe } from './groups/equal-variances.ts';
