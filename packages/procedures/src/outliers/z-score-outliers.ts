import { zScoreOutliers as definition } from '@columnist/contract/methods/outliers/z-score-outliers';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { numbersCode } from '../read-numbers.ts';
import { readVarying } from '../read-varying.ts';
import { outside } from './outside.ts';

export const zScoreOutliers = defineProcedure(definition, {
  read: readVarying,
  find: (input, read) => {
    const { sample } = read;
    const sd = Math.sqrt(statistics.varianceOf(sample));
    const code = numbersCode([input.column], ['x']);
    return outside(input, read, {
      name: 'Outliers by standard scores',
      rule: `more than ${input.threshold} standard deviations from the mean`,
      limits: statistics.zScoreOutliers(sample.values, sample.mean, sd, input.threshold),
      beside: [{ name: 'z', of: (number) => (number - sample.mean) / sd }],
      code: {
        r: [
          ...code.r,
          'z <- (x - mean(x)) / sd(x)',
          `result <- sum(abs(z) > ${input.threshold})`,
          'print(result)',
        ],
        python: [
          ...code.python,
          'z = (x - x.mean()) / x.std(ddof=1)',
          `result = int((np.abs(z) > ${input.threshold}).sum())`,
          'print(result)',
        ],
      },
    });
  },
  samples: { usual: { column: 'y', threshold: 1.5 } },
  prints: ({ statistic }) => statistic?.value,
});
