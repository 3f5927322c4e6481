import type { Config } from 'vega-lite';
import { charts, colors, fonts, type Mode } from './tokens.ts';

/** Vega and Vega-Lite share it: compile(spec, { config: vegaConfig(mode) }). */
export const vegaConfig = (mode: Mode): Config => {
  const c = colors[mode], p = charts[mode], sans = fonts.sans;
  return {
    background: 'transparent', font: sans, padding: 0,
    view: { stroke: null }, arc: { fill: c.num }, area: { fill: c.num, fillOpacity: 0.22, line: { color: c.num, strokeWidth: 1.5 } },
    bar: { fill: c.num, cornerRadius: 0, discreteBandSize: { band: 0.7 } }, rect: { fill: c.num },
    line: { stroke: c.num, strokeWidth: 1.75, strokeJoin: 'round' }, point: { fill: c.num, stroke: null, size: 16, opacity: 0.6, filled: true },
    rule: { color: c.ink, strokeWidth: 1 }, tick: { color: c.num }, text: { color: c.ink, font: sans, fontSize: 12 },
    errorbar: { rule: { color: c.ink, strokeWidth: 3 }, ticks: false },
    boxplot: { size: 16, box: { fill: c.numWeak, stroke: c.ink }, median: { color: c.ink, size: 16 }, rule: { color: c.ink }, outliers: { filled: false, stroke: c.ink3, strokeWidth: 1, size: 14 } },
    range: { category: p.category, ordinal: p.sequential, ramp: p.sequential, heatmap: p.sequential, diverging: p.diverging,
      symbol: ['circle', 'triangle-up', 'square', 'diamond', 'cross', 'triangle-down', 'triangle-left', 'stroke'] },
    axis: { labelFont: sans, titleFont: sans, labelFontSize: 11, titleFontSize: 12, titleFontWeight: 400, labelColor: c.ink3, titleColor: c.ink2,
      grid: false, gridColor: c.hair, domainColor: c.ink3, tickColor: c.ink3, tickSize: 4, labelPadding: 4, titlePadding: 8, labelOverlap: true },
    axisY: { grid: true, domain: false, ticks: false, titleAngle: 0, titleAlign: 'left', titleAnchor: 'end', titleX: 0, titleY: -10, titleBaseline: 'bottom' },
    legend: { labelFont: sans, titleFont: sans, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500, labelColor: c.ink2, titleColor: c.ink2,
      orient: 'top', direction: 'horizontal', symbolBaseFillColor: c.ink2, symbolBaseStrokeColor: c.ink2, gradientThickness: 9, gradientLength: 170, offset: 24 },
    header: { labelFont: sans, titleFont: sans, labelFontSize: 12, labelFontWeight: 600, labelColor: c.ink, titleColor: c.ink2, labelAnchor: 'start' },
    title: { font: sans, fontSize: 13, fontWeight: 600, color: c.ink, anchor: 'start', subtitleFont: sans, subtitleFontSize: 12, subtitleColor: c.ink3 },
  };
};
