import { tukeyOutliers as definition } from '@columnist/contract/methods/outliers/tukey-outliers';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { numbersCode } from '../read-numbers.ts';
import { readVarying } from '../read-varying.ts';
import { outside } from './outside.ts';

export const tukeyOutliers = defineProcedure(definition, {
  read: readVarying,
  find: (input, read) => {
    const code = numbersCode([input.column], ['x']);
    return outside(input, read, {
      name: 'Outliers by Tukey’s fences',
      rule: `more than ${input.k} interquartile ranges beyond the quartiles`,
      limits: statistics.tukeyOutliers(read.sample.values, input.k),
      beside: [],
      code: {
        r: [
          ...code.r,
          'q <- quantile(x, c(0.25, 0.75)); reach <- diff(q)',
          `result <- sum(x < q[1] - ${input.k} * reach | x > q[2] + ${input.k} * reach)`,
          'print(result)',
        ],
        python: [
          ...code.python,
          'low, high = np.quantile(x, [0.25, 0.75])',
          `result = int(((x < low - ${input.k} * (high - low)) | (x > high + ${input.k} * (high - low))).sum())`,
          'print(result)',
        ],
      },
    });
  },
  samples: { usual: { column: 'y', k: 0.3 } },
  prints: ({ statistic }) => statistic?.value,
});
