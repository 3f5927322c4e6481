import { cohenKappa } from './agreement/cohen-kappa.ts';
import { mcnemar } from './agreement/mcnemar.ts';
import { chiSquare } from './categories/chi-square.ts';
import { fisherExact } from './categories/fisher-exact.ts';
import { kendall } from './correlation/kendall.ts';
import { partial } from './correlation/partial.ts';
import { pearson } from './correlation/pearson.ts';
import { spearman } from './correlation/spearman.ts';
import type { AnyMethod } from './define-method.ts';
import type { Family } from './families.ts';
import { kindOf, namesColumns } from './field.ts';
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
 * Every statistical method, by the operation that asks it. Everything that lists methods reads
 * this.
 */
export const methods = {
  compareGroups: [
    welchT,
    studentT,
    mannWhitney,
    permutation,
    tost,
    anova,
    welchAnova,
    kruskalWallis,
    levene,
    brownForsythe,
    bartlett,
    flignerKilleen,
    oneSampleT,
    pairedT,
    wilcoxonSignedRank,
    tostPaired,
    tostOneSample,
    friedman,
    oneProportion,
    proportions,
    factorialAnova,
    repeatedMeasuresAnova,
  ],
  association: [
    pearson,
    spearman,
    kendall,
    partial,
    pointBiserial,
    correlationRatio,
    chiSquare,
    fisherExact,
    mcnemar,
    cohenKappa,
    cronbachAlpha,
  ],
  testDistribution: [
    shapiroWilk,
    andersonDarling,
    lilliefors,
    jarqueBera,
    dagostinoK2,
    kolmogorovSmirnov,
    kolmogorovSmirnovTwoSample,
    chiSquareGoodnessOfFit,
    autocorrelation,
    grubbs,
    zScoreOutliers,
    tukeyOutliers,
    mahalanobisOutliers,
  ],
  fitRegression: [linear, logistic, poisson],
  timeSeries: [overview, autocorrelationOfSeries, adf, kpss, mannKendall, stl, ets],
  structure: [principalComponents, kMeans, littleMcar],
  calculatePower: [
    twoSampleTDesign,
    oneSampleTDesign,
    pairedTDesign,
    anovaDesign,
    twoProportionsDesign,
    oneProportionDesign,
    correlationDesign,
    chiSquareDesign,
  ],
} as const;

/** Operations that ask methods. */
export type Asking = keyof typeof methods;
export const asking: readonly Asking[] = [
  'compareGroups',
  'testDistribution',
  'fitRegression',
  'timeSeries',
  'structure',
  'association',
  'calculatePower',
];
const all: readonly AnyMethod[] = Object.values(methods).flat();

/** Every method with the operation that asks it, e.g. compareGroups. */
export const everyMethod: readonly (readonly [Asking, AnyMethod])[] = asking.flatMap((operation) =>
  methods[operation].map((one) => [operation, one] as const),
);

/** The method of an operation by its path, e.g. datasets.compareGroups. */
export const methodNamed = (path: string, name: unknown): AnyMethod | undefined =>
  everyMethod.find(
    ([operation, { method }]) => path === `datasets.${operation}` && method === name,
  )?.[1];

/** The columns that an input names, in the order of its fields. */
export const columnsNamed = (
  { input }: AnyMethod,
  given: Readonly<Record<string, unknown>>,
): string[] =>
  Object.entries(input).flatMap(([field, schema]) => {
    const kind = kindOf(schema);
    return kind === undefined || !namesColumns(kind)
      ? []
      : [given[field]].flat().filter((name) => typeof name === 'string');
  });

/** The usual one of a family first. */
export const usualFirst = <Method extends Pick<AnyMethod, 'usual'>>(
  some: readonly Method[],
): Method[] => some.toSorted((a, b) => Number(b.usual ?? false) - Number(a.usual ?? false));

/** Methods as agents read of them. */
export const withNotes = (some: readonly AnyMethod[], between = ', '): string =>
  some
    .map(({ method, note }) => (note === undefined ? method : `${method} (${note})`))
    .join(between);

/** The methods of a family, so. */
export const listed = (family: Family, between?: string): string =>
  withNotes(
    usualFirst(all.filter((method) => method.family === family || method.alsoIn === family)),
    between,
  );
