export { vegaConfig } from './vega-config.ts';
export { hasDensityLine, histogramSpec } from './histogram-spec.ts';
export { groupsHeight, groupsSpec, type GroupPoint, type GroupsPicture } from './groups-spec.ts';
export { scatterSpec, type ScatterAxis } from './scatter-spec.ts';
export { countsSpec } from './counts-spec.ts';
export { resultHeight, resultSpec, type GroupMean } from './result-specs.ts';
export { plainLabel, withPlainNames } from './plain-names.ts';
