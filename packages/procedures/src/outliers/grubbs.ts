import { pText } from '@columnist/contract';
import { grubbs as definition } from '@columnist/contract/methods/outliers/grubbs';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { quantilesOf } from '../pictures.ts';
import { numbersCode } from '../read-numbers.ts';
import { figuresOf, readVarying } from '../read-varying.ts';
import { short, twoPlaces } from '../words.ts';
import { listed } from './listed.ts';

export const grubbs = defineProcedure(definition, {
  read: readVarying,
  find: (input, read) => {
    const { sample, scale, rows } = read;
    const { values } = sample;
    const code = numbersCode([input.column], ['x']);
    const valueAt = (i: number): number => statistics.placeOf(scale, values[i] ?? NaN);
    const alpha = 1 - input.confidence_level;
    const { g, p, critical, at } = statistics.grubbs(
      values,
      sample.mean,
      Math.sqrt(statistics.varianceOf(sample)),
      alpha,
    );
    return {
      name: 'Grubbs’ test for one outlier',
      variant: 'two-sided',
      hypotheses: {
        null: `All values of ${input.column} are of one normal distribution.`,
        alternative: `The value farthest from the mean, ${short(valueAt(at))}, is not.`,
      },
      statistic: { name: 'G', value: g },
      p,
      groups: figuresOf(input.column, read, input.confidence_level),
      tables: [
        listed(
          'Farthest from the mean',
          [{ row: rows[at] ?? 0, figures: [valueAt(at), g, critical] }],
          ['value', 'G', `critical at ${short(alpha)}`],
        ),
      ],
      picture: quantilesOf(input.column, sample, scale),
      sentence:
        p < alpha
          ? `${short(valueAt(at))} is an outlier of ${input.column}: G = ${twoPlaces(g)}, p ${pText(p)}.`
          : `${input.column} has no outlier: ${short(valueAt(at))} is farthest from the mean, G = ${twoPlaces(g)}, p ${pText(p)}.`,
      code: {
        r: [
          ...code.r,
          'n <- length(x); g <- max(abs(x - mean(x))) / sd(x)',
          't <- sqrt(n * (n - 2) * g^2 / ((n - 1)^2 - n * g^2))',
          'result <- list(p.value = min(1, 2 * n * pt(t, n - 2, lower.tail = FALSE)))',
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'n = len(x)',
          'g = np.abs(x - x.mean()).max() / x.std(ddof=1)',
          't = np.sqrt(n * (n - 2) * g**2 / ((n - 1) ** 2 - n * g**2))',
          'result = min(1, 2 * n * stats.t.sf(t, n - 2))',
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { column: 'y' } },
});
