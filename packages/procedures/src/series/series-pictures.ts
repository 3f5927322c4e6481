import type { TestResult } from '@columnist/contract';
import type { Series } from './read-series.ts';

type Picture = NonNullable<TestResult['picture']>;
export interface Line {
  readonly name: string;
  readonly y: readonly (number | null)[] | Float64Array;
}

const pointsDrawn = 1200;

/**
 * Values over time, with what was made of them. Of many values, of each run of neighbours the
 * lowest and the highest are drawn.
 */
export function seriesPicture(
  series: Series,
  lines: readonly Line[],
  yName = series.name,
  further?: {
    readonly times: readonly number[];
    readonly band: { readonly low: readonly number[]; readonly high: readonly number[] };
  },
): Picture {
  const n = series.values.length;
  const first = lines[0]?.y ?? [];
  const places = n <= pointsDrawn ? Array.from({ length: n }, (_, i) => i) : extremes(first, n);
  const later = further?.times ?? [];
  const blank = (count: number): null[] => Array.from({ length: count }, () => null);
  return {
    kind: 'series',
    x_name: series.time ?? 'place',
    y_name: yName,
    x: [
      ...places.map((i) => series.label(series.times[i] ?? NaN)),
      ...later.map((time) => series.label(time)),
    ],
    lines: lines.map(({ name, y }) => ({
      name,
      y: [...places.map((i) => finite(y[i])), ...later.map((_, h) => finite(y[n + h]))],
    })),
    band:
      further === undefined
        ? null
        : {
            low: [...blank(places.length), ...further.band.low],
            high: [...blank(places.length), ...further.band.high],
          },
  };
}

const finite = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value) ? null : value;

function extremes(y: Line['y'], n: number): number[] {
  const runs = pointsDrawn / 2;
  const places = new Set<number>([0, n - 1]);
  for (let run = 0; run < runs; run++) {
    const [from, to] = [Math.floor((run * n) / runs), Math.floor(((run + 1) * n) / runs)];
    let [low, high] = [from, from];
    for (let i = from; i < to; i++) {
      if ((y[i] ?? NaN) < (y[low] ?? NaN)) low = i;
      if ((y[i] ?? NaN) > (y[high] ?? NaN)) high = i;
    }
    places.add(low).add(high);
  }
  return [...places].toSorted((a, b) => a - b);
}
