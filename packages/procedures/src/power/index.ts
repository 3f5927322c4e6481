export { anovaDesign as anova } from './anova.ts';
export { chiSquareDesign as chi_square } from './chi-square.ts';
export { correlationDesign as correlation } from './correlation.ts';
export { oneProportionDesign as one_proportion } from './one-proportion.ts';
export { oneSampleTDesign as one_sample_t } from './one-sample-t.ts';
export { pairedTDesign as paired_t } from './paired-t.ts';
export { twoProportionsDesign as two_proportions } from './two-proportions.ts';
export { twoSampleTDesign as two_sample_t } from './two-sample-t.ts';
