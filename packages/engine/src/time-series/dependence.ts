import { pText, type TimeSeriesOptions } from '@columnist/contract';
import {
  augmentedDickeyFuller,
  autocorrelations,
  kpss,
  ljungBox,
  mackinnonPolynomial,
  mannKendall,
  normalQuantile,
  partialAutocorrelations,
  schwertLags,
  senSlope,
} from '@columnist/statistics';
import { measured, unfit, type Assumption, type Finding } from '../procedures/finding.ts';
import { short, significant, twoPlaces } from '../procedures/words.ts';
import type { Series } from './read-series.ts';
import { seriesCode } from './series-code.ts';
import { seriesPicture } from './series-pictures.ts';
import { evenlySpaced, sayUnit } from './series-words.ts';

type Options<Method extends TimeSeriesOptions['method']> = Extract<
  TimeSeriesOptions,
  { method: Method }
>;

/** Autocorrelations with Ljung and Box's test of all of them. */
export function autocorrelationFinding(input: Options<'autocorrelation'>, series: Series): Finding {
  const { values } = series;
  const n = values.length;
  const lags = input.lags ?? Math.min(n - 1, Math.max(1, Math.floor(10 * Math.log10(n))));
  if (lags >= n)
    throw unfit(
      `'${series.name}' has ${n} values here, too few for ${lags} lags.`,
      'lags',
      `Ask for at most ${n - 1}.`,
    );
  const correlations = autocorrelations(values, lags);
  const partial = partialAutocorrelations(correlations);
  const { statistic, df, p } = ljungBox(correlations, n);
  const limit = normalQuantile(0.5 + input.confidence_level / 2) / Math.sqrt(n);
  const order = correlations.map((_, i) => i + 1);
  const code = seriesCode(input, series);
  const strongest =
    order.toSorted(
      (a, b) => Math.abs(correlations[b - 1] ?? 0) - Math.abs(correlations[a - 1] ?? 0),
    )[0] ?? 1;
  return {
    name: 'Ljung–Box test of autocorrelation',
    variant: `lags 1 to ${lags}, chi-square approximation`,
    hypotheses: {
      null: 'Values do not depend on those before.',
      alternative: 'Some autocorrelation is not 0.',
    },
    statistic: { name: 'Q', value: statistic },
    df: [df],
    p,
    effects: [measured('autocorrelation at lag 1', correlations[0] ?? NaN)],
    picture: {
      kind: 'bars',
      x_name: 'lag',
      y_name: 'autocorrelation',
      x: order,
      values: correlations,
      limit,
    },
    pictures: [
      {
        title: 'Partial autocorrelations',
        picture: {
          kind: 'bars',
          x_name: 'lag',
          y_name: 'partial autocorrelation',
          x: order,
          values: partial,
          limit,
        },
      },
      { title: 'The series', picture: seriesPicture(series, [{ name: series.name, y: values }]) },
    ],
    tables: [
      {
        title: 'Autocorrelations',
        columns: ['lag', 'autocorrelation', 'partial', 'Q up to here', 'p'],
        rows: order.map((lag) => {
          const upTo = ljungBox(correlations.slice(0, lag), n);
          return [
            lag,
            correlations[lag - 1] ?? null,
            partial[lag - 1] ?? null,
            upTo.statistic,
            upTo.p,
          ];
        }),
      },
    ],
    assumptions: [evenlySpaced(series)],
    sentence:
      p < significant
        ? `Values of ${series.name} depend on those before: the strongest autocorrelation is ${twoPlaces(correlations[strongest - 1] ?? NaN)} at lag ${strongest} (Ljung–Box over ${lags} lags, p ${pText(p)}).`
        : `These data show no clear dependence of ${series.name} on its earlier values (Ljung–Box over ${lags} lags, p ${pText(p)}).`,
    code: {
      r: [
        ...code.r,
        `print(acf(y, ${lags}, plot = FALSE)); print(pacf(y, ${lags}, plot = FALSE))`,
        `result <- Box.test(y, lag = ${lags}, type = "Ljung-Box")`,
        'print(result)',
      ],
      python: [
        'from statsmodels.stats.diagnostic import acorr_ljungbox',
        'from statsmodels.tsa.stattools import acf, pacf',
        '',
        ...code.python,
        `print(acf(y, nlags=${lags}), pacf(y, nlags=${Math.min(lags, Math.floor(n / 2) - 1)}, method="ldb"))`,
        `result = acorr_ljungbox(y, lags=[${lags}], return_df=True)["lb_pvalue"].iloc[0]`,
        'print(result)',
      ],
    },
  };
}

const mostForLags = 50_000;

/** Unit root (ADF) or stationarity (KPSS): opposite null hypotheses. */
export function stationarityFinding(
  input: Options<'adf'> | Options<'kpss'>,
  series: Series,
): Finding {
  const { values, name } = series;
  const n = values.length;
  if (n > mostForLags)
    throw unfit(
      `${n} values are too many for this test.`,
      'every',
      'Choose a longer unit, or fewer rows with a view.',
    );
  const common = {
    picture: seriesPicture(series, [{ name, y: values }]),
    assumptions: [evenlySpaced(series)],
  };
  const code = seriesCode(input, series);
  if (input.method === 'kpss') {
    if (input.lags !== undefined && input.lags >= n)
      throw unfit(
        `'${name}' has ${n} values here, too few for ${input.lags} lags.`,
        'lags',
        `Ask for at most ${n - 1}.`,
      );
    if (n < 5)
      throw unfit(
        `'${name}' has ${n} values here; this needs at least five.`,
        'value',
        'Choose a longer series.',
      );
    const { statistic, p, lags } = kpss(values, input.about, input.lags ?? null);
    if (!Number.isFinite(statistic))
      throw unfit(
        `All values of '${name}' lie on a straight line.`,
        'about',
        "Test about 'constant'.",
      );
    const about = input.about === 'constant' ? 'a level' : 'a straight line';
    return {
      ...common,
      name: 'KPSS test of stationarity',
      variant: `about ${about}, ${lags} lags${input.lags === undefined ? ' by Hobijn’s rule' : ''}, p of the limit distribution`,
      hypotheses: {
        null: `${name} is stationary about ${about}.`,
        alternative: `${name} wanders off from ${about}.`,
      },
      statistic: { name: 'KPSS', value: statistic },
      p,
      effects: [],
      sentence:
        p < significant
          ? `${name} is not stationary about ${about} (KPSS = ${twoPlaces(statistic)}, p ${pText(p)}).`
          : `Nothing speaks against ${name} being stationary about ${about} (KPSS = ${twoPlaces(statistic)}, p ${pText(p)}).`,
      code: {
        r: [
          ...code.r,
          input.about === 'constant' ? 'e <- y - mean(y)' : 'e <- residuals(lm(y ~ seq_along(y)))',
          'n <- length(e)',
          `v <- sum(e^2)${lags === 0 ? '' : ` + 2 * sum(sapply(1:${lags}, function(k) (1 - k / ${lags + 1}) * sum(e[(k + 1):n] * e[1:(n - k)])))`}`,
          '# tseries::kpss.test() has p between .01 and .10 only',
          'result <- list(statistic = sum(cumsum(e)^2) / (n * v))',
          'print(result)',
        ],
        python: [
          'from statsmodels.tsa.stattools import kpss',
          '',
          ...code.python,
          '# p between .01 and .10 only',
          `result = kpss(y, "${input.about === 'constant' ? 'c' : 'ct'}", nlags=${lags})[0]`,
          'print(result)',
        ],
      },
    };
  }
  const terms = { none: 0, constant: 1, trend: 2 }[input.deterministics];
  const most = schwertLags(n, terms);
  if (most < 0 || (input.lags ?? 0) > Math.floor(n / 2) - terms - 1)
    throw unfit(
      `'${name}' has ${n} values here, too few for this test${input.lags === undefined ? '' : ` with ${input.lags} lags`}.`,
      'lags',
      'Ask for fewer lags, or choose a longer series.',
    );
  const { statistic, p, lags } = augmentedDickeyFuller(
    values,
    input.deterministics,
    input.lags ?? null,
  );
  if (!Number.isFinite(statistic))
    throw unfit(
      `The values of '${name}' follow exactly from those before.`,
      'value',
      'Choose a series that is not computed.',
    );
  const having = {
    none: 'without a constant',
    constant: 'with a constant',
    trend: 'with a constant and a straight line',
  }[input.deterministics];
  const columns = [
    ...(terms > 0 ? [] : ['0']),
    'level',
    ...(terms > 1 ? ['seq_along(level)'] : []),
    ...(lags > 0 ? ['before'] : []),
  ];
  return {
    ...common,
    name: 'Augmented Dickey–Fuller test of a unit root',
    variant: `${having}, ${lags} lagged differences${input.lags === undefined ? ' by Akaike’s criterion' : ''}, p by MacKinnon 1994`,
    hypotheses: {
      null: `${name} has a unit root: shocks last for ever.`,
      alternative: `${name} returns to ${input.deterministics === 'trend' ? 'its straight line' : input.deterministics === 'constant' ? 'its level' : '0'}.`,
    },
    statistic: { name: 'ADF', value: statistic },
    p,
    effects: [],
    sentence:
      p < significant
        ? `${name} has no unit root: it returns to ${input.deterministics === 'trend' ? 'its straight line' : input.deterministics === 'constant' ? 'its level' : '0'} (ADF = ${twoPlaces(statistic)}, p ${pText(p)}).`
        : `A unit root of ${name} is not ruled out: it may wander without end (ADF = ${twoPlaces(statistic)}, p ${pText(p)}).`,
    code: {
      r: [
        ...code.r,
        'n <- length(y); change <- diff(y)',
        `now <- change[${lags + 1}:(n - 1)]; level <- y[${lags + 1}:(n - 1)]`,
        ...(lags > 0
          ? [`before <- sapply(1:${lags}, function(k) change[(${lags + 1} - k):(n - 1 - k)])`]
          : []),
        `tau <- summary(lm(now ~ ${columns.join(' + ')}))$coefficients["level", 3]`,
        `result <- list(statistic = tau, p.value = pnorm(sum(c(${mackinnonPolynomial(statistic, input.deterministics).join(', ')}) * tau^(seq_len(${mackinnonPolynomial(statistic, input.deterministics).length}) - 1))))`,
        'print(result)',
      ],
      python: [
        'from statsmodels.tsa.stattools import adfuller',
        '',
        ...code.python,
        `result = adfuller(y, ${lags}, "${{ none: 'n', constant: 'c', trend: 'ct' }[input.deterministics]}", autolag=None)[1]`,
        'print(result)',
      ],
    },
  };
}

const mostForSlopes = 5000;
const day = 86_400e6;

/** Mann and Kendall's test of a trend, with Sen's slope. */
export function trendFinding(input: Options<'mann_kendall'>, series: Series): Finding {
  const { values, times, spacing, name, moments } = series;
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
  const { s, z, p, tau, variance } = mannKendall(axis, values);
  const { slope, intercept, interval } = senSlope(axis, values, variance, input.confidence_level);
  const unit = sayUnit(series);
  const line = axis.map((place) => intercept + slope * place);
  const code = seriesCode(input, series);
  const x =
    !moments && series.time !== null
      ? ['t', 's.index.to_numpy(dtype=float)']
      : ['seq_along(y)', 'np.arange(len(y))'];
  return {
    name: 'Mann–Kendall test of a trend',
    variant: 'normal approximation, corrected for ties and continuity; slope by Sen 1968',
    hypotheses: {
      null: `${name} tends neither up nor down.`,
      alternative: `${name} tends up or down.`,
    },
    statistic: { name: 'Z', value: z },
    p,
    estimate: measured(`slope ${unit}`, slope, interval),
    effects: [measured("Kendall's τ", tau), measured('S', s)],
    picture: seriesPicture(series, [
      { name, y: values },
      { name: "Sen's line", y: line },
    ]),
    assumptions: independent(values, line),
    sentence:
      p < significant
        ? `${name} ${s > 0 ? 'rises' : 'falls'} by ${short(Math.abs(slope))} ${unit} (Mann–Kendall, p ${pText(p)}; ${Math.round(100 * input.confidence_level)}% CI ${short(interval.low)} to ${short(interval.high)}).`
        : `These data show no clear trend of ${name}: slope ${short(slope)} ${unit} (Mann–Kendall, p ${pText(p)}).`,
    code: {
      r: [
        ...code.r,
        `result <- cor.test(${x[0] ?? ''}, y, method = "kendall", exact = FALSE, continuity = TRUE)`,
        'slopes <- outer(y, y, "-") / outer(seq_along(y), seq_along(y), "-")',
        'print(median(slopes[lower.tri(slopes)]))',
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        `x = ${x[1] ?? ''}`,
        'n = len(y)',
        's_score = np.sign(np.subtract.outer(y, y))[np.tril_indices(n, -1)].sum()',
        'ties = np.unique(y, return_counts=True)[1]',
        'variance = (n * (n - 1) * (2 * n + 5) - (ties * (ties - 1) * (2 * ties + 5)).sum()) / 18',
        'print(stats.theilslopes(y, x))',
        'result = 2 * stats.norm.sf((abs(s_score) - 1) / np.sqrt(variance))',
        'print(result)',
      ],
    },
  };
}

/** Whether what is left about the line depends on what was left before; nothing where nothing is left. */
function independent(values: Float64Array, line: Float64Array): Assumption[] {
  const r =
    autocorrelations(
      values.map((value, i) => value - (line[i] ?? 0)),
      1,
    )[0] ?? NaN;
  if (!Number.isFinite(r)) return [];
  const far = Math.abs(r) > normalQuantile(0.975) / Math.sqrt(values.length);
  return [
    {
      name: 'values independent of those before',
      verdict: far ? 'doubtful' : 'holds',
      said: `About the line, the autocorrelation at lag 1 is ${twoPlaces(r)}${far ? ': p is smaller than it should be' : ''}.`,
    },
  ];
}
