import { ets as definition } from '@columnist/contract/methods/series/ets';
import {
  autocorrelations,
  exponentialSmoothing,
  formName,
  formsFor,
  ljungBox,
  placeOf,
  spanOf,
  type Scale,
  type Smoothing,
  type SmoothingForm,
} from '@columnist/statistics';
import { pText, type ResultTable } from '@columnist/contract';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit, withinOne } from '../finding.ts';
import { doubtBelow, levelText, twoPlaces, withError } from '../words.ts';
import { momentAfter } from './calendar.ts';
import { readVaryingSeries } from './read-varying-series.ts';
import type { Series } from './read-series.ts';
import { periodOf, requireEven } from './season.ts';
import { seriesCode } from './series-code.ts';
import { seriesPicture } from './series-pictures.ts';
import { evenlySpaced, sayAhead } from './series-words.ts';

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
export const ets = defineProcedure(definition, {
  read: readVaryingSeries,
  find: (input, series) => {
    requireEven(series);
    const { name, label } = series;
    const n = series.values.length;
    if (input.log && series.values.some((value) => !(value > 0)))
      throw unfit(
        `'${name}' has values that are not above 0, which have no logarithm.`,
        'log',
        'Leave log out.',
      );
    const { y, scale } = input.log
      ? { y: series.values.map(Math.log), scale: plain }
      : smoothedOf(series);
    const span = (value: number): number => spanOf(scale, value);
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
    const fits = forms.map((form) => inUnitOf(scale, n, exponentialSmoothing(y, form)));
    const fit = fits.reduce((best, one) => (one.aicc < best.aicc ? one : best));
    if (!Number.isFinite(fit.logLikelihood))
      throw unfit(
        `The values of '${name}' follow exactly from those before: there is no error to model.`,
        'value',
        'Choose a series that is not computed.',
      );
    const back = (value: number): number => (input.log ? Math.exp(value) : placeOf(scale, value));
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
    const write = withError(((last?.high ?? NaN) - (last?.low ?? NaN)) / 4);
    return {
      name: `Exponential smoothing, ${formName(fit.form)}`,
      variant: `${input.form === 'auto' ? `least AICc of ${fits.length} forms` : 'the form asked for'}, maximum likelihood${input.log ? ', of logarithms' : ''}`,
      hypotheses: null,
      statistic: null,
      p: null,
      effects: [
        withinOne('α, level', fit.alpha),
        ...(fit.beta === null ? [] : [withinOne('β, trend', fit.beta)]),
        ...(fit.gamma === null ? [] : [withinOne('γ, season', fit.gamma)]),
        ...(fit.phi === null ? [] : [withinOne('φ, damping', fit.phi)]),
        measured('log-likelihood', fit.logLikelihood),
        measured('AICc', fit.aicc),
        measured('BIC', fit.bic),
        measured('standard deviation of an error', span(Math.sqrt(fit.variance))),
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
          rows: forecast.map(({ value, low, high }, h) => [
            label(later[h] ?? NaN),
            value,
            low,
            high,
          ]),
        },
        {
          title: 'States at the start',
          columns: ['state', 'value'],
          rows: [
            ['level', placeOf(scale, fit.level)],
            ...(fit.slope === null ? [] : [['slope', span(fit.slope)]]),
            ...fit.season.map((value, i) => [`season ${i + 1}`, span(value)]),
          ],
        },
        ...(fits.length > 1 ? [formsTable(fits)] : []),
      ],
      assumptions: [
        evenlySpaced(series),
        {
          name: 'errors independent of those before',
          verdict: white.p < doubtBelow ? 'doubtful' : 'nothing_against',
          said: `${white.p < doubtBelow ? 'Errors depend on those before' : 'No dependence was found'}: Ljung–Box over ${lags} lags, Q(${lags}) = ${twoPlaces(white.statistic)}, p ${pText(white.p)}${white.p < doubtBelow ? '; the intervals may be too narrow' : ''}.`,
        },
      ],
      sentence:
        last === undefined
          ? ''
          : `${input.horizon === 1 ? 'The next value' : `In ${sayAhead(series, input.horizon)} ${name}`} is expected at ${write(last.value)}, with ${percent} probability between ${write(last.low)} and ${write(last.high)} if the model is right (${formName(fit.form)}).`,
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
  },
  // Both languages search for the parameters in ways of their own.
  samples: {},
});

const plain: Scale = { origin: 0, perUnit: 1 };

/** A series from its place on, in the unit of its values unless this is a power of two. */
function smoothedOf({ numbers, scale: { origin, perUnit } }: Series): {
  readonly y: Float64Array;
  readonly scale: Scale;
} {
  const isDecimal = perUnit >= 1 && perUnit < 1e39;
  return isDecimal
    ? { y: numbers.map((number) => number / perUnit), scale: { origin, perUnit: 1 } }
    : { y: numbers, scale: { origin, perUnit } };
}

/** The same fit with the likelihood of values instead of numbers. */
function inUnitOf({ perUnit }: Scale, n: number, fit: Smoothing): Smoothing {
  const more = n * Math.log(perUnit);
  return {
    ...fit,
    logLikelihood: fit.logLikelihood + more,
    aic: fit.aic - 2 * more,
    aicc: fit.aicc - 2 * more,
    bic: fit.bic - 2 * more,
  };
}

const formsTable = (fits: readonly Smoothing[]): ResultTable => ({
  title: 'Forms compared',
  columns: ['form', 'AICc', 'log-likelihood'],
  rows: fits
    .toSorted((a, b) => a.aicc - b.aicc)
    .map(({ form, aicc, logLikelihood }) => [formName(form), aicc, logLikelihood]),
});

/** Where the next values are. */
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
