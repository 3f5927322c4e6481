import { grubbs as definition } from '@columnist/contract/methods/outliers/grubbs';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { quantilesOf } from '../pictures.ts';
import { numbersCode } from '../read-numbers.ts';
import { figuresOf, readVarying } from '../read-varying.ts';
import { verdict } from '../verdict.ts';
import { alphaOf, apart, short, twoPlaces } from '../words.ts';
import { listed } from './listed.ts';

export const grubbs = defineProcedure(definition, {
  read: readVarying,
  find: (input, read) => {
    const { sample, scale, rows } = read;
    const { values } = sample;
    const code = numbersCode([input.column], ['x']);
    const valueAt = (i: number): number => statistics.placeOf(scale, values[i] ?? NaN);
    const alpha = alphaOf(input.confidence_level);
    const { g, p, critical, at } = statistics.grubbs(
      values,
      sample.mean,
      Math.sqrt(statistics.varianceOf(sample)),
      alpha,
    );
    // An outlier is not to read as if it were the mean.
    const write = apart(valueAt(at), statistics.placeOf(scale, sample.mean));
    return {
      name: 'Grubbs’ test for one outlier',
      variant: 'two-sided',
      statistic: { name: 'G', value: g },
      groups: figuresOf(input.column, read, input.confidence_level),
      tables: [
        listed(
          'Farthest from the mean',
          [{ row: rows[at] ?? 0, figures: [valueAt(at), g, critical] }],
          ['value', 'G', `critical at ${short(alpha)}`],
        ),
      ],
      picture: quantilesOf(input.column, sample.values, scale),
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `All values of ${input.column} are a sample of one normal distribution.`,
          alternative: `The value of ${input.column} farthest from the mean is an outlier of a normal distribution.`,
        },
        seen: `${write(valueAt(at))} in row ${(rows[at] ?? 0) + 1} lies ${twoPlaces(g)} standard deviations from the mean`,
      }),
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
