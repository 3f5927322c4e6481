import type { ResultTable } from '@columnist/contract';
import { stl as definition } from '@columnist/contract/methods/series/stl';
import { decompose, placeOf, spanOf, spreadOf } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne, type Finding } from '../finding.ts';
import { ofUnit, shortBeside } from '../words.ts';
import { readVaryingSeries } from './read-varying-series.ts';
import type { Series } from './read-series.ts';
import { periodOf, requireEven } from './season.ts';
import { seriesCode } from './series-code.ts';
import { seriesPicture } from './series-pictures.ts';
import { shownOf } from '../shown-of.ts';
import { evenlySpaced, placeIn, placeName } from './series-words.ts';
import { stlPython } from './stl-python.ts';

const mostToDecompose = 50_000;
const componentsShown = 2000;
const farShown = 50;

/** Season, trend and remainder by loess. */
export const stl = defineProcedure(definition, {
  read: readVaryingSeries,
  find: (input, series) => {
    requireEven(series);
    const { values, numbers, scale, times, label, name } = series;
    const n = values.length;
    const period = periodOf(input.period, series);
    if (period === null)
      throw unfit(
        'How many values a cycle has does not follow from their spacing.',
        'period',
        "Say it in 'period', such as 12 for months of a year.",
      );
    if (n <= 2 * period)
      throw unfit(
        `A season of ${period} values needs more than two whole cycles, ${2 * period + 1} values; '${name}' has ${n}.`,
        'period',
        'Choose a shorter period, or a longer series.',
      );
    if (n > mostToDecompose)
      throw unfit(
        `${n} values are too many to decompose.`,
        'every',
        'Choose a longer unit, or fewer rows with a view.',
      );
    const parts = decompose(numbers, period, input.seasonal_window, input.robust);
    const [ofSeason, ofTrend] = [
      strength(parts.seasonal, parts.remainder),
      strength(parts.trend, parts.remainder),
    ];
    const { weights } = parts;
    const span = (difference: number): number => spanOf(scale, difference);
    const [seasonal, remainder] = [parts.seasonal.map(span), parts.remainder.map(span)];
    const trend = parts.trend.map((number) => placeOf(scale, number));
    const code = seriesCode(input, series);
    const far = input.robust
      ? Array.from(weights, (weight, i) => ({ weight, i })).filter(({ weight }) => weight < 0.05)
      : [];
    const tables: ResultTable[] = [
      ...(input.seasonal_window === 'periodic' && period <= 60
        ? [
            {
              title: 'Season',
              columns: ['place in the cycle', 'first at', 'added'],
              rows: Array.from({ length: period }, (_, i) => [
                i + 1,
                String(label(times[i] ?? NaN)),
                seasonal[i] ?? null,
              ]),
            },
          ]
        : []),
      ...(far.length > 0
        ? [
            {
              title: shownOf('Values that hardly counted', { shown: farShown, of: far.length }),
              columns: [series.time ?? 'place', name, 'remainder', 'weight'],
              rows: far
                .slice(0, farShown)
                .map(({ i, weight }) => [
                  label(times[i] ?? NaN),
                  values[i] ?? null,
                  remainder[i] ?? null,
                  weight,
                ]),
              single_rows: true as const,
            },
          ]
        : []),
      {
        title: shownOf('Components', { shown: componentsShown, of: n, which: 'last' }),
        columns: [series.time ?? 'place', name, 'trend', 'season', 'remainder'],
        rows: Array.from(
          values,
          (value, i) =>
            [
              label(times[i] ?? NaN),
              value,
              trend[i] ?? null,
              seasonal[i] ?? null,
              remainder[i] ?? null,
            ] satisfies (string | number | null)[],
        ).slice(-componentsShown),
        single_rows: true,
      },
    ];
    const [low, high] = [
      seasonal.indexOf(Math.min(...seasonal.subarray(0, period))),
      seasonal.indexOf(Math.max(...seasonal.subarray(0, period))),
    ];
    const [least, most] = [seasonal[low] ?? NaN, seasonal[high] ?? NaN];
    const [start, end] = [trend[0] ?? NaN, trend.at(-1) ?? NaN];
    const [writeAdded, writeTrend] = [shortBeside(least, most), shortBeside(start, end)];
    return {
      name: 'Seasonal decomposition by loess (STL)',
      variant: `${period} values a cycle, ${input.seasonal_window === 'periodic' ? 'season alike in all cycles' : `seasonal span of ${input.seasonal_window} cycles`}${input.robust ? ', robust' : ''}`,
      hypotheses: null,
      statistic: null,
      p: null,
      effects: [
        withinOne('strength of the season', ofSeason),
        withinOne('strength of the trend', ofTrend),
      ],
      picture: seriesPicture(series, [
        { name, y: values },
        { name: 'trend', y: trend },
      ]),
      pictures: [
        {
          title: 'Season',
          picture: seasonPicture(
            series,
            seasonal,
            input.seasonal_window === 'periodic' ? period : null,
          ),
        },
        {
          title: 'Remainder',
          picture: seriesPicture(series, [{ name: 'remainder', y: remainder }], 'remainder'),
        },
      ],
      tables,
      assumptions: [evenlySpaced(series)],
      sentence: `${ofSeason >= 0.64 ? `${name} has a clear season` : ofSeason >= 0.3 ? `${name} has some season` : `${name} has hardly any season`} of ${period} values (strength ${ofUnit(ofSeason)})${ofSeason >= 0.3 ? `: lowest ${placeIn(series, low, period)} (${writeAdded(least)}), highest ${placeIn(series, high, period)} (+${writeAdded(most)})` : ''}; its trend goes from ${writeTrend(start)} to ${writeTrend(end)} (strength ${ofUnit(ofTrend)}).`,
      code: {
        r: [
          ...code.r,
          `fit <- stl(ts(y, frequency = ${period}), s.window = ${input.seasonal_window === 'periodic' ? '"periodic"' : input.seasonal_window}, robust = ${input.robust ? 'TRUE' : 'FALSE'})`,
          'plot(fit)',
          'parts <- fit$time.series; spread <- function(v) var(as.numeric(v))',
          'result <- list(statistic = max(0, 1 - spread(parts[, "remainder"]) / spread(parts[, ' +
            '"seasonal"] + parts[, "remainder"])))',
          'print(result)',
        ],
        python: [
          ...code.python,
          ...stlPython(input, period, n),
          'result = max(0, 1 - np.var(remainder) / np.var(season + remainder))',
          'print(result)',
        ],
      },
    };
  },
  samples: {
    usual: { seasonal_window: 'periodic', robust: false, value: 'z', time: 'month' },
    robust: { seasonal_window: 7, robust: true, period: 6, value: 'z', time: 'month' },
    'odd cycle': {
      seasonal_window: 'periodic',
      robust: true,
      period: 5,
      value: 'z',
      time: 'month',
    },
    'odd span': { seasonal_window: 9, robust: false, period: 7, value: 'z', time: 'month' },
  },
});

/**
 * Hyndman and Athanasopoulos (2021), 4.3: how much of what varies beside the other part is this
 * part.
 */
const strength = (part: Float64Array, remainder: Float64Array): number =>
  Math.max(
    0,
    1 - (spreadOf(remainder) / spreadOf(part.map((value, i) => value + (remainder[i] ?? 0)))) ** 2,
  );

const barsAtMost = 60;

/** One cycle, where all are alike and it has names; else the season over time. */
const seasonPicture = (
  series: Series,
  seasonal: Float64Array,
  period: number | null,
): NonNullable<Finding['picture']> =>
  period === null || period > barsAtMost
    ? seriesPicture(series, [{ name: 'season', y: seasonal }], 'season')
    : {
        kind: 'bars',
        x_name: 'place in the cycle',
        y_name: 'season',
        x: Array.from({ length: period }, (_, i) => placeName(series, i, period)),
        values: [...seasonal.subarray(0, period)],
        limit: null,
      };
