export { entropy, imbalance } from './descriptive/array-figures.ts';
export { foldsOf, testRows } from './numerics/divide-rows.ts';
export { mulberry32 } from './numerics/mulberry32.ts';
export { CompensatedSum } from './numerics/compensated-sum.ts';
export { normalQuantile, normalSurvival } from './distributions/normal.ts';
export { studentTCdf, studentTQuantile, studentTTwoSided } from './distributions/student-t.ts';
export {
  kurtosis,
  momentsOf,
  skewness,
  spreadOf,
  standardDeviation,
  type CentralMoments,
} from './descriptive/moments.ts';
export { meanInterval, wilsonInterval } from './descriptive/intervals.ts';
export type { Interval } from './numerics/interval.ts';
export { tukeyFences } from './descriptive/quantiles.ts';
export {
  areSafeIntegers,
  countBelow,
  countUpTo,
  countsBetween,
  frequencyTable,
  interquartileRange,
  orderStatistic,
  quantile,
  sumOf,
  topValues,
  type FrequencyTable,
  type ValueCount,
} from './descriptive/frequency-table.ts';
export { tabulate, tabulateCounted } from './descriptive/tabulate.ts';
export {
  weightedFigures,
  weightedShares,
  weightedSum,
  type WeightedFigures,
} from './descriptive/weighted.ts';
export type { QuantileType } from './descriptive/quantiles.ts';
export {
  describeNumbers,
  type FigureTypes,
  type NumberFigures,
} from './descriptive/describe-numbers.ts';
export { relative, type Measured } from './descriptive/relative.ts';
export {
  distancesFrom,
  placeOf,
  restOf,
  spanOf,
  squareOf,
  type Scale,
} from './descriptive/scale.ts';
export {
  binEdges,
  freedmanDiaconis,
  grainOf,
  type Bins,
  type BinsInput,
} from './descriptive/histogram.ts';
export { pictureBins, type PictureBins } from './descriptive/picture-bins.ts';
export { bandwidthNrd0, binnedDensity, type Density } from './descriptive/density.ts';
export {
  correlation,
  covariance,
  kendallInterval,
  type CentredProducts,
  type Correlation,
} from './association/correlation.ts';
export { codesOf, type Codes } from './association/codes.ts';
export {
  PairwiseProducts,
  pearsonProducts,
  spearmanProducts,
  type CodedColumn,
} from './association/pairwise.ts';
export { chiSquareSurvival } from './distributions/chi-square.ts';
export { fSurvival, noncentralFCdf } from './distributions/fisher-f.ts';
export { noncentralTCdf } from './distributions/noncentral-t.ts';
export { samplesOf, varianceOf, welchError, type Sample, type Samples } from './groups/samples.ts';
export { tTest, type Alternative, type TTest } from './groups/t-test.ts';
export { anova, welchAnova, type Anova } from './groups/analysis-of-variance.ts';
export { kruskalWallis, mannWhitney, type MannWhitney } from './groups/rank-tests.ts';
export { pseudomedian, shiftBetween, type Shift } from './groups/shift.ts';
export { brownForsythe } from './groups/equal-variances.ts';
export {
  studentizedRangeSurvival,
  studentizedRangeUpperQuantile,
} from './distributions/studentized-range.ts';
export { shapiroWilk } from './tests/shapiro-wilk.ts';
export { populationStability } from './descriptive/population-stability.ts';
export {
  andersonDarling,
  kolmogorovDistance,
  kolmogorovOneSample,
  kolmogorovTwoSample,
  twoSampleKolmogorovLimit,
  lilliefors,
  sortedScores,
  type Kolmogorov,
} from './tests/empirical-tests.ts';
export { dagostinoK2, jarqueBera } from './tests/moment-tests.ts';
export { goodnessOfFit } from './tests/goodness-of-fit.ts';
export { normalScores } from './distributions/normal-scores.ts';
export {
  grubbs,
  mahalanobis,
  tukeyOutliers,
  zScoreOutliers,
  type Grubbs,
} from './tests/outliers.ts';
export { kendall, type Kendall } from './association/kendall.ts';
export { pointBiserial } from './association/point-biserial.ts';
export { partialCorrelation, type PartialCorrelation } from './association/partial-correlation.ts';
export {
  chiSquareTest,
  cohenKappa,
  columnSums,
  cramersV,
  mcnemar,
  oddsRatio,
  riskRatio,
  rowSums,
  type Table,
} from './association/contingency.ts';
export { fisherExact } from './association/fisher-exact.ts';
export { fisherExactDrawn } from './association/fisher-exact-drawn.ts';
export { fisherExactLarge } from './association/fisher-exact-large.ts';
export { cronbachAlpha } from './association/cronbach-alpha.ts';
export { equivalence, oneSampleT, wilcoxonSignedRank } from './groups/paired-tests.ts';
export {
  bartlett,
  flignerKilleen,
  leveneTest,
  type VarianceTest,
} from './groups/equal-variances.ts';
export { friedman } from './groups/friedman.ts';
export { marginalMean, marginalPairs, type MarginalMean } from './models/marginal-means.ts';
export { kMeans, silhouettes } from './multivariate/k-means.ts';
export { littleMcar } from './multivariate/little-mcar.ts';
export {
  principalComponents,
  scoreOf,
  sharedVariance,
} from './multivariate/principal-components.ts';
export { repeatedMeasures, type EffectTest } from './groups/repeated-measures.ts';
export {
  autocorrelations,
  ljungBox,
  partialAutocorrelations,
} from './time-series/autocorrelation.ts';
export {
  exponentialSmoothing,
  formName,
  formsFor,
  type Smoothing,
  type SmoothingForm,
} from './time-series/exponential-smoothing.ts';
export { mannKendall, senSlope } from './time-series/mann-kendall.ts';
export { decompose } from './time-series/seasonal-decomposition.ts';
export {
  augmentedDickeyFuller,
  kpss,
  mackinnonPolynomial,
  schwertLags,
} from './time-series/unit-root.ts';
export { adjustments, adjustP, type Adjustment } from './groups/adjust-p.ts';
export { dunn, gamesHowell, tukeyHsd, type MeanPair } from './groups/post-hoc.ts';
export { binomialTest, cohensH, exactInterval, proportionsTest } from './groups/proportions.ts';
export { permutationTest } from './groups/permutation-test.ts';
export {
  alphaFor,
  effectFor,
  powerOfAnova,
  powerOfChiSquare,
  powerOfCorrelation,
  powerOfProportions,
  powerOfT,
  sizeFor,
  type PowerOf,
} from './power/power.ts';
export {
  designOf,
  namedDistances,
  namedValues,
  type Contrasts,
  type Design,
  type Factor,
} from './models/design.ts';
export {
  breuschPagan,
  cooksDistances,
  decisiveRows,
  durbinWatson,
  fitsExactly,
} from './models/linear-diagnostics.ts';
export { explainedOf, type Explained } from './models/explained.ts';
export { estimableIn } from './models/estimable.ts';
export { linearModel, type Coefficient, type LinearModel } from './models/linear-model.ts';
export { exactRows, type Covariance } from './models/robust-errors.ts';
export { varianceInflation, type Inflation } from './models/variance-inflation.ts';
export { typeThree, waldTerms, type AnovaLine, type WaldLine } from './models/tests-of-terms.ts';
export {
  generalizedLinearModel,
  hosmerLemeshow,
  rocOf,
  type GeneralizedLinearModel,
  type Roc,
} from './models/generalized-linear-model.ts';
