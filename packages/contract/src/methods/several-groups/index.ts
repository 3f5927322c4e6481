export { anova } from './anova.ts';
export { kruskalWallis } from './kruskal-wallis.ts';
export { welchAnova } from './welch-anova.ts';
