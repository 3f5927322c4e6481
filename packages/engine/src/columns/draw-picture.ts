import type { ColumnPicture } from '@columnist/contract';
import { areSafeIntegers, countsBetween, grainOf, pictureBins, quantile, type FrequencyTable } from '@columnist/statistics';
import { momentOf } from './cells.ts';
import type { ColumnSummary } from './gather-column.ts';
import type { TableColumn } from './table-column.ts';

const bars = 24;
const spikesAtMost = 12;
const categoriesAtMost = 6;
const notClipped = { low: false, high: false };

const presentIn = (summary: ColumnSummary): number =>
  summary.kind === 'text' ? summary.n : summary.kind === 'boolean' ? summary.trues + summary.falses : summary.table.n;

/** The small picture of a column over all its rows. */
export function drawPicture(column: TableColumn, summary: ColumnSummary): ColumnPicture {
  const n = presentIn(summary);
  const base = { n, missing: summary.missing, labels: null, edges: null, rest: false, clipped: notClipped };
  if (n === 0) return { ...base, kind: 'empty', counts: [] };
  switch (summary.kind) {
    case 'number': {
      const { table, scale } = summary;
      const unit = 10 ** scale;
      if (table.values.length === 1) return { ...base, kind: 'constant', counts: [n], labels: [summary.min ?? ''] };
      const whole = scale === 0 && areSafeIntegers(table.values);
      if (whole && table.values.length <= spikesAtMost) {
        return { ...base, kind: 'spikes', counts: [...table.counts], labels: [...table.values].map(String) };
      }
      const { edges, clipped } = binsOf(table);
      return { ...base, kind: 'number', counts: countsBetween(table, edges), edges: edges.map((edge) => edge / unit), clipped };
    }
    case 'datetime': {
      const { table } = summary;
      if (table.values.length === 1) return { ...base, kind: 'constant', counts: [n], labels: [momentOf(table.values[0] ?? 0, column.storage)] };
      const edges = equalEdges(table);
      return { ...base, kind: 'datetime', counts: countsBetween(table, edges), edges: edges.map((edge) => momentOf(edge, column.storage)) };
    }
    case 'boolean':
      return { ...base, kind: 'boolean', counts: [summary.trues, summary.falses], labels: ['true', 'false'] };
    case 'text': {
      if (summary.distinct === 1) return { ...base, kind: 'constant', counts: [n], labels: [summary.min ?? ''] };
      if (column.type === 'text') {
        const { edges } = binsOf(summary.lengths);
        return { ...base, kind: 'text', counts: countsBetween(summary.lengths, edges), edges };
      }
      const rest = summary.distinct > categoriesAtMost;
      const shown = summary.top.slice(0, rest ? categoriesAtMost - 1 : categoriesAtMost);
      const counts = shown.map((entry) => entry.n);
      const others = n - counts.reduce((sum, count) => sum + count, 0);
      return { ...base, kind: 'category', counts: rest ? [...counts, others] : counts, labels: shown.map((entry) => entry.value), rest };
    }
  }
}

function binsOf(table: FrequencyTable) {
  const low = table.values[0] ?? 0;
  const high = table.values.at(-1) ?? 0;
  return pictureBins({ min: low, max: high, q1: quantile(table, 0.25), q3: quantile(table, 0.75), grain: grainOf(table.values) }, bars);
}

function equalEdges(table: FrequencyTable): number[] {
  const low = table.values[0] ?? 0;
  const high = table.values.at(-1) ?? 0;
  return Array.from({ length: bars + 1 }, (_, i) => (i === bars ? high : low + ((high - low) * i) / bars));
}

/** The same bars counted over other rows of the column (those a view keeps). */
export function recountPicture(picture: ColumnPicture, summary: ColumnSummary): ColumnPicture {
  const n = presentIn(summary);
  const counted = (counts: number[]): ColumnPicture => ({ ...picture, counts, n, missing: summary.missing });
  switch (picture.kind) {
    case 'empty':
      return counted([]);
    case 'constant':
      return counted([n]);
    case 'boolean':
      return counted(summary.kind === 'boolean' ? [summary.trues, summary.falses] : []);
    case 'spikes':
      return counted((picture.labels ?? []).map((label) => (summary.kind === 'number' ? countOf(summary.table, Number(label)) : 0)));
    case 'category': {
      const counts = (picture.labels ?? []).map((label) => (summary.kind === 'text' ? (summary.top.find((entry) => entry.value === label)?.n ?? 0) : 0));
      return counted(picture.rest ? [...counts, n - counts.reduce((sum, count) => sum + count, 0)] : counts);
    }
    case 'number':
    case 'text':
    case 'datetime': {
      const edges = picture.edges ?? [];
      if (summary.kind === 'boolean' || n === 0) return counted(picture.counts.map(() => 0));
      if (summary.kind === 'text') return counted(countsBetween(summary.lengths, edges.map(Number)));
      if (summary.kind === 'datetime') return counted(countsBetween(summary.table, edges.map((edge) => microsOf(String(edge)))));
      const unit = 10 ** summary.scale;
      return counted(countsBetween(summary.table, edges.map((edge) => nearWhole(Number(edge) * unit))));
    }
  }
}

/** Edge × unit may be off by a rounding; decimals of the table are whole numbers, and so were many edges. */
const nearWhole = (value: number): number => {
  const whole = Math.round(value);
  return Math.abs(value - whole) < 1e-9 * Math.max(1, Math.abs(value)) ? whole : value;
};

const countOf = (table: FrequencyTable, value: number): number => table.counts[table.values.indexOf(value)] ?? 0;

const microsOf = (moment: string): number => {
  if (/^\d{2}:/.test(moment)) return microsOf(`1970-01-01T${moment}`);
  const [whole = '', fraction = ''] = (moment.endsWith('Z') ? moment.slice(0, -1) : moment).split('.');
  return Date.parse(`${whole}${whole.length === 10 ? 'T00:00:00' : ''}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
};
