export { oneSampleT } from './one-sample-t.ts';
export { tostOneSample } from './tost-one-sample.ts';
