import type { TopLevelSpec } from 'vega-lite';
import { drawPicture } from './draw.ts';
import type { Power } from './fit-power.ts';

/** A file of this size, and what reading it took. */
export interface Growth {
  readonly megabytes: number;
  readonly seconds: number;
  readonly memory: number;
}

/** Below, starting the process is most of the time. */
export const fittedFrom = 30;

/**
 * Draws seconds and memory over size, both axes logarithmic, each with the power law fitted to it:
 * docs/images/growth.svg.
 */
export async function drawGrowth(
  points: readonly Growth[],
  time: Power,
  memory: Power,
): Promise<void> {
  const fitted = points
    .filter(({ megabytes }) => megabytes >= fittedFrom)
    .map(({ megabytes }) => ({
      megabytes,
      seconds: time.factor * megabytes ** time.exponent,
      memory: memory.factor * megabytes ** memory.exponent,
    }));
  const panel = (
    field: 'seconds' | 'memory',
    title: string,
    { exponent }: Power,
    values: readonly number[],
  ) => ({
    title: {
      text: title,
      subtitle: `fitted from ${fittedFrom} MB on: size^${exponent.toFixed(2)}`,
    },
    width: 300,
    height: 220,
    encoding: {
      x: {
        field: 'megabytes',
        type: 'quantitative' as const,
        scale: { type: 'log' as const },
        axis: { title: 'Size of the file, MB', values: points.map(({ megabytes }) => megabytes) },
      },
      y: {
        field,
        type: 'quantitative' as const,
        scale: { type: 'log' as const, nice: false, domain: [values[0] ?? 1, values.at(-1) ?? 1] },
        axis: { title: null, values: [...values] },
      },
    },
    layer: [
      { data: { values: fitted }, mark: { type: 'line' as const, opacity: 0.5 } },
      { data: { values: [...points] }, mark: { type: 'point' as const, size: 60, opacity: 1 } },
    ],
  });
  const spec: TopLevelSpec = {
    hconcat: [
      panel('seconds', 'Seconds', time, [0.3, 1, 3, 10, 30, 100]),
      panel('memory', 'Memory at most, MB', memory, [100, 300, 1000, 3000]),
    ],
    spacing: 60,
  };
  await drawPicture('growth', spec);
}

/** Draws bars of the seconds that each program took for one file: docs/images/against.svg. */
export async function drawAgainst(
  times: readonly { readonly program: string; readonly seconds: number }[],
): Promise<void> {
  const y = {
    field: 'program',
    type: 'nominal' as const,
    sort: null,
    axis: { title: null, domain: false, grid: false, labelLimit: 220 },
  };
  const spec: TopLevelSpec = {
    title: {
      text: 'A file of 108 MB: read, typed, stored and described to the last figure',
      subtitle: 'seconds, median of five runs of each in turn',
    },
    width: 560,
    height: { step: 30 },
    data: { values: [...times] },
    encoding: { y, x: { field: 'seconds', type: 'quantitative', axis: null } },
    layer: [
      {
        mark: 'bar',
        encoding: {
          opacity: { condition: { test: "datum.program === 'Columnist'", value: 1 }, value: 0.35 },
        },
      },
      {
        mark: { type: 'text', align: 'left', dx: 6 },
        encoding: { text: { field: 'seconds', format: '.2f' } },
      },
    ],
  };
  await drawPicture('against', spec);
}
