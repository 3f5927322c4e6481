import { mannKendall as definition } from '@columnist/contract/methods/series/mann-kendall';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { shortTrendNote } from '../few-values.ts';
import { measured, unfit, withinOne, type Assumption } from '../finding.ts';
import { sayInterval, verdict } from '../verdict.ts';
import { slopeIntervalNote, unlessPoint } from '../without-interval.ts';
import { ofUnit, withError } from '../words.ts';
import { readVaryingSeries } from './read-varying-series.ts';
import { axisCode } from './axis-code.ts';
import { seriesCode } from './series-code.ts';
import { figuresOf } from './series-figures.ts';
import { seriesPicture } from './series-pictures.ts';
import { sayUnit } from './series-words.ts';

const mostForSlopes = 5000;
const day = 86_400e6;

/** Mann and Kendall's test of a trend, with Sen's slope. */
export const mannKendall = defineProcedure(definition, {
  read: readVaryingSeries,
  find: (input, series) => {
    const { values, numbers, scale, times, spacing, name, moments } = series;
    const n = values.length;
    if (n > mostForSlopes)
      throw unfit(
        `${n} values have too many pairs for the median slope.`,
        'every',
        `Choose a longer unit, so that at most ${mostForSlopes} values are left.`,
      );
    const even = series.filled > 0 ? values.map((_, i) => i) : spacing.places;
    // Numbers keep their own unit; moments are counted in steps, or in days where these are uneven.
    const axis =
      !moments && series.time !== null
        ? times
        : (even ?? times.map((time) => (time - (times[0] ?? 0)) / day));
    const { s, z, p, tau, variance } = statistics.mannKendall(axis, numbers);
    const sen = statistics.senSlope(axis, numbers, variance, input.confidence_level);
    const span = (difference: number): number => statistics.spanOf(scale, difference);
    const slope = span(sen.slope);
    const { level, low, high } = sen.interval;
    const interval = { level, low: span(low), high: span(high) };
    const line = axis.map((place) => sen.intercept + sen.slope * place);
    const unit = sayUnit(series);
    const effects = [withinOne("Kendall's τ", tau), measured('S', s)];
    const write = withError((interval.high - interval.low) / 4);
    const estimate = { ...measured(`slope ${unit}`, slope, unlessPoint(interval)), write };
    const code = seriesCode(input, series);
    const x = axisCode(series);
    return {
      groups: figuresOf(series),
      name: 'Mann–Kendall test of a trend',
      variant: 'normal approximation, corrected for ties and continuity; slope by Sen 1968',
      statistic: { name: 'Z', value: z },
      estimate,
      effects,
      reported: [...effects.slice(0, 1), estimate],
      picture: seriesPicture(series, [
        { name, y: values },
        { name: "Sen's line", y: line.map((number) => statistics.placeOf(scale, number)) },
      ]),
      assumptions: [
        ...shortTrendNote(n),
        ...slopeIntervalNote(estimate),
        ...independent(numbers, line),
      ],
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The values of ${name} are as likely in any order: they tend neither up nor down.`,
          alternative: `The values of ${name} tend to rise or fall.`,
        },
        claim: `The values of ${name} tend to ${s > 0 ? 'rise' : 'fall'}`,
        seen: `median slope ${write(slope)} ${unit}${estimate.ci === null ? '' : `, ${sayInterval(estimate.ci, write)}`}`,
        by: effects.slice(0, 1),
        beside: [estimate],
      }),
      code: {
        r: [
          ...code.r,
          x.r,
          'result <- cor.test(x, y, method = "kendall", exact = FALSE, continuity = TRUE)',
          'slopes <- outer(y, y, "-") / outer(x, x, "-")',
          'print(median(slopes[lower.tri(slopes)]))',
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          x.python,
          'n = len(y)',
          's_score = np.sign(np.subtract.outer(y, y))[np.tril_indices(n, -1)].sum()',
          'ties = np.unique(y, return_counts=True)[1]',
          'variance = (n * (n - 1) * (2 * n + 5) - (ties * (ties - 1) * (2 * ties + 5)).sum()) / 18',
          `print(stats.theilslopes(y, x, ${input.confidence_level}))`,
          'result = 2 * stats.norm.sf(max(abs(s_score) - 1, 0) / np.sqrt(variance))',
          'print(result)',
        ],
      },
    };
  },
  samples: {
    usual: { value: 'z', time: 'month' },
    'gaps and uneven times': { value: 'y', time: 'day', view: { filter: 'z > 4' } },
  },
});

/**
 * Whether what is left about the line depends on what was left before; nothing where nothing is
 * left.
 */
function independent(values: Float64Array, line: Float64Array): Assumption[] {
  const r =
    statistics.autocorrelations(
      values.map((value, i) => value - (line[i] ?? 0)),
      1,
    )[0] ?? NaN;
  if (!Number.isFinite(r)) return [];
  const far = Math.abs(r) > statistics.normalQuantile(0.975) / Math.sqrt(values.length);
  return [
    {
      name: 'values independent of those before',
      verdict: far ? 'doubtful' : 'nothing_against',
      said: `About the line, the autocorrelation at lag 1 is ${ofUnit(r)}${far ? ': p is not to be trusted' : ', no more than in independent values'}.`,
    },
  ];
}
