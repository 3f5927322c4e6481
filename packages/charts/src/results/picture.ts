import type { ResultPicture } from '@columnist/contract';
import type { Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { shapes } from '../shapes.ts';

export type Picture<Kind extends ResultPicture['kind']> = Extract<ResultPicture, { kind: Kind }>;

/** Means of the groups with their intervals, beside how their values lie. */
export interface GroupMean {
  readonly name: string;
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** How pictures of one kind are drawn. */
export interface Drawing<Kind extends ResultPicture['kind']> {
  /** Null where nothing is to be drawn; `width` is in px, without axis labels. */
  readonly spec: (
    picture: Picture<Kind>,
    mode: Mode,
    width: number,
    means: readonly GroupMean[],
  ) => TopLevelSpec | null;
  /** In px, with its axes. */
  readonly height: (picture: Picture<Kind>) => number;
}

export const schema = 'https://vega.github.io/schema/vega-lite/v6.json' as const;
/** No plot is wider, px: as wide as the column of answers on a large screen. */
export const widestPlot = 840;
/** Labels of a scale, so that none is pressed against its neighbour. */
export const ticksFor = (width: number): number =>
  Math.min(8, Math.max(3, Math.floor(Math.min(width, widestPlot) / 70)));

/** Of names of groups, px. */
export const longestLabel = 150;

/** Groups have a shape beside their colour. */
export const groupShapes = [...shapes, 'stroke', 'wedge'];
