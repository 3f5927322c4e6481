export { grubbs } from './grubbs.ts';
export { mahalanobisOutliers as mahalanobis_outliers } from './mahalanobis-outliers.ts';
export { tukeyOutliers as tukey_outliers } from './tukey-outliers.ts';
export { zScoreOutliers as z_score_outliers } from './z-score-outliers.ts';
