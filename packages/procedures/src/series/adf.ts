import { adf as definition } from '@columnist/contract/methods/series/adf';
import { augmentedDickeyFuller, mackinnonPolynomial, schwertLags } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit } from '../finding.ts';
import { verdict } from '../verdict.ts';
import { twoPlaces } from '../words.ts';
import { readVaryingSeries } from './read-varying-series.ts';
import { seriesCode } from './series-code.ts';
import { stationarity } from './stationarity.ts';

export const adf = defineProcedure(definition, {
  read: readVaryingSeries,
  find: (input, series) => {
    const { numbers, scale, name } = series;
    const n = numbers.length;
    const common = stationarity(series);
    const code = seriesCode(input, series);
    const terms = { none: 0, constant: 1, trend: 2 }[input.deterministics];
    const most = schwertLags(n, terms);
    if (most < 0 || (input.lags ?? 0) > Math.floor(n / 2) - terms - 1)
      throw unfit(
        `'${name}' has ${n} values here, too few for this test${input.lags === undefined ? '' : ` with ${input.lags} lags`}.`,
        'lags',
        'Ask for fewer lags, or choose a longer series.',
      );
    const { statistic, p, lags } = augmentedDickeyFuller(
      // Without a constant a series is taken from 0 on.
      input.deterministics === 'none'
        ? numbers.map((number) => number + scale.origin * scale.perUnit)
        : numbers,
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
    const home = { none: '0', constant: 'its level', trend: 'its straight line' }[
      input.deterministics
    ];
    // Far from 0 a column of levels is nearly one of constants, which the test does not depend on.
    const aboutFirst = terms > 0;
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
      statistic: { name: 'ADF', value: statistic },
      effects: [],
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The series ${name} has a unit root: shocks last for ever.`,
          alternative: `The series ${name} returns to ${home}.`,
        },
        seen: `ADF = ${twoPlaces(statistic)}`,
        after: (found) =>
          found
            ? ' A unit root is rejected.'
            : ' A unit root is not rejected: shocks may last for ever.',
      }),
      code: {
        r: [
          ...code.r,
          ...(aboutFirst ? ['y <- y - y[1]'] : []),
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
          ...(aboutFirst ? ['y = y - y[0]'] : []),
          'y = y / np.abs(y).max()',
          `result = adfuller(y, ${lags}, "${{ none: 'n', constant: 'c', trend: 'ct' }[input.deterministics]}", autolag=None)[1]`,
          'print(result)',
        ],
      },
    };
  },
  samples: {
    usual: { deterministics: 'constant', value: 'z', time: 'month' },
    'trend and lags': { deterministics: 'trend', lags: 2, value: 'z', time: 'month' },
    none: { deterministics: 'none', lags: 1, value: 'z', time: 'month' },
  },
});
