export { grubbs } from './grubbs.ts';
export { mahalanobisOutliers } from './mahalanobis-outliers.ts';
export { tukeyOutliers } from './tukey-outliers.ts';
export { zScoreOutliers } from './z-score-outliers.ts';
