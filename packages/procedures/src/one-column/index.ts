export { oneSampleT as one_sample_t } from './one-sample-t.ts';
export { tostOneSample as tost_one_sample } from './tost-one-sample.ts';
