import type {
  Asking,
  Association,
  AssociationOptions,
  ComparisonOptions,
  DistributionTestOptions,
  RegressionOptions,
  StructureOptions,
  TimeSeriesOptions,
} from '@columnist/contract';
import { cohenKappa } from './agreement/cohen-kappa.ts';
import { mcnemar } from './agreement/mcnemar.ts';
import { chiSquare } from './categories/chi-square.ts';
import { fisherExact } from './categories/fisher-exact.ts';
import { kendall } from './correlation/kendall.ts';
import { partial } from './correlation/partial.ts';
import { pearson } from './correlation/pearson.ts';
import { spearman } from './correlation/spearman.ts';
import type { Procedures } from './define-procedure.ts';
import { chiSquareGoodnessOfFit } from './fit/chi-square-goodness-of-fit.ts';
import { kolmogorovSmirnovTwoSample } from './fit/kolmogorov-smirnov-two-sample.ts';
import { kolmogorovSmirnov } from './fit/kolmogorov-smirnov.ts';
import { cronbachAlpha } from './items/cronbach-alpha.ts';
import { friedman } from './measurements/friedman.ts';
import { pairedT } from './measurements/paired-t.ts';
import { repeatedMeasuresAnova } from './measurements/repeated-measures-anova.ts';
import { tostPaired } from './measurements/tost-paired.ts';
import { wilcoxonSignedRank } from './measurements/wilcoxon-signed-rank.ts';
import { linear } from './models/linear.ts';
import { logistic } from './models/logistic.ts';
import { poisson } from './models/poisson.ts';
import { andersonDarling } from './normality/anderson-darling.ts';
import { dagostinoK2 } from './normality/dagostino-k2.ts';
import { jarqueBera } from './normality/jarque-bera.ts';
import { lilliefors } from './normality/lilliefors.ts';
import { shapiroWilk } from './normality/shapiro-wilk.ts';
import { correlationRatio } from './number-and-groups/correlation-ratio.ts';
import { pointBiserial } from './number-and-groups/point-biserial.ts';
import { oneSampleT } from './one-column/one-sample-t.ts';
import { tostOneSample } from './one-column/tost-one-sample.ts';
import { autocorrelation } from './order/autocorrelation.ts';
import { grubbs } from './outliers/grubbs.ts';
import { mahalanobisOutliers } from './outliers/mahalanobis-outliers.ts';
import { tukeyOutliers } from './outliers/tukey-outliers.ts';
import { zScoreOutliers } from './outliers/z-score-outliers.ts';
import { anovaDesign } from './power/anova.ts';
import { chiSquareDesign } from './power/chi-square.ts';
import { correlationDesign } from './power/correlation.ts';
import type { Designs } from './power/define-design.ts';
import { oneProportionDesign } from './power/one-proportion.ts';
import { oneSampleTDesign } from './power/one-sample-t.ts';
import { pairedTDesign } from './power/paired-t.ts';
import { twoProportionsDesign } from './power/two-proportions.ts';
import { twoSampleTDesign } from './power/two-sample-t.ts';
import { oneProportion } from './proportions/one-proportion.ts';
import { proportions } from './proportions/proportions.ts';
import { adf } from './series/adf.ts';
import { autocorrelationOfSeries } from './series/autocorrelation.ts';
import { ets } from './series/ets.ts';
import { kpss } from './series/kpss.ts';
import { mannKendall } from './series/mann-kendall.ts';
import { overview } from './series/overview.ts';
import { stl } from './series/stl.ts';
import { factorialAnova } from './several-factors/factorial-anova.ts';
import { anova } from './several-groups/anova.ts';
import { kruskalWallis } from './several-groups/kruskal-wallis.ts';
import { welchAnova } from './several-groups/welch-anova.ts';
import { bartlett } from './spread/bartlett.ts';
import { brownForsythe } from './spread/brown-forsythe.ts';
import { flignerKilleen } from './spread/fligner-killeen.ts';
import { levene } from './spread/levene.ts';
import { kMeans } from './structure/k-means.ts';
import { littleMcar } from './structure/little-mcar.ts';
import { principalComponents } from './structure/principal-components.ts';
import { mannWhitney } from './two-groups/mann-whitney.ts';
import { permutation } from './two-groups/permutation.ts';
import { studentT } from './two-groups/student-t.ts';
import { tost } from './two-groups/tost.ts';
import { welchT } from './two-groups/welch-t.ts';

/**
 * The procedure of every method that the contract defines; one that is missing here does not
 * compile.
 */
export const procedures = {
  compareGroups: {
    welch_t: welchT,
    student_t: studentT,
    mann_whitney: mannWhitney,
    permutation,
    tost,
    anova,
    welch_anova: welchAnova,
    kruskal_wallis: kruskalWallis,
    levene,
    brown_forsythe: brownForsythe,
    bartlett,
    fligner_killeen: flignerKilleen,
    one_sample_t: oneSampleT,
    paired_t: pairedT,
    wilcoxon_signed_rank: wilcoxonSignedRank,
    tost_paired: tostPaired,
    tost_one_sample: tostOneSample,
    friedman,
    one_proportion: oneProportion,
    proportions,
    factorial_anova: factorialAnova,
    repeated_measures_anova: repeatedMeasuresAnova,
  } satisfies Procedures<ComparisonOptions>,
  association: {
    pearson,
    spearman,
    kendall,
    partial,
    point_biserial: pointBiserial,
    correlation_ratio: correlationRatio,
    chi_square: chiSquare,
    fisher_exact: fisherExact,
    mcnemar,
    cohen_kappa: cohenKappa,
    cronbach_alpha: cronbachAlpha,
  } satisfies Procedures<AssociationOptions, Association>,
  testDistribution: {
    shapiro_wilk: shapiroWilk,
    anderson_darling: andersonDarling,
    lilliefors,
    jarque_bera: jarqueBera,
    dagostino_k2: dagostinoK2,
    kolmogorov_smirnov: kolmogorovSmirnov,
    kolmogorov_smirnov_two_sample: kolmogorovSmirnovTwoSample,
    chi_square_goodness_of_fit: chiSquareGoodnessOfFit,
    autocorrelation,
    grubbs,
    z_score_outliers: zScoreOutliers,
    tukey_outliers: tukeyOutliers,
    mahalanobis_outliers: mahalanobisOutliers,
  } satisfies Procedures<DistributionTestOptions>,
  fitRegression: { linear, logistic, poisson } satisfies Procedures<RegressionOptions>,
  timeSeries: {
    overview,
    autocorrelation: autocorrelationOfSeries,
    adf,
    kpss,
    mann_kendall: mannKendall,
    stl,
    ets,
  } satisfies Procedures<TimeSeriesOptions>,
  structure: {
    principal_components: principalComponents,
    k_means: kMeans,
    little_mcar: littleMcar,
  } satisfies Procedures<StructureOptions>,
  calculatePower: {
    two_sample_t: twoSampleTDesign,
    one_sample_t: oneSampleTDesign,
    paired_t: pairedTDesign,
    anova: anovaDesign,
    two_proportions: twoProportionsDesign,
    one_proportion: oneProportionDesign,
    correlation: correlationDesign,
    chi_square: chiSquareDesign,
  } satisfies Designs,
} satisfies Readonly<Record<Asking, object>>;
