import { pText, type ResultTable, type TimeSeriesOptions } from '@columnist/contract';
import {
  autocorrelations,
  decompose,
  exponentialSmoothing,
  formName,
  formsFor,
  ljungBox,
  spreadOf,
  type Smoothing,
  type SmoothingForm,
} from '@columnist/statistics';
import { measured, unfit, type Finding } from '../procedures/finding.ts';
import { levelText, short, significant, twoPlaces } from '../procedures/words.ts';
import { momentAfter, usualPeriod } from './calendar.ts';
import type { Series } from './read-series.ts';
import { seriesCode } from './series-code.ts';
import { seriesPicture } from './series-pictures.ts';
import { evenlySpaced, placeIn, placeName, sayAhead } from './series-words.ts';

type Options<Method extends TimeSeriesOptions['method']> = Extract<
  TimeSeriesOptions,
  { method: Method }
>;

const mostToDecompose = 50_000;
const componentsShown = 2000;

/** A season is a matter of places: every place must have its value. */
function requireEven({ spacing, gaps, filled, time, name }: Series): void {
  if (time === null || filled > 0) return;
  if (spacing.places === null)
    throw unfit(
      `The values of '${name}' are not evenly spaced, so a season has no place.`,
      'every',
      "Bring them to even steps: name a unit in 'every', and what fills empty ones in 'gaps'.",
    );
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  if (missing > 0)
    throw unfit(
      `${missing === 1 ? `One value of '${name}' is` : `${missing} values of '${name}' are`} missing, the first after ${String(gaps[0]?.after)}.`,
      'gaps',
      "Say in 'gaps' what stands there: 'linear', 'previous' or 'zero'.",
    );
}

const periodOf = (stated: number | undefined, { spacing: { step } }: Series): number | null =>
  stated ??
  (step !== null && typeof step === 'object' && step.count === 1 ? usualPeriod[step.unit] : null);

/** Hyndman and Athanasopoulos (2021), 4.3: how much of what varies beside the other part is this part. */
const strength = (part: Float64Array, remainder: Float64Array): number =>
  Math.max(
    0,
    1 - (spreadOf(remainder) / spreadOf(part.map((value, i) => value + (remainder[i] ?? 0)))) ** 2,
  );

/** Season, trend and remainder by loess. */
export function componentsFinding(input: Options<'stl'>, series: Series): Finding {
  requireEven(series);
  const { values, times, label, name } = series;
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
  const { seasonal, trend, remainder, weights } = decompose(
    values,
    period,
    input.seasonal_window,
    input.robust,
  );
  const [ofSeason, ofTrend] = [strength(seasonal, remainder), strength(trend, remainder)];
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
            title: 'Values that hardly counted',
            columns: [series.time ?? 'place', name, 'remainder', 'weight'],
            rows: far
              .slice(0, 50)
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
    ...(n <= componentsShown
      ? [
          {
            title: 'Components',
            columns: [series.time ?? 'place', name, 'trend', 'season', 'remainder'],
            rows: Array.from(values, (value, i) => [
              label(times[i] ?? NaN),
              value,
              trend[i] ?? null,
              seasonal[i] ?? null,
              remainder[i] ?? null,
            ]),
            single_rows: true as const,
          },
        ]
      : []),
  ];
  const [low, high] = [
    seasonal.indexOf(Math.min(...seasonal.subarray(0, period))),
    seasonal.indexOf(Math.max(...seasonal.subarray(0, period))),
  ];
  return {
    name: 'Seasonal decomposition by loess (STL)',
    variant: `${period} values a cycle, ${input.seasonal_window === 'periodic' ? 'season alike in all cycles' : `seasonal span of ${input.seasonal_window} cycles`}${input.robust ? ', robust' : ''}`,
    hypotheses: null,
    statistic: null,
    p: null,
    effects: [
      measured('strength of the season', ofSeason),
      measured('strength of the trend', ofTrend),
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
    sentence: `${ofSeason >= 0.64 ? `${name} has a clear season` : ofSeason >= 0.3 ? `${name} has some season` : `${name} has hardly any season`} of ${period} values (strength ${twoPlaces(ofSeason)})${ofSeason >= 0.3 ? `: lowest ${placeIn(series, low, period)} (${short(seasonal[low] ?? NaN)}), highest ${placeIn(series, high, period)} (+${short(seasonal[high] ?? NaN)})` : ''}; its trend goes from ${short(trend[0] ?? NaN)} to ${short(trend.at(-1) ?? NaN)} (strength ${twoPlaces(ofTrend)}).`,
    code: {
      r: [
        ...code.r,
        `fit <- stl(ts(y, frequency = ${period}), s.window = ${input.seasonal_window === 'periodic' ? '"periodic"' : input.seasonal_window}, robust = ${input.robust ? 'TRUE' : 'FALSE'})`,
        'plot(fit)',
        'parts <- fit$time.series; spread <- function(v) var(as.numeric(v))',
        'result <- list(statistic = max(0, 1 - spread(parts[, "remainder"]) / spread(parts[, "seasonal"] + parts[, "remainder"])))',
        'print(result)',
      ],
      python: [
        'from statsmodels.tsa.seasonal import STL',
        '',
        ...code.python,
        ...stlPython(input, period, n),
        'result = max(0, 1 - np.var(remainder) / np.var(season + remainder))',
        'print(result)',
      ],
    },
  };
}

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

/** statsmodels takes each span and jump by itself, and has no periodic season: its mean by place is one. */
function stlPython(
  { seasonal_window: window, robust }: Options<'stl'>,
  period: number,
  n: number,
): string[] {
  const odd = (value: number): number => (value % 2 === 0 ? value + 1 : value);
  const span = window === 'periodic' ? 10 * n + 1 : window;
  const trend = odd(Math.ceil((1.5 * period) / (1 - 1.5 / span)));
  const jump = (of: number): number => Math.ceil(of / 10);
  return [
    `fit = STL(y, period=${period}, seasonal=${span}, trend=${trend}, low_pass=${odd(period)}, seasonal_deg=0, seasonal_jump=${jump(span)}, trend_jump=${jump(trend)}, low_pass_jump=${jump(odd(period))}, robust=${robust ? 'True' : 'False'}).fit(inner_iter=${robust ? 1 : 2}, outer_iter=${robust ? 15 : 0})`,
    ...(window === 'periodic'
      ? [
          `season = np.array([np.mean(fit.seasonal[place::${period}]) for place in range(${period})])[np.arange(len(y)) % ${period}]`,
        ]
      : ['season = fit.seasonal']),
    'remainder = y - season - fit.trend',
  ];
}

const formOf: Readonly<Record<string, (period: number | null) => SmoothingForm>> = {
  ANN: () => ({ trend: 'none', period: null }),
  AAN: () => ({ trend: 'additive', period: null }),
  AAdN: () => ({ trend: 'damped', period: null }),
  ANA: (period) => ({ trend: 'none', period }),
  AAA: (period) => ({ trend: 'additive', period }),
  AAdA: (period) => ({ trend: 'damped', period }),
};
const mostStates = 40_000;
const longestSeason = 60;

/** Exponential smoothing, and what it expects next. */
export function forecastFinding(input: Options<'ets'>, series: Series): Finding {
  requireEven(series);
  const { name, label } = series;
  const n = series.values.length;
  if (input.log && series.values.some((value) => !(value > 0)))
    throw unfit(
      `'${name}' has values that are not above 0, which have no logarithm.`,
      'log',
      'Leave log out.',
    );
  const y = input.log ? series.values.map(Math.log) : series.values;
  const wanted = periodOf(input.period, series);
  const period = wanted !== null && wanted <= longestSeason && n > 2 * wanted ? wanted : null;
  const seasonal = input.form.endsWith('A') && input.form !== 'auto';
  if (seasonal && period === null)
    throw unfit(
      wanted === null
        ? 'How many values a cycle has does not follow from their spacing.'
        : `A season of ${wanted} values cannot be fitted to ${n}.`,
      'period',
      `Say in 'period' how many values a cycle has, at most ${longestSeason} and less than half of the values.`,
    );
  const forms =
    input.form === 'auto'
      ? formsFor(n, period)
      : [formOf[input.form]?.(period) ?? { trend: 'none' as const, period: null }];
  const [fewest] = forms;
  if (
    fewest === undefined ||
    !formsFor(n, fewest.period).some((form) => form.trend === fewest.trend)
  )
    throw unfit(
      `'${name}' has ${n} values here, too few for this form.`,
      'form',
      'Choose a simpler form, or a longer series.',
    );
  if (n * (period === null ? 2 : period + 1) > mostStates)
    throw unfit(
      `${n} values${period === null ? '' : ` with a season of ${period}`} are too many to fit.`,
      'every',
      'Choose a longer unit, or the latest rows with a view.',
    );
  const fits = forms.map((form) => exponentialSmoothing(y, form));
  const fit = fits.reduce((best, one) => (one.aicc < best.aicc ? one : best));
  if (!Number.isFinite(fit.logLikelihood))
    throw unfit(
      `The values of '${name}' follow exactly from those before: there is no error to model.`,
      'value',
      'Choose a series that is not computed.',
    );
  const back = (value: number): number => (input.log ? Math.exp(value) : value);
  const forecast = fit
    .forecast(input.horizon, input.confidence_level)
    .map(({ value, low, high }) => ({ value: back(value), low: back(low), high: back(high) }));
  const residuals = y.map((value, i) => value - (fit.fitted[i] ?? NaN));
  const lags = Math.max(1, Math.min(period === null ? 10 : 2 * period, Math.floor(n / 5)));
  const white = ljungBox(autocorrelations(residuals, lags), n);
  const later = timesAfter(series, input.horizon);
  const percent = levelText(input.confidence_level);
  const code = seriesCode(input, series);
  const last = forecast.at(-1);
  return {
    name: `Exponential smoothing, ${formName(fit.form)}`,
    variant: `${input.form === 'auto' ? `least AICc of ${fits.length} forms` : 'the form asked for'}, maximum likelihood${input.log ? ', of logarithms' : ''}`,
    hypotheses: null,
    statistic: null,
    p: null,
    effects: [
      measured('α, level', fit.alpha),
      ...(fit.beta === null ? [] : [measured('β, trend', fit.beta)]),
      ...(fit.gamma === null ? [] : [measured('γ, season', fit.gamma)]),
      ...(fit.phi === null ? [] : [measured('φ, damping', fit.phi)]),
      measured('log-likelihood', fit.logLikelihood),
      measured('AICc', fit.aicc),
      measured('BIC', fit.bic),
      measured('standard deviation of an error', Math.sqrt(fit.variance)),
    ],
    picture: seriesPicture(
      series,
      [
        { name, y: series.values },
        { name: 'fitted', y: Array.from(fit.fitted, back) },
        {
          name: 'forecast',
          y: [...series.values.map(() => NaN), ...forecast.map(({ value }) => value)],
        },
      ],
      name,
      {
        times: later,
        band: { low: forecast.map(({ low }) => low), high: forecast.map(({ high }) => high) },
      },
    ),
    tables: [
      {
        title: 'Forecast',
        columns: [series.time ?? 'place', name, `${percent} low`, `${percent} high`],
        rows: forecast.map(({ value, low, high }, h) => [label(later[h] ?? NaN), value, low, high]),
      },
      {
        title: 'States at the start',
        columns: ['state', 'value'],
        rows: [
          ['level', fit.level],
          ...(fit.slope === null ? [] : [['slope', fit.slope]]),
          ...fit.season.map((value, i) => [`season ${i + 1}`, value]),
        ],
      },
      ...(fits.length > 1 ? [formsTable(fits)] : []),
    ],
    assumptions: [
      evenlySpaced(series),
      {
        name: 'errors independent of those before',
        verdict: white.p < significant ? 'doubtful' : 'holds',
        said: `Ljung–Box over ${lags} lags: Q = ${twoPlaces(white.statistic)}, p ${pText(white.p)}${white.p < significant ? '; the intervals may be too narrow' : ''}.`,
      },
    ],
    sentence:
      last === undefined
        ? ''
        : `${input.horizon === 1 ? 'The next value' : `In ${sayAhead(series, input.horizon)} ${name}`} is expected at ${short(last.value)}, with ${percent} between ${short(last.low)} and ${short(last.high)} (${formName(fit.form)}).`,
    code: {
      r: [
        ...code.r,
        `fit <- forecast::ets(ts(${input.log ? 'log(y)' : 'y'}, frequency = ${fit.form.period ?? 1}), model = "A${fit.form.trend === 'none' ? 'N' : 'A'}${fit.form.period === null ? 'N' : 'A'}", damped = ${fit.form.trend === 'damped' ? 'TRUE' : 'FALSE'}, opt.crit = "lik", maxit = 20000)`,
        '# its search may end before the top of the likelihood',
        `print(forecast::forecast(fit, ${input.horizon}, level = ${100 * input.confidence_level}))`,
        'result <- list(statistic = fit$loglik)',
        'print(result)',
      ],
      python: [
        'from statsmodels.tsa.exponential_smoothing.ets import ETSModel',
        '',
        ...code.python,
        `fit = ETSModel(${input.log ? 'np.log(y)' : 'y'}, error="add", trend=${fit.form.trend === 'none' ? 'None' : '"add"'}, damped_trend=${fit.form.trend === 'damped' ? 'True' : 'False'}${fit.form.period === null ? '' : `, seasonal="add", seasonal_periods=${fit.form.period}`}).fit(disp=False)`,
        `print(fit.forecast(${input.horizon}))`,
        'n = len(y)',
        '# without the constants of the normal density, as in R',
        'result = fit.llf + n / 2 * (np.log(2 * np.pi / n) + 1)',
        'print(result)',
      ],
    },
  };
}

const formsTable = (fits: readonly Smoothing[]): ResultTable => ({
  title: 'Forms compared',
  columns: ['form', 'AICc', 'log-likelihood'],
  rows: fits
    .toSorted((a, b) => a.aicc - b.aicc)
    .map(({ form, aicc, logLikelihood }) => [formName(form), aicc, logLikelihood]),
});

/** Where the next values stand. */
function timesAfter({ times, spacing: { step }, time }: Series, count: number): number[] {
  const last = times.at(-1) ?? NaN;
  return Array.from({ length: count }, (_, h) =>
    time === null || step === null
      ? last + h + 1
      : typeof step === 'number'
        ? last + (h + 1) * step
        : momentAfter(last, h + 1, step),
  );
}
