import { cronbachAlpha as definition } from '@columnist/contract/methods/items/cronbach-alpha';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { describeColumns } from '../describe-groups.ts';
import { unfit, withinOne } from '../finding.ts';
import { groupsPicture } from '../pictures.ts';
import { nearOf } from '../near-values.ts';
import { fromOnePlace, inOneUnit, numbersCode, readNumbers } from '../read-numbers.ts';
import { requireSpread } from '../require-spread.ts';
import { intervalOf, sayFigure } from '../verdict.ts';

/** How well items measure one thing. */
export const cronbachAlpha = defineProcedure(definition, {
  read: (connection, table, { columns, view }) => readNumbers(connection, table, columns, view),
  find: ({ columns: names, confidence_level: level }, read) => {
    const { columns } = inOneUnit(read);
    requireSpread(names, columns, 2);
    const { columns: placedAlike, scale } = fromOnePlace(read.columns, read.scales);
    const { alpha, interval, items } = statistics.cronbachAlpha(columns, level);
    if (!Number.isFinite(alpha))
      throw unfit('The sum of the items does not vary.', 'columns', 'Choose other columns.');
    const called =
      alpha >= 0.9
        ? 'excellent'
        : alpha >= 0.8
          ? 'good'
          : alpha >= 0.7
            ? 'acceptable'
            : alpha >= 0.6
              ? 'questionable'
              : alpha >= 0.5
                ? 'poor'
                : 'unacceptable';
    const against = turnedRound(columns).map((i) => names[i] ?? '');
    const estimate = withinOne('Cronbach’s α', alpha, interval);
    const code = numbersCode(names, [], nearOf(scale, placedAlike));
    return {
      name: 'Cronbach’s α',
      variant: 'raw; interval by Feldt',
      hypotheses: null,
      statistic: null,
      p: null,
      estimate,
      groups: describeColumns(names, read, level),
      picture: groupsPicture('value', names, statistics.samplesOf(placedAlike, scale)),
      tables: [
        {
          title: 'Items',
          columns: ['item', 'correlation with the rest', 'α without it'],
          rows: names.map((name, i) => [
            name,
            items[i]?.rest_correlation ?? null,
            items[i]?.alpha_without ?? null,
          ]),
        },
      ],
      assumptions: [
        {
          name: 'items point the same way',
          verdict: against.length === 0 ? 'holds' : 'doubtful',
          said:
            against.length === 0
              ? 'All load on the first principal component with one sign.'
              : `${against.join(', ')} ${against.length === 1 ? 'loads' : 'load'} on the first principal component with the other sign: turn the values of reversed items round before (smallest + largest − value), or leave them out.`,
        },
      ],
      sentence: `The internal consistency of the ${names.length} items is called ${called} (George and Mallery): ${sayFigure(estimate)}, ${intervalOf(estimate, 'two_sided')}.`,
      code: {
        r: [
          ...code.r,
          'm <- do.call(cbind, columns); k <- ncol(m)',
          'result <- k / (k - 1) * (1 - sum(diag(cov(m))) / sum(cov(m)))',
          'print(result)',
        ],
        python: [
          ...code.python,
          'c = np.cov(columns)',
          'k = len(columns)',
          'result = k / (k - 1) * (1 - np.trace(c) / c.sum())',
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { columns: ['i1', 'i2', 'i3'] } },
});

/**
 * Places of the items that point the other way than most of what the items share, as `alpha` of R's
 * psych looks for them: a correlation with the rest would turn with one of them for all.
 */
function turnedRound(columns: readonly Float64Array[]): number[] {
  const [first = []] = statistics.principalComponents(columns, true).loadings;
  const sum = first.reduce((all, loading) => all + loading, 0);
  // Of two items, neither weighs more: the second is turned round from the first.
  const most = Math.abs(sum) < 1e-9 ? (first[0] ?? 0) : sum;
  return columns.flatMap((_, i) => ((first[i] ?? 0) * most < 0 ? [i] : []));
}
