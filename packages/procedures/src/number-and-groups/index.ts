export { correlationRatio as correlation_ratio } from './correlation-ratio.ts';
export { pointBiserial as point_biserial } from './point-biserial.ts';
