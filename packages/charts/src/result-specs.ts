import type { ResultPicture } from '@columnist/contract';
import type { Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { bars } from './results/bars.ts';
import { counts } from './results/counts.ts';
import { curve } from './results/curve.ts';
import { fit } from './results/fit.ts';
import { groups } from './results/groups.ts';
import { intervals } from './results/intervals.ts';
import { map } from './results/map.ts';
import { means } from './results/means.ts';
import { points } from './results/points.ts';
import { quantiles } from './results/quantiles.ts';
import { series } from './results/series.ts';
import type { Drawing, GroupMean } from './results/picture.ts';

export type { GroupMean } from './results/picture.ts';

/** Every kind of picture with its drawing. */
const drawings: { readonly [Kind in ResultPicture['kind']]: Drawing<Kind> } = {
  groups,
  quantiles,
  points,
  counts,
  intervals,
  fit,
  curve,
  series,
  bars,
  means,
  map,
};

const drawingOf = <Kind extends ResultPicture['kind']>(kind: Kind): Drawing<Kind> => drawings[kind];

/**
 * The picture of a result; null where nothing is to be drawn. `width` is in px, without axis
 * labels.
 */
export const resultSpec = <Kind extends ResultPicture['kind']>(
  picture: Extract<ResultPicture, { kind: Kind }> & { readonly kind: Kind },
  means: readonly GroupMean[],
  mode: Mode,
  width: number,
): TopLevelSpec | null => drawingOf<Kind>(picture.kind).spec(picture, mode, width, means);

/** Height of the picture, px. */
export const resultHeight = <Kind extends ResultPicture['kind']>(
  picture: Extract<ResultPicture, { kind: Kind }> & { readonly kind: Kind },
): number => drawingOf<Kind>(picture.kind).height(picture);
