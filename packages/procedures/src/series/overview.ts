import type { ResultTable } from '@columnist/contract';
import { overview as definition } from '@columnist/contract/methods/series/overview';
import {
  momentsOf,
  placeOf,
  quantile,
  spanOf,
  standardDeviation,
  tabulate,
  type Scale,
} from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit } from '../finding.ts';
import { shortBeside } from '../words.ts';
import { shownOf } from '../shown-of.ts';
import { usualPeriod } from './calendar.ts';
import { readSeries } from './read-series.ts';
import { seriesCode } from './series-code.ts';
import { figuresOf } from './series-figures.ts';
import { seriesPicture } from './series-pictures.ts';
import { evenlySpaced, sayDistance } from './series-words.ts';

const gapsShown = 50;
const windowAtMost = 20_000_000;
const rowsShown = 500;

export const overview = defineProcedure(definition, {
  read: readSeries,
  find: (input, series) => {
    const { values, numbers, scale, times, label, gaps, spacing, filled, emptyUnits } = series;
    const n = values.length;
    const step = spacing.step;
    const window =
      input.window ??
      Math.min(
        Math.max(2, Math.floor(n / 3)),
        (step !== null && typeof step === 'object' ? usualPeriod[step.unit] : null) ??
          Math.max(2, Math.round(n / 20)),
      );
    if (window > n)
      throw unfit(
        `A rolling window of ${window} is longer than the series, which has ${n} values.`,
        'window',
        `Choose at most ${n}.`,
      );
    if (window * n > windowAtMost)
      throw unfit(
        `A rolling window of ${window} over ${n} values is too much work.`,
        'window',
        'Choose a shorter window, or a longer unit in every.',
      );
    const { mean, sd } = rolling(numbers, scale, window);
    const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
    const [from, to] = [String(label(times[0] ?? NaN)), String(label(times.at(-1) ?? NaN))];
    const even =
      series.time === null
        ? 'in the order of the rows'
        : spacing.places === null
          ? `unevenly spaced (${spacing.even} of ${spacing.steps} steps are alike)`
          : sayDistance(series);
    const holes =
      series.time === null || spacing.places === null
        ? ''
        : missing === 0
          ? emptyUnits === 0
            ? ', without gaps'
            : `, ${emptyUnits} of them without rows`
          : `, with ${missing} missing in ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}`;
    const several =
      spacing.repeated > 0 && series.time !== null
        ? `; ${spacing.repeated === 1 ? 'one is' : `${spacing.repeated} are`} at the same moment as another`
        : '';
    // A window counts values: across a gap it is longer than elsewhere.
    const isUneven =
      series.time !== null && filled === 0 && (spacing.places === null || missing > 0);
    const code = seriesCode(input, series);
    const tables: ResultTable[] = [
      ...(gaps.length > 0
        ? [
            {
              title: shownOf('Gaps', { shown: gapsShown, of: gaps.length }),
              columns: ['after', 'before', 'values missing'],
              rows: gaps
                .toSorted((a, b) => b.missing - a.missing)
                .slice(0, gapsShown)
                .map(({ after, before, missing: count }) => [after, before, count]),
            },
          ]
        : []),
      {
        title: shownOf(`Rolling figures of ${window} values`, {
          shown: rowsShown,
          of: n,
          which: 'last',
        }),
        columns: [series.time ?? 'place', series.name, 'mean', 'standard deviation'],
        rows: Array.from(
          values,
          (value, i) =>
            [label(times[i] ?? NaN), value, finite(mean[i]), finite(sd[i])] satisfies (
              | string
              | number
              | null
            )[],
        ).slice(-rowsShown),
        single_rows: true,
      },
    ];
    return {
      name: 'Time series',
      variant: `${input.every === undefined ? (spacing.repeated > 0 ? 'values as they are, several of one moment in the order of the rows' : 'values as they are') : `${input.aggregate} of each ${input.every}`}; rolling figures of ${window} values${isUneven ? ', whatever time lies between them' : ''}`,
      hypotheses: null,
      statistic: null,
      p: null,
      picture: seriesPicture(series, [
        { name: series.name, y: values },
        { name: `mean of ${window}`, y: mean },
      ]),
      pictures: [
        {
          title: `Standard deviation of ${window} values`,
          picture: seriesPicture(
            series,
            [{ name: `standard deviation of ${window}`, y: sd }],
            'standard deviation',
          ),
        },
      ],
      tables,
      groups: figuresOf(series),
      assumptions: [evenlySpaced(series)],
      sentence: `${series.name} has ${n} values${series.time === null ? '' : ` from ${from} to ${to}`}, ${even}${holes}${several}.${sayCourse(values, Math.min(window, Math.floor(n / 2)))}`,
      code: {
        r: [
          ...code.r,
          `rolling <- stats::filter(y, rep(1 / ${window}, ${window}), sides = 1)`,
          'plot(y, type = "l"); lines(rolling, lwd = 2)',
          'result <- mean(y)',
          'print(result)',
        ],
        python: [
          ...code.python,
          `rolling = pd.Series(y).rolling(${window}).agg(["mean", "std"])`,
          'result = float(np.mean(y))',
          'print(rolling)',
        ],
      },
    };
  },
  samples: { usual: { value: 'z', time: 'month', window: 3 } },
});

/**
 * Where the series begins and ends, by the medians of so many values at each end: a single one may
 * be wrong. Whether that is a trend is asked of its own tests.
 */
function sayCourse(values: Float64Array, count: number): string {
  const middleOf = (some: Float64Array): number => quantile(tabulate(some), 0.5);
  const [first, last] = [
    middleOf(values.subarray(0, count)),
    middleOf(values.subarray(values.length - count)),
  ];
  const write = shortBeside(first, last);
  const [from, to] = [write(first), write(last)];
  if (from === to) return ` It ends about where it began, at ${to}.`;
  return count === 1
    ? ` It begins at ${from} and ends at ${to}.`
    : ` The first ${count} values have a median of ${from}, the last ${count} one of ${to}.`;
}

/**
 * Mean and spread of each run of `window` values, at its last one. R: zoo::rollmeanr,
 * rollapplyr(sd).
 */
function rolling(
  numbers: Float64Array,
  scale: Scale,
  window: number,
): { mean: Float64Array; sd: Float64Array } {
  const [mean, sd] = [
    new Float64Array(numbers.length).fill(NaN),
    new Float64Array(numbers.length).fill(NaN),
  ];
  for (let end = window; end <= numbers.length; end++) {
    const moments = momentsOf(tabulate(numbers.subarray(end - window, end)));
    mean[end - 1] = placeOf(scale, moments.mean);
    sd[end - 1] = spanOf(scale, standardDeviation(moments));
  }
  return { mean, sd };
}

const finite = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;
