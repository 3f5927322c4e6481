import { kpss as definition } from '@columnist/contract/methods/series/kpss';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit } from '../finding.ts';
import { verdict } from '../verdict.ts';
import { twoPlaces } from '../words.ts';
import { readVaryingSeries } from './read-varying-series.ts';
import { seriesCode } from './series-code.ts';
import { stationarity } from './stationarity.ts';

export const kpss = defineProcedure(definition, {
  read: readVaryingSeries,
  find: (input, series) => {
    const { numbers, name } = series;
    const n = numbers.length;
    const common = stationarity(series);
    const code = seriesCode(input, series);
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
    const { statistic, p, lags } = statistics.kpss(numbers, input.about, input.lags ?? null);
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
      statistic: { name: 'KPSS', value: statistic },
      effects: [],
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The series ${name} is stationary about ${about}.`,
          alternative: `The series ${name} wanders off from ${about}.`,
        },
        seen: `KPSS = ${twoPlaces(statistic)}`,
        after: (found) =>
          found ? ' That it is stationary is rejected.' : ' That it is stationary is not rejected.',
      }),
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
  },
  samples: {
    usual: { about: 'constant', value: 'z', time: 'month' },
    trend: { about: 'trend', lags: 3, value: 'z', time: 'month' },
  },
  prints: ({ statistic }) => statistic?.value,
});
