export { anovaDesign } from './anova.ts';
export { chiSquareDesign } from './chi-square.ts';
export { correlationDesign } from './correlation.ts';
export { oneProportionDesign } from './one-proportion.ts';
export { oneSampleTDesign } from './one-sample-t.ts';
export { pairedTDesign } from './paired-t.ts';
export { twoProportionsDesign } from './two-proportions.ts';
export { twoSampleTDesign } from './two-sample-t.ts';
