import type { ColumnPicture } from '@columnist/contract';
import {
  areSafeIntegers,
  countsBetween,
  grainOf,
  pictureBins,
  placeOf,
  quantile,
  type FrequencyTable,
  type Scale,
} from '@columnist/statistics';
import { momentOf } from '../table/cells.ts';
import type { ColumnSummary } from './column-summary.ts';
import type { TableColumn } from '../table/table-column.ts';

const bars = 24;
const spikesAtMost = 12;
const categoriesAtMost = 6;
const notClipped = { low: false, high: false };

const presentIn = (summary: ColumnSummary): number =>
  summary.kind === 'text'
    ? summary.n
    : summary.kind === 'boolean'
      ? summary.trues + summary.falses
      : summary.table.n;

/** The small picture of a column over all its rows. */
export function drawPicture(column: TableColumn, summary: ColumnSummary): ColumnPicture {
  const n = presentIn(summary);
  const base = {
    n,
    missing: summary.missing,
    labels: null,
    edges: null,
    rest: false,
    clipped: notClipped,
  };
  if (n === 0) return { ...base, kind: 'empty', counts: [] };
  switch (summary.kind) {
    case 'number': {
      const { table, scale } = summary;
      if (summary.distinct === 1)
        return { ...base, kind: 'constant', counts: [n], labels: [String(summary.min ?? '')] };
      const whole = scale.origin === 0 && scale.perUnit === 1 && areSafeIntegers(table.values);
      if (whole && table.values.length <= spikesAtMost) {
        return {
          ...base,
          kind: 'spikes',
          counts: [...table.counts],
          labels: [...table.values].map(String),
        };
      }
      const { edges, clipped } = binsOf(table);
      if (scale.origin === 0)
        return {
          ...base,
          kind: 'number',
          counts: countsBetween(table, edges),
          edges: edges.map((edge) => placeOf(scale, edge)),
          clipped,
        };
      const known = knownEdges(edges, scale);
      const inUnits = known.map((edge) => (edge - scale.origin) * scale.perUnit);
      return {
        ...base,
        kind: 'number',
        counts: countsBetween(table, inUnits),
        edges: known,
        clipped,
      };
    }
    case 'datetime': {
      const { table } = summary;
      if (table.values.length === 1)
        return {
          ...base,
          kind: 'constant',
          counts: [n],
          labels: [momentOf(table.values[0] ?? 0, column.storage)],
        };
      const edges = wholeEdges(table);
      return {
        ...base,
        kind: 'datetime',
        counts: countsBetween(table, edges),
        edges: edges.map((edge) => momentOf(edge, column.storage)),
      };
    }
    case 'boolean':
      return {
        ...base,
        kind: 'boolean',
        counts: [summary.trues, summary.falses],
        labels: ['true', 'false'],
      };
    case 'text': {
      if (summary.distinct === 1)
        return { ...base, kind: 'constant', counts: [n], labels: [summary.min ?? ''] };
      if (column.type === 'text') {
        const { edges } = binsOf(summary.lengths);
        return { ...base, kind: 'text', counts: countsBetween(summary.lengths, edges), edges };
      }
      const rest = summary.distinct > categoriesAtMost;
      const shown = summary.top.slice(0, rest ? categoriesAtMost - 1 : categoriesAtMost);
      const counts = shown.map((entry) => entry.n);
      const others = n - counts.reduce((sum, count) => sum + count, 0);
      return {
        ...base,
        kind: 'category',
        counts: rest ? [...counts, others] : counts,
        labels: shown.map((entry) => entry.value),
        rest,
      };
    }
  }
}

function binsOf(table: FrequencyTable) {
  const low = table.values[0] ?? 0;
  const high = table.values.at(-1) ?? 0;
  return pictureBins(
    {
      min: low,
      max: high,
      q1: quantile(table, 0.25),
      q3: quantile(table, 0.75),
      grain: grainOf(table.values),
    },
    bars,
  );
}

/** The bounds that doubles can tell apart, at least two. */
function knownEdges(edges: readonly number[], scale: Scale): number[] {
  const [first = 0, ...others] = new Set(edges.map((edge) => placeOf(scale, edge)));
  return others.length === 0 ? [first, first] : [first, ...others];
}

/** Equal spans of whole microseconds, as an edge can be written. */
function wholeEdges(table: FrequencyTable): number[] {
  const low = table.values[0] ?? 0;
  const high = table.values.at(-1) ?? 0;
  return [
    ...new Set(
      Array.from({ length: bars + 1 }, (_, i) => Math.round(low + ((high - low) * i) / bars)),
    ),
  ];
}
