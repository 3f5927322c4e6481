import { autocorrelationOfSeries as definition } from '@columnist/contract/methods/series/autocorrelation';
import {
  autocorrelations,
  ljungBox,
  normalQuantile,
  partialAutocorrelations,
} from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { noAutocorrelation } from '../order/no-autocorrelation.ts';
import { verdict } from '../verdict.ts';
import { ofUnit } from '../words.ts';
import { readVaryingSeries } from './read-varying-series.ts';
import { seriesCode } from './series-code.ts';
import { seriesPicture } from './series-pictures.ts';
import { evenlySpaced } from './series-words.ts';

/** Autocorrelations with Ljung and Box's test of all of them. */
export const autocorrelationOfSeries = defineProcedure(definition, {
  read: readVaryingSeries,
  find: (input, series) => {
    const { values, numbers } = series;
    const n = values.length;
    const lags = input.lags ?? Math.min(n - 1, Math.max(1, Math.floor(10 * Math.log10(n))));
    if (lags === 0)
      throw unfit(
        'A series is compared with itself at lags from 1.',
        'lags',
        'Ask for at least 1, or leave it out.',
      );
    if (lags >= n)
      throw unfit(
        `'${series.name}' has ${n} values here, too few for ${lags} lags.`,
        'lags',
        `Ask for at most ${n - 1}.`,
      );
    const correlations = autocorrelations(numbers, lags);
    const partial = partialAutocorrelations(correlations);
    const { statistic, df, p } = ljungBox(correlations, n);
    const limit = -normalQuantile((1 - input.confidence_level) / 2) / Math.sqrt(n);
    const order = correlations.map((_, i) => i + 1);
    const code = seriesCode(input, series);
    const strongest =
      order.toSorted(
        (a, b) => Math.abs(correlations[b - 1] ?? 0) - Math.abs(correlations[a - 1] ?? 0),
      )[0] ?? 1;
    return {
      name: 'Ljung–Box test of autocorrelation',
      variant: `lags 1 to ${lags}, chi-square approximation`,
      statistic: { name: 'Q', value: statistic },
      df: [df],
      effects: [withinOne('autocorrelation at lag 1', correlations[0] ?? NaN)],
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
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: noAutocorrelation(series.name, lags),
          alternative: `The values of ${series.name} depend on those before them.`,
        },
        seen: `the strongest is the autocorrelation of ${ofUnit(correlations[strongest - 1] ?? NaN)} at lag ${strongest}`,
      }),
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
  },
  samples: {
    usual: { lags: 6, value: 'z', time: 'month' },
    'of rows': { lags: 3, value: 'i1' },
    'of weeks': { lags: 2, value: 'z', time: 'day', every: 'week', aggregate: 'sum' },
    'of filled days': { lags: 5, value: 'z', time: 'day', every: 'day', gaps: 'linear' },
    'of filled moments': { lags: 5, value: 'z', time: 'day', gaps: 'previous' },
    'of quarters': { lags: 2, value: 'z', time: 'month', every: 'quarter', aggregate: 'max' },
  },
});
