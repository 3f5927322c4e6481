import { mahalanobisOutliers as definition } from '@columnist/contract/methods/outliers/mahalanobis-outliers';
import { mahalanobis } from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { pointsOf } from '../pictures.ts';
import { numbersCode, placed, readNumbers } from '../read-numbers.ts';
import { alphaText, percent } from '../words.ts';
import { listed } from './listed.ts';

/** Rows that lie far from the middle of several columns. */
export const mahalanobisOutliers = defineProcedure(definition, {
  read: (connection, table, { columns, view }) => readNumbers(connection, table, columns, view),
  find: (input, read) => {
    const { columns, rows } = read;
    const shown = placed(read);
    const found =
      columns[0] === undefined || columns[0].length <= columns.length ? null : mahalanobis(columns);
    if (found === null)
      throw unfit(
        'The columns have too few rows with every value, or one is a combination of others.',
        'columns',
        'Leave a column out, or choose another view.',
      );
    const far = Array.from(found.p, (p, i) => ({ p, i }))
      .filter(({ p }) => p < input.alpha)
      .sort((a, b) => a.p - b.p);
    const code = numbersCode(input.columns);
    const k = input.columns.length;
    return {
      name: 'Outliers by Mahalanobis distance',
      variant: `chi-square with ${k} degrees of freedom, p below ${input.alpha}`,
      hypotheses: null,
      statistic: { name: 'outliers', value: far.length },
      p: null,
      estimate: withinOne('share of outliers', far.length / rows.length),
      tables: [
        listed(
          'Outliers',
          far.map(({ p, i }) => ({
            row: rows[i] ?? 0,
            figures: [...shown.map((column) => column[i] ?? NaN), found.distances[i] ?? NaN, p],
          })),
          [...input.columns, 'd²', 'p'],
        ),
      ],
      picture: pointsOf(
        input.columns,
        shown,
        far.map(({ i }) => i),
      ),
      sentence:
        far.length === 0
          ? `No row has p below ${alphaText(input.alpha)} by its Mahalanobis distance from the mean of ${input.columns.join(', ')}.`
          : `${far.length} ${far.length === 1 ? 'row lies' : 'rows lie'} far from the mean of ${input.columns.join(', ')}: ${percent(far.length / rows.length)}, where ${percent(input.alpha)} of normal rows would (p below ${alphaText(input.alpha)} by Mahalanobis distance).`,
      code: {
        r: [
          ...code.r,
          'm <- scale(do.call(cbind, columns))',
          `result <- sum(pchisq(mahalanobis(m, colMeans(m), cov(m)), ${k}, lower.tail = FALSE) < ${input.alpha})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'm = np.column_stack(columns)',
          'm = (m - m.mean(axis=0)) / m.std(axis=0)',
          'd2 = np.einsum("ij,jk,ik->i", m, np.linalg.inv(np.cov(m.T)), m)',
          `result = int((stats.chi2.sf(d2, ${k}) < ${input.alpha}).sum())`,
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { columns: ['y', 'z'], alpha: 0.2 } },
  prints: ({ statistic }) => statistic?.value,
});
