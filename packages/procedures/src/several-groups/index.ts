export { anova } from './anova.ts';
export { kruskalWallis as kruskal_wallis } from './kruskal-wallis.ts';
export { welchAnova as welch_anova } from './welch-anova.ts';
