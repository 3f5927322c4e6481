import { autocorrelation as definition } from '@columnist/contract/methods/order/autocorrelation';
import { autocorrelations, ljungBox } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { nearOf } from '../near-values.ts';
import { numbersCode } from '../read-numbers.ts';
import { figuresOf, readVarying } from '../read-varying.ts';
import { verdict } from '../verdict.ts';
import { ofUnit } from '../words.ts';
import { noAutocorrelation } from './no-autocorrelation.ts';

export const autocorrelation = defineProcedure(definition, {
  read: readVarying,
  find: ({ column, lags, confidence_level: level }, read) => {
    const { values, n } = read.sample;
    if (lags >= n)
      throw unfit(
        `'${column}' has ${n} values here, too few for ${lags} lags.`,
        'lags',
        'Ask for fewer lags.',
      );
    const found = autocorrelations(values, lags);
    const { statistic, df, p } = ljungBox(found, n);
    const [first = NaN] = found;
    const code = numbersCode([column], ['x'], nearOf(read.scale, [values]));
    const bound = 1.959963984540054 / Math.sqrt(n);
    return {
      name: 'Ljung–Box test of autocorrelation',
      variant: lags === 1 ? 'lag 1' : `lags 1 to ${lags}`,
      statistic: { name: 'Q', value: statistic },
      df: [df],
      estimate: withinOne('lag-1 autocorrelation', first),
      groups: figuresOf(column, read, level),
      tables: [
        {
          title: 'Autocorrelations',
          columns: ['lag', 'autocorrelation'],
          rows: found.map((r, i) => [i + 1, r]),
        },
      ],
      picture: {
        kind: 'points',
        x_name: 'lag',
        y_name: 'autocorrelation',
        x: found.map((_, i) => i + 1),
        y: found,
        marked: found.flatMap((r, i) => (Math.abs(r) > bound ? [i] : [])),
      },
      ...verdict({
        p,
        level,
        hypotheses: {
          null: noAutocorrelation(column, lags),
          alternative: `The values of ${column} depend on those before them.`,
        },
        seen: `lag-1 autocorrelation ${ofUnit(first)}`,
      }),
      code: {
        r: [...code.r, `result <- Box.test(x, lag = ${lags}, type = "Ljung-Box")`, 'print(result)'],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'z = x - x.mean()',
          `r = np.array([(z[:-k] * z[k:]).sum() for k in range(1, ${lags} + 1)]) / (z * z).sum()`,
          'n = len(x)',
          `result = stats.chi2.sf(n * (n + 2) * (r**2 / (n - np.arange(1, ${lags} + 1))).sum(), ${lags})`,
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { column: 'z', lags: 3 } },
});
