export { friedman } from './friedman.ts';
export { pairedT } from './paired-t.ts';
export { repeatedMeasuresAnova } from './repeated-measures-anova.ts';
export { tostPaired } from './tost-paired.ts';
export { wilcoxonSignedRank } from './wilcoxon-signed-rank.ts';
