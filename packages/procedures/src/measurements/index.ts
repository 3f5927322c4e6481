export { friedman } from './friedman.ts';
export { pairedT as paired_t } from './paired-t.ts';
export { repeatedMeasuresAnova as repeated_measures_anova } from './repeated-measures-anova.ts';
export { tostPaired as tost_paired } from './tost-paired.ts';
export { wilcoxonSignedRank as wilcoxon_signed_rank } from './wilcoxon-signed-rank.ts';
