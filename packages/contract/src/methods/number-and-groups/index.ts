export { correlationRatio } from './correlation-ratio.ts';
export { pointBiserial } from './point-biserial.ts';
