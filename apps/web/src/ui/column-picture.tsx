import type { ColumnPicture as Picture, ColumnType } from '@columnist/contract';
import { typeClass } from './icons.tsx';
import { formatCount, formatShare } from '../lib/formats.ts';

interface ColumnPictureProps {
  readonly name: string;
  readonly type: ColumnType;
  readonly picture: Picture;
  /** The picture under a filter: all rows are drawn weak, these strong. */
  readonly kept?: Picture | undefined;
  readonly height?: number;
}

const width = 100;

/**
 * A column's face: at most 24 counts as one path, without text; below it how complete the column
 * is.
 */
export function ColumnPicture({ name, type, picture, kept, height = 36 }: ColumnPictureProps) {
  const tallest = Math.max(1, ...picture.counts);
  const strong = kept ?? picture;
  return (
    <div className={typeClass(type)}>
      <svg
        className="pic"
        style={{ height }}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describe(name, picture, kept)}
      >
        {picture.kind === 'constant' && (
          <path className="cst" d={`M.5 ${height} V${height * 0.3} H${width - 0.5} V${height}`} />
        )}
        {picture.kind === 'empty' && <path className="cst" d={`M0 ${height - 0.5} H${width}`} />}
        {(kept !== undefined || picture.kind === 'datetime') && (
          <path className="w" d={shape(picture, picture, tallest, height)} />
        )}
        <path
          className={picture.kind === 'datetime' && kept === undefined ? 'ln' : 'm'}
          d={
            picture.kind === 'datetime' && kept === undefined
              ? line(picture.counts, tallest, height, false)
              : shape(picture, strong, tallest, height)
          }
        />
        {picture.rest && <path className="w" d={restBar(picture, strong, tallest, height)} />}
        {picture.clipped.high && (
          <path className="chev" d={`M${width - 5} ${height - 12} l4 4 -4 4`} />
        )}
        {picture.clipped.low && <path className="chev" d={`M5 ${height - 12} l-4 4 4 4`} />}
      </svg>
      <Completeness picture={strong} />
    </div>
  );
}

function Completeness({ picture: { n, missing } }: { picture: Picture }) {
  const share = missing === 0 ? 0 : missing / (n + missing);
  return (
    <div className="full" role="img" aria-label={`${formatShare(share)} missing`}>
      {share > 0 && <i style={{ width: `${Math.max(1.5, share * 100)}%` }} />}
    </div>
  );
}

function describe(name: string, picture: Picture, kept: Picture | undefined): string {
  if (picture.kind === 'empty') return `${name}: no value`;
  if (picture.kind === 'constant') return `${name}: one value only, ${picture.labels?.[0] ?? ''}`;
  const labels = picture.labels ?? [];
  const counts = (kept ?? picture).counts;
  if (picture.kind === 'category' || picture.kind === 'boolean')
    return `${name}: ${labels.map((label, i) => `${label} ${formatCount(counts[i] ?? 0)}`).join(', ')}`;
  return `${name}: distribution`;
}

const fixed = (value: number): string => value.toFixed(2);

/** The bars of `counted`, on the scale of the whole column. */
function shape(picture: Picture, counted: Picture, tallest: number, height: number): string {
  const { kind } = picture;
  const { counts } = counted;
  if (kind === 'constant' || kind === 'empty') return '';
  if (kind === 'category' || kind === 'boolean')
    return horizontal(picture.rest ? counts.slice(0, -1) : counts, counts.length, tallest, height);
  if (kind === 'datetime') return line(counts, tallest, height);
  const top = (count: number) =>
    fixed(height - (count === 0 ? 0 : Math.max(1, ((height - 1) * count) / tallest)));
  const step = width / counts.length;
  if (kind === 'spikes') {
    const bar = Math.min(step * 0.7, 10);
    return counts
      .map(
        (count, i) =>
          `M${fixed((i + 0.5) * step - bar / 2)} ${height}V${top(count)}h${fixed(bar)}V${height}Z`,
      )
      .join('');
  }
  return `M0 ${height}${counts.map((count, i) => `V${top(count)}H${fixed((i + 1) * step)}`).join('')}V${height}Z`;
}

/** Bars of categories keep one thickness, whether there are two or six. */
function horizontal(
  counts: readonly number[],
  places: number,
  tallest: number,
  height: number,
): string {
  const pitch = Math.min(height / places, height / 3);
  const thick = pitch * 0.78;
  const start = height - pitch * places;
  return counts
    .map(
      (count, i) =>
        `M0 ${fixed(start + i * pitch + pitch - thick)}h${fixed((width * count) / tallest)}v${fixed(thick)}h-${fixed((width * count) / tallest)}Z`,
    )
    .join('');
}

function restBar(picture: Picture, counted: Picture, tallest: number, height: number): string {
  const places = picture.counts.length;
  const pitch = Math.min(height / places, height / 3);
  const thick = pitch * 0.78;
  const count = Math.min(counted.counts.at(-1) ?? 0, tallest);
  return `M0 ${fixed(height - thick)}h${fixed((width * count) / tallest)}v${fixed(thick)}H0Z`;
}

function line(counts: readonly number[], tallest: number, height: number, closed = true): string {
  const step = width / Math.max(1, counts.length - 1);
  const y = (count: number) => fixed(height - ((height - 2) * count) / tallest);
  const points = counts.map((count, i) => `L${fixed(i * step)} ${y(count)}`).join('');
  return closed ? `M0 ${height}${points}L${width} ${height}Z` : points.replace('L', 'M');
}
