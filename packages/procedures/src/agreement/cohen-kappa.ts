import { cohenKappa as definition } from '@columnist/contract/methods/agreement/cohen-kappa';
import * as statistics from '@columnist/statistics';
import { pictureOf, readPair, requireTwo, tableOf } from '../categories/two-categories.ts';
import { defineProcedure } from '../define-procedure.ts';
import { unfit, withinOne } from '../finding.ts';
import { countsCode } from '../read-counts.ts';
import { verdict } from '../verdict.ts';
import { agreementIntervalNote, unlessPoint } from '../without-interval.ts';
import { percentBeside } from '../words.ts';
import { squareOf } from './same-categories.ts';

export const cohenKappa = defineProcedure(definition, {
  read: readPair,
  find: (input, read) => {
    requireTwo(input, read);
    const same = squareOf(input, read);
    const square = same.counts.map((row) => [...row]);
    const code = countsCode(same);
    const none = square.map((row) => row.map(() => 0));
    const {
      kappa,
      error,
      interval,
      null_error: nullError,
      z,
      p,
      agreement: share,
      expected,
    } = statistics.cohenKappa(square, input.confidence_level);
    if (!Number.isFinite(kappa))
      throw unfit(
        'Both columns have one and the same value throughout.',
        'y',
        'Choose other columns.',
      );
    const called =
      kappa > 0.8
        ? 'almost perfect'
        : kappa > 0.6
          ? 'substantial'
          : kappa > 0.4
            ? 'moderate'
            : kappa > 0.2
              ? 'fair'
              : kappa > 0
                ? 'slight'
                : 'poor';
    const estimate = withinOne('Cohen’s κ', kappa, unlessPoint(interval));
    const inPercent = percentBeside(share, expected);
    return {
      name: 'Cohen’s κ',
      variant: 'not weighted; large-sample interval',
      statistic: { name: 'z', value: z },
      estimate,
      tables: [
        tableOf(same),
        {
          title: 'Agreement',
          columns: ['figure', 'value'],
          rows: [
            ['observed', share],
            ['by chance', expected],
            ['standard error of κ', error],
            ['standard error where they agree by chance', nullError],
          ],
        },
      ],
      picture: pictureOf(same, none),
      assumptions: agreementIntervalNote(estimate),
      ...verdict({
        p,
        level: input.confidence_level,
        hypotheses: {
          null: `The columns ${input.x} and ${input.y} agree as often as they would by chance: κ is 0.`,
          alternative: `The columns ${input.x} and ${input.y} agree more or less often than they would by chance.`,
        },
        claim: `The columns ${input.x} and ${input.y} agree ${kappa < 0 ? 'less' : 'more'} often than they would by chance`,
        seen: `in ${inPercent(share)} of the rows, by chance in ${inPercent(expected)}`,
        by: [estimate],
        after: (found) =>
          found && kappa > 0 ? ` Landis and Koch call such agreement ${called}.` : '',
      }),
      code: {
        r: [
          ...code.r,
          'p <- counts / sum(counts); a <- rowSums(p); b <- colSums(p); e <- sum(a * b)',
          'kappa <- (sum(diag(p)) - e) / (1 - e); error <- sqrt((e + e^2 - sum(a * b * (a + b))) ' +
            '/ sum(counts)) / (1 - e)',
          'result <- list(estimate = kappa, p.value = 2 * pnorm(-abs(kappa / error)))',
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'p = counts / counts.sum(); a = p.sum(axis=1); b = p.sum(axis=0); e = (a * b).sum()',
          'kappa = (np.trace(p) - e) / (1 - e); error = np.sqrt((e + e**2 - (a * b * (a + ' +
            'b)).sum()) / counts.sum()) / (1 - e)',
          'result = 2 * stats.norm.sf(abs(kappa / error))',
          'print(kappa, result)',
        ],
      },
    };
  },
  samples: { usual: { x: 'i1', y: 'i2' } },
});
