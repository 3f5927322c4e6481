export { autocorrelation } from './autocorrelation.ts';
