import type { Association, AssociationOptions, DistributionTestOptions } from '@columnist/contract';
import { cohenKappa } from './agreement/cohen-kappa.ts';
import { mcnemar } from './agreement/mcnemar.ts';
import { chiSquare } from './categories/chi-square.ts';
import { fisherExact } from './categories/fisher-exact.ts';
import { kendall } from './correlation/kendall.ts';
import { partial } from './correlation/partial.ts';
import { pearson } from './correlation/pearson.ts';
import { spearman } from './correlation/spearman.ts';
import type { Procedures } from './define-procedure.ts';
import { cronbachAlpha } from './items/cronbach-alpha.ts';
import { andersonDarling } from './normality/anderson-darling.ts';
import { dagostinoK2 } from './normality/dagostino-k2.ts';
import { jarqueBera } from './normality/jarque-bera.ts';
import { lilliefors } from './normality/lilliefors.ts';
import { shapiroWilk } from './normality/shapiro-wilk.ts';
import { correlationRatio } from './number-and-groups/correlation-ratio.ts';
import { pointBiserial } from './number-and-groups/point-biserial.ts';
import { kolmogorovSmirnov } from './fit/kolmogorov-smirnov.ts';
import { kolmogorovSmirnovTwoSample } from './fit/kolmogorov-smirnov-two-sample.ts';
import { chiSquareGoodnessOfFit } from './fit/chi-square-goodness-of-fit.ts';
import { autocorrelation } from './order/autocorrelation.ts';
import { grubbs } from './outliers/grubbs.ts';
import { zScoreOutliers } from './outliers/z-score-outliers.ts';
import { tukeyOutliers } from './outliers/tukey-outliers.ts';
import { mahalanobisOutliers } from './outliers/mahalanobis-outliers.ts';

/** The procedure of every method that the contract defines; one that is missing here does not compile. */
export const procedures = {
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
};
