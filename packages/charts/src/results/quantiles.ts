import { colors, type Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { chartPadding } from '../bars.ts';
import { schema, type Drawing, type Picture } from './picture.ts';

/** Observed against normal quantiles: on the line where the values are normal. */
function quantilesSpec(
  { column, theoretical, observed, line }: Picture<'quantiles'>,
  mode: Mode,
  width: number,
): TopLevelSpec {
  const c = colors[mode];
  const values = observed.map((y, i) => ({ x: theoretical[i] ?? 0, y }));
  const [from, to] = [Math.min(...theoretical), Math.max(...theoretical)];
  const ends = [from, to].map((x) => ({ x, y: line.intercept + line.slope * x }));
  const x = {
    field: 'x',
    type: 'quantitative' as const,
    title: 'normal quantile',
    scale: { zero: false, nice: true },
  };
  const y = {
    field: 'y',
    type: 'quantitative' as const,
    title: column,
    scale: { zero: false, nice: true },
  };
  return {
    $schema: schema,
    description: `Quantiles of ${column} against those of a normal distribution.`,
    width: Math.min(width, 460),
    height: 240,
    padding: chartPadding,
    layer: [
      {
        data: { values: ends },
        mark: { type: 'line' as const, color: c.ink3, strokeWidth: 1.2 },
        encoding: { x, y },
      },
      {
        data: { values },
        mark: { type: 'point' as const, filled: true, size: 16, opacity: 0.75, color: c.num },
        encoding: { x, y },
      },
    ],
  };
}

export const quantiles: Drawing<'quantiles'> = {
  spec: quantilesSpec,
  height: () => 300,
};
