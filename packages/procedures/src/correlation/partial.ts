import { partial as definition } from '@columnist/contract/methods/correlation/partial';
import { partialCorrelation } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { pointsOf } from '../pictures.ts';
import { numbersCode } from '../read-numbers.ts';
import { requireSpread } from '../require-spread.ts';
import { verdict } from '../verdict.ts';
import { claimOf, readRelated, together } from './two-columns.ts';

export const partial = defineProcedure(definition, {
  read: readRelated,
  find: (input, { names, columns, placed }) => {
    const [x = new Float64Array(), y = new Float64Array(), ...given] = columns;
    const picture = pointsOf(names, placed, []);
    requireSpread(names, columns, columns.length + 2);
    const found = partialCorrelation(x, y, given, input.confidence_level);
    if (found === null)
      throw unfit(
        'One of the columns is a combination of the others.',
        'given',
        'Leave a column out.',
      );
    const { r, t, df, p, interval } = found;
    const estimate = withinOne('partial correlation r', r, interval);
    const held = input.given.join(', ');
    const code = numbersCode(names, ['x', 'y']);
    return {
      name: 'Partial correlation',
      variant: `Pearson, given ${held}; Fisher’s interval`,
      statistic: { name: 't', value: t },
      df: [df],
      estimate,
      correlation: 'r',
      picture,
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The partial correlation of ${input.x} and ${input.y}, given ${held}, is 0.`,
          alternative: `${together(input, 'two_sided', '').alternative.replace(/\.$/, '')}, given ${held}.`,
        },
        claim: `${claimOf(input, r)}, given ${held}`,
        by: [estimate],
      }),
      code: {
        r: [
          ...code.r,
          // Without its mean a column far from zero loses no digits.
          'given <- scale(do.call(cbind, columns[-(1:2)]), scale = FALSE)',
          'r <- cor(resid(lm(x ~ given)), resid(lm(y ~ given))); df <- length(x) - 2 - ncol(given)',
          'result <- list(estimate = r, p.value = 2 * pt(-abs(r * sqrt(df / (1 - r^2))), df))',
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'x, y, *others = ((one - one.mean()) / one.std() for one in columns)',
          'given = np.column_stack([np.ones(len(x)), *others])',
          'rest = [one - given @ np.linalg.lstsq(given, one, rcond=None)[0] for one in (x, y)]',
          'r = np.corrcoef(*rest)[0, 1]',
          'df = len(x) - 1 - given.shape[1]',
          'result = 2 * stats.t.sf(abs(r * np.sqrt(df / (1 - r**2))), df)',
          'print(r, result)',
        ],
      },
    };
  },
  samples: {
    usual: { x: 'i1', y: 'i2', given: ['y', 'z'] },
    'far from 0': {
      x: 'i1',
      y: 'i2',
      given: ['far'],
      view: { derive: [{ name: 'far', expression: 'z + 1000000000' }] },
    },
  },
});
