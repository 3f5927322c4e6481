import { pText } from '@columnist/contract';
import { autocorrelation as definition } from '@columnist/contract/methods/order/autocorrelation';
import { autocorrelations, ljungBox } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit } from '../finding.ts';
import { numbersCode } from '../read-numbers.ts';
import { figuresOf, readVarying } from '../read-varying.ts';
import { significant, twoPlaces } from '../words.ts';

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
    const code = numbersCode([column], ['x']);
    const bound = 1.959963984540054 / Math.sqrt(n);
    return {
      name: 'Ljung–Box test of autocorrelation',
      variant: lags === 1 ? 'lag 1' : `lags 1 to ${lags}`,
      hypotheses: {
        null: `Values of ${column} do not depend on those before them.`,
        alternative: 'They do.',
      },
      statistic: { name: 'Q', value: statistic },
      df: [df],
      p,
      estimate: measured('lag-1 autocorrelation', first),
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
      sentence:
        p < significant
          ? `Values of ${column} depend on those before them: lag-1 autocorrelation ${twoPlaces(first)} (p ${pText(p)}).`
          : `These data show no clear dependence of ${column} on the values before: lag-1 autocorrelation ${twoPlaces(first)} (p ${pText(p)}).`,
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
