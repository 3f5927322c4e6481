import { histogramSpec } from '@columnist/charts';
import type { BooleanDescription, ColumnDescription, Dataset, DatasetColumn, DatetimeDescription, NumberDescription, TextDescription } from '@columnist/contract';
import { Skeleton } from 'antd';
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { Icon, TypeGlyph, typeName } from '../../app/icons.tsx';
import { useThemeMode } from '../../app/theme-mode.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatCount, formatFigure, formatShare, formatValue, plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { useCopy } from '../agents/use-copy.ts';

const VegaView = lazy(() => import('./vega-view.tsx'));

interface ColumnDetailProps {
  readonly dataset: Dataset;
  readonly column: DatasetColumn;
  readonly place: string;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onClose: () => void;
}

/** All figures of one column. Arrows step through the columns, Escape closes. */
export function ColumnDetail({ dataset, column, place, onPrevious, onNext, onClose }: ColumnDetailProps) {
  const detail = trpc.datasets.analyze.useQuery({ id: dataset.id, columns: [column.name], plot: true, correlations: false }, { staleTime: Infinity });
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement) return;
      if (event.key === 'Escape') onClose();
      if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') onPrevious?.();
      if (event.key === 'ArrowDown' || event.key === 'ArrowRight') onNext?.();
    };
    addEventListener('keydown', step);
    return () => removeEventListener('keydown', step);
  }, [onClose, onPrevious, onNext]);
  const description = detail.data?.columns[0];
  return (
    <aside className="dr" ref={panel} aria-label={`Column ${column.name}`}>
      <div className="dh">
        <div>
          <TypeGlyph type={column.type} />
          <h2>{column.name}</h2>
          <span className="sm s2">
            {typeName(column.type)}, {column.storage}
          </span>
        </div>
        <div className="row">
          <span className="sm s2 nw">{place}</span>
          <button type="button" className="btn txt ico" aria-label="Previous column" disabled={onPrevious === null} onClick={() => onPrevious?.()}>
            <Icon name="up" />
          </button>
          <button type="button" className="btn txt ico" aria-label="Next column" disabled={onNext === null} onClick={() => onNext?.()}>
            <Icon name="down" />
          </button>
          <button type="button" className="btn txt ico" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      </div>
      <div className="db">
        {detail.isError && (
          <div className="note err" role="alert">
            <b>{detailOf(detail.error, 'The figures could not be computed.')}</b>
            <button type="button" className="btn sml" onClick={() => void detail.refetch()}>
              Try Again
            </button>
          </div>
        )}
        {description === undefined ? <Skeleton active={false} paragraph={{ rows: 12 }} /> : <Figures description={description} rows={dataset.row_count} />}
      </div>
    </aside>
  );
}

function Figures({ description, rows }: { description: ColumnDescription; rows: number }) {
  const [copied, copy] = useCopy();
  const { n, missing, distinct } = description;
  const outliers = description.type === 'number' ? description.outliers : null;
  return (
    <>
      <dl className="facts four">
        <Fact name="Present" value={formatCount(n)} />
        <Fact name="Missing" value={formatCount(missing)} note={missing === 0 ? '' : formatShare(missing / rows)} />
        <Fact name="Distinct" value={formatCount(distinct)} />
        {outliers !== null && <Fact name="Outliers" value={formatCount(outliers.low + outliers.high)} note={outliers.low + outliers.high === 0 ? '' : `${formatCount(outliers.low)} low, ${formatCount(outliers.high)} high`} />}
      </dl>
      {description.type === 'number' && <NumberFigures description={description} />}
      {(description.type === 'text' || description.type === 'category') && <TextFigures description={description} />}
      {description.type === 'datetime' && <DatetimeFigures description={description} />}
      {description.type === 'boolean' && <BooleanFigures description={description} />}
      <TopValues description={description} />
      <p className="mt16">
        <button type="button" className="btn" onClick={() => copy(JSON.stringify(description, null, 2))}>
          <Icon name={copied ? 'check' : 'copy'} />
          {copied ? 'Copied' : 'Copy figures'}
        </button>
      </p>
    </>
  );
}

function Fact({ name, value, note = '' }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {note !== '' && <small>{note}</small>}
      </dd>
    </div>
  );
}

type FigureRow = readonly [name: string, figure: string | null, reason?: string | undefined];

/** Name and figure; where there is no figure, why. */
function FigureTable({ title, rows }: { title: string; rows: readonly FigureRow[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <table className="kv">
        <tbody>
          {rows.map(([name, value, reason]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value ?? <span className="s3">{reason ?? '–'}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const asText = (value: number | string | null): string | null => (value === null ? null : typeof value === 'number' ? formatValue(value) : value);

function NumberFigures({ description }: { description: NumberDescription }) {
  const { mode } = useThemeMode();
  const width = useWidth();
  const spec = useMemo(() => histogramSpec(description, mode, width), [description, mode, width]);
  const { reasons, mean_ci: ci } = description;
  const figure = (name: string, key: keyof NumberDescription): FigureRow => {
    const value = description[key];
    return typeof value === 'number' ? [name, formatFigure(value, 6)] : [name, null, reasons[key] ?? '–'];
  };
  const quantile = (p: number) => description.quantiles.find((entry) => entry.p === p)?.value ?? null;
  const at = (p: number): string | null => asText(quantile(p) === null ? null : Number((quantile(p) ?? 0).toPrecision(12)));
  return (
    <>
      <h3 className="ch">
        Distribution <span>{description.histogram === null ? '' : `bars of ${formatFigure(Number(description.histogram.edges[1]) - Number(description.histogram.edges[0]))}, ${description.histogram.rule}; line is the density; diamond is the mean`}</span>
      </h3>
      {spec !== null && description.distinct > 1 && (
        <Suspense fallback={<div className="sk" style={{ height: 230 }} />}>
          <VegaView spec={spec} label={`Histogram of ${description.name}`} />
        </Suspense>
      )}
      <div className="two mt16">
        <FigureTable
          title="Quantiles"
          rows={[['Minimum', asText(description.min), reasons['min']], ['1%', at(0.01)], ['5%', at(0.05)], ['25%', at(0.25)], ['Median', at(0.5)], ['75%', at(0.75)], ['95%', at(0.95)], ['99%', at(0.99)], ['Maximum', asText(description.max), reasons['max']]]}
        />
        <FigureTable
          title="Moments"
          rows={[
            figure('Mean', 'mean'),
            [`${(ci?.level ?? 0.95) * 100}% CI`, ci === null ? null : `${formatFigure(ci.low, 6)} to ${formatFigure(ci.high, 6)}`, reasons['mean_ci']],
            figure('Standard deviation', 'sd'),
            figure('Variance', 'variance'),
            figure('Median abs. deviation', 'mad'),
            figure('Interquartile range', 'iqr'),
            figure('Skewness', 'skewness'),
            figure('Excess kurtosis', 'kurtosis'),
            figure('Standard error', 'standard_error'),
          ]}
        />
      </div>
      <div className="two mt16">
        <FigureTable title="Other means" rows={[figure('Trimmed, 10%', 'trimmed_mean'), figure('Geometric', 'geometric_mean'), figure('Harmonic', 'harmonic_mean')]} />
        <FigureTable title="Counts" rows={[['Sum', asText(description.sum)], ['Zeros', formatCount(description.zeros)], ['Negative', formatCount(description.negatives)], ['Infinite', formatCount(description.n_excluded.find((entry) => entry.reason === 'infinite')?.n ?? 0)]]} />
      </div>
    </>
  );
}

/** The picture's width: the drawer's, or the screen's on a phone. */
function useWidth(): number {
  const [width] = useState(() => (innerWidth < 768 ? innerWidth - 32 - 46 : 596 - 48 - 50));
  return width;
}

function TextFigures({ description: { lengths, first, last, reasons } }: { description: TextDescription }) {
  return (
    <div className="two mt16">
      <FigureTable
        title="Length in characters"
        rows={[['Shortest', lengths === null ? null : formatCount(lengths.min), reasons['lengths']], ['Mean', lengths === null ? null : formatFigure(lengths.mean)], ['Median', lengths === null ? null : formatFigure(lengths.median)], ['Longest', lengths === null ? null : formatCount(lengths.max)]]}
      />
      <FigureTable title="Order" rows={[['First', first, reasons['first']], ['Last', last, reasons['last']]]} />
    </div>
  );
}

function DatetimeFigures({ description: { min, max, median, range_seconds: range, gaps, reasons } }: { description: DatetimeDescription }) {
  return (
    <>
      <div className="two mt16">
        <FigureTable title="Range" rows={[['First', min, reasons['min']], ['Median', median, reasons['median']], ['Last', max, reasons['max']], ['Span', range === null ? null : span(range), reasons['range_seconds']]]} />
        <FigureTable
          title="Gaps"
          rows={[['Median gap', gaps === null ? null : span(gaps.median_seconds), reasons['gaps']], ['Largest gap', gaps === null ? null : span(gaps.max_seconds), reasons['gaps']], ['Evenly spaced', gaps === null ? null : gaps.regular ? 'yes' : 'no', reasons['gaps']]]}
        />
      </div>
      {gaps !== null && gaps.largest.length > 0 && (
        <div className="mt16">
          <FigureTable title="Largest gaps" rows={gaps.largest.map((gap) => [`${gap.from} to ${gap.to}`, span(gap.seconds)] as const)} />
        </div>
      )}
    </>
  );
}

function span(seconds: number): string {
  if (seconds >= 2 * 86_400) return plural(Math.round(seconds / 8640) / 10, 'day');
  if (seconds >= 7200) return plural(Math.round(seconds / 360) / 10, 'hour');
  if (seconds >= 120) return plural(Math.round(seconds / 6) / 10, 'minute');
  return plural(seconds, 'second');
}

function BooleanFigures({ description: { true_count: trues, false_count: falses, true_share: share, true_share_ci: ci, reasons } }: { description: BooleanDescription }) {
  return (
    <div className="two mt16">
      <FigureTable title="Counts" rows={[['True', formatCount(trues)], ['False', formatCount(falses)]]} />
      <FigureTable title="Share of true" rows={[['Share', share === null ? null : formatShare(share), reasons['true_share']], [`${(ci?.level ?? 0.95) * 100}% CI, Wilson`, ci === null ? null : `${formatShare(ci.low)} to ${formatShare(ci.high)}`, reasons['true_share_ci']]]} />
    </div>
  );
}

function TopValues({ description: { top_values: top, distinct } }: { description: ColumnDescription }) {
  if (top.length === 0) return null;
  const most = Math.max(...top.map((entry) => entry.n));
  return (
    <>
      <h3 className="ch mt16">
        Most frequent <span>{distinct > top.length ? `${top.length} of ${formatCount(distinct)} values` : ''}</span>
      </h3>
      <table className="tb freq">
        <tbody>
          {top.map(({ value, n, share }) => (
            <tr key={String(value)}>
              <td className="val" title={String(value)}>
                {typeof value === 'number' ? formatValue(value) : String(value)}
              </td>
              <td style={{ width: '50%' }}>
                <div className="bar">
                  <i style={{ width: `${(100 * n) / most}%`, background: 'var(--s4)' }} />
                </div>
              </td>
              <td className="num">{formatCount(n)}</td>
              <td className="num s2">{formatShare(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
