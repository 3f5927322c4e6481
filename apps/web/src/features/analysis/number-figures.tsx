import { hasDensityLine, histogramSpec, resultSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import type { NumberDescription } from '@columnist/contract';
import { useCallback } from 'react';
import {
  decimalsFor,
  decimalsOf,
  formatCount,
  formatFigure,
  formatFixed,
  formatInterval,
  formatValue,
  isWithoutMarks,
  withoutMarks,
} from '../../lib/formats.ts';
import { Chart } from '../../ui/chart.tsx';
import { FigureTable, type Figure } from './figure-table.tsx';

const percents = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

/**
 * Everything known of a number column: its distribution, quantiles, moments, other means, counts.
 */
export function NumberFigures({
  description,
  trim,
}: {
  description: NumberDescription;
  trim: number;
}) {
  const { reasons, mean_ci: ci, histogram, min, sum, mode, n_excluded: excluded } = description;
  const write = marksOf(description);
  const spec = useCallback(
    (mode: Mode, width: number) => histogramSpec(description, mode, width),
    [description],
  );
  const figure = (
    name: string,
    key:
      | 'mean'
      | 'sd'
      | 'variance'
      | 'mad'
      | 'iqr'
      | 'skewness'
      | 'kurtosis'
      | 'standard_error'
      | 'trimmed_mean'
      | 'winsorised_mean'
      | 'geometric_mean'
      | 'harmonic_mean',
  ): Figure => {
    const value = description[key];
    return [name, value === null ? null : write(formatFigure(value, 6)), reasons[key]];
  };
  const exact = (name: string, value: number | string | null, key: string): Figure => [
    name,
    value === null ? null : key === 'mode' ? write(formatValue(value)) : formatValue(value),
    reasons[key],
  ];
  return (
    <>
      <h3 className="ch">
        Distribution{' '}
        <span>
          {histogram === null
            ? ''
            : `${barsSaid(histogram)}${hasDensityLine(description) ? '; line is the density' : ''}; diamond is the mean`}
        </span>
      </h3>
      {description.distinct > 1 ? (
        <Chart spec={spec} name={description.name} height={226} />
      ) : (
        <p className="voice finding-small">
          {min === null ? 'No value is present.' : `Every value is ${write(formatValue(min))}.`}
        </p>
      )}
      <div className="two mt16">
        <FigureTable title="Quantiles" figures={quantilesOf(description)} />
        <FigureTable
          title="Moments"
          figures={[
            figure('Mean', 'mean'),
            [
              `${(ci?.level ?? 0.95) * 100}% CI`,
              ci === null ? null : write(formatInterval(ci.low, ci.high)),
              reasons['mean_ci'],
            ],
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
        <FigureTable
          title="Other centres"
          figures={[
            figure(`Trimmed mean, ${formatFigure(100 * trim)}%`, 'trimmed_mean'),
            figure(`Winsorised mean, ${formatFigure(100 * trim)}%`, 'winsorised_mean'),
            figure('Geometric mean', 'geometric_mean'),
            figure('Harmonic mean', 'harmonic_mean'),
            exact('Mode', mode?.value ?? null, 'mode'),
          ]}
        />
        <FigureTable
          title="Counts"
          figures={[
            exact('Sum', sum, 'sum'),
            ['Zeros', formatCount(description.zeros)],
            ['Negative', formatCount(description.negatives)],
            ['Infinite', formatCount(excluded.find(({ reason }) => reason === 'infinite')?.n ?? 0)],
          ]}
        />
      </div>
      {description.weighted !== null && (
        <div className="mt16">
          <FigureTable
            title="Weighted"
            figures={[
              ['Mean', formatFigure(description.weighted.mean, 6)],
              [
                'Standard deviation',
                description.weighted.sd === null ? null : formatFigure(description.weighted.sd, 6),
              ],
              ['Sum of weights', formatFigure(description.weighted.sum_of_weights, 6)],
              ['Effective number', formatFigure(description.weighted.effective_n, 6)],
            ]}
          />
        </div>
      )}
      <Extremes description={description} />
      <NormalPlot description={description} />
    </>
  );
}

/** Of years and ids the separators for thousands are left out. */
const marksOf = ({ name, storage, min, max }: NumberDescription) =>
  isWithoutMarks({ name, storage, low: min, high: max })
    ? withoutMarks
    : (written: string): string => written;

function barsSaid({ edges, rule }: NonNullable<NumberDescription['histogram']>): string {
  const width = Number(edges[1]) - Number(edges[0]);
  return `bars of ${formatFigure(width)}, ${rule.replace('freedman-diaconis', 'Freedman–Diaconis')}`;
}

/**
 * All with the same decimals: as many as they need, but no more than the data or the spread give.
 */
function quantilesOf(description: NumberDescription): readonly Figure[] {
  const { quantiles, min, max, iqr, reasons } = description;
  const marked = marksOf(description);
  const found = percents.map((p) => ({
    p,
    value: quantiles.find((quantile) => quantile.p === p)?.value ?? null,
  }));
  const ends = [min, max].filter((end) => typeof end === 'number').map(decimalsOf);
  const needed = found.flatMap(({ value }) => (value === null ? [] : [decimalsOf(value)]));
  const decimals = Math.max(
    ...ends,
    0,
    Math.min(Math.max(0, ...needed), Math.max(0, ...ends, decimalsFor(iqr ?? 0))),
  );
  const write = (value: number | string | null) =>
    value === null
      ? null
      : marked(
          typeof value === 'string' || decimals > 8
            ? formatValue(value)
            : formatFixed(value, decimals),
        );
  return [
    ['Minimum', write(min), reasons['min']],
    ...found.map(({ p, value }): Figure => [
      p === 0.5 ? 'Median' : `${p * 100}%`,
      write(value),
      reasons['median'],
    ]),
    ['Maximum', write(max), reasons['max']],
  ];
}

/** Quantiles against those of a normal distribution: on the line where the values are normal. */
function NormalPlot({
  description: { name, normal_plot: plot },
}: {
  description: NumberDescription;
}) {
  const spec = useCallback(
    (mode: Mode, width: number) =>
      plot === null
        ? null
        : resultSpec({ kind: 'quantiles', column: name, ...plot }, [], mode, width),
    [plot, name],
  );
  if (plot === null) return null;
  return (
    <section className="mt16">
      <h3 className="ch">
        Normal Q–Q <span>on the line where the values are normal</span>
      </h3>
      <Chart spec={spec} name={`Normal Q–Q of ${name}`} height={300} />
    </section>
  );
}

const extremesShown = 8;

/** The smallest and the largest values, and those farthest outside Tukey's fences. */
function Extremes({ description }: { description: NumberDescription }) {
  const { outliers, extremes } = description;
  const write = marksOf(description);
  const written = (list: readonly { readonly value: number; readonly n: number }[]): Figure[] =>
    list.map(({ value, n }) => [
      write(formatValue(value)),
      n === 1 ? 'once' : `${formatCount(n)} times`,
    ]);
  return (
    <>
      {extremes !== null && (
        <div className="two mt16">
          <FigureTable title="Smallest" figures={written(extremes.lowest)} />
          <FigureTable title="Largest" figures={written(extremes.highest)} />
        </div>
      )}
      <Outliers outliers={outliers} write={write} />
    </>
  );
}

function Outliers({
  outliers,
  write,
}: Pick<NumberDescription, 'outliers'> & { write: (written: string) => string }) {
  if (outliers === null || outliers.low + outliers.high === 0) return null;
  const { low_fence: low, high_fence: high, examples } = outliers;
  return (
    <section className="mt16">
      <h3 className="ch">
        Outliers{' '}
        <span>
          below {write(formatFigure(low, 6))} or above {write(formatFigure(high, 6))}, 1.5 IQR
          beyond the quartiles; farthest first
        </span>
      </h3>
      <p className="sm s2">
        {examples
          .slice(0, extremesShown)
          .map((value) => write(formatValue(value)))
          .join(', ')}
        {outliers.low + outliers.high > extremesShown &&
          ` and ${formatCount(outliers.low + outliers.high - extremesShown)} more`}
      </p>
    </section>
  );
}
