export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/** Bars of a histogram: one more edge than counts. */
export const barsOf = (edges: readonly number[], counts: readonly number[]): Bar[] =>
  counts.map((rows, i) => ({ from: edges[i] ?? 0, to: edges[i + 1] ?? 0, rows }));

/** Labels at the ends reach a little beyond the plot, px. */
export const chartPadding = { left: 0, right: 14, top: 2, bottom: 4 };

const gapAbove = 4;
/** Room for the labels of rows, px: plots above one another begin at the same place. */
const yLabels = 36;

/** The bars as a layer over the axis `x`; neighbours keep a px apart while they are wide enough. */
export function barsLayer<X extends { readonly type: 'quantitative' | 'temporal' }>(
  bars: readonly Bar[],
  { color, x, width }: { color: string; x: X; width: number },
) {
  return {
    data: { values: [...bars] },
    mark: {
      type: 'bar' as const,
      color,
      opacity: 0.82,
      binSpacing: width / bars.length > gapAbove ? 1 : 0,
      minBandSize: 1,
    },
    encoding: {
      x: { ...x, field: 'from', bin: { binned: true } },
      x2: { field: 'to' },
      y: {
        field: 'rows',
        type: 'quantitative' as const,
        title: 'rows',
        axis: { tickCount: 4, format: ',d', minExtent: yLabels, maxExtent: yLabels },
      },
      tooltip: [
        { field: 'from', type: x.type, title: 'from' },
        { field: 'to', type: x.type, title: 'to' },
        { field: 'rows', type: 'quantitative' as const, title: 'rows', format: ',d' },
      ],
    },
  };
}
