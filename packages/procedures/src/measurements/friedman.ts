import { friedman as definition } from '@columnist/contract/methods/measurements/friedman';
import * as statistics from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { describeColumns } from '../describe-groups.ts';
import { unfit, withinOne } from '../finding.ts';
import { groupsPicture } from '../pictures.ts';
import { fromOnePlace, numbersCode, readNumbers } from '../read-numbers.ts';
import { verdict } from '../verdict.ts';
import { twoPlaces } from '../words.ts';

export const friedman = defineProcedure(definition, {
  read: (connection, table, { columns, view }) => readNumbers(connection, table, columns, view),
  find: ({ columns: names, confidence_level: level }, read) => {
    const { columns, scale } = fromOnePlace(read.columns, read.scales);
    const n = columns[0]?.length ?? 0;
    if (n < 2)
      throw unfit(
        'Fewer than two rows have every value.',
        'columns',
        'Choose other columns or another view.',
      );
    const { statistic, df, p, w, mean_ranks: ranks } = statistics.friedman(columns);
    if (!Number.isFinite(statistic))
      throw unfit('In every row all values are equal.', 'columns', 'Choose other columns.');
    const code = numbersCode(names);
    const effects = [withinOne('Kendall’s W', w)];
    const best = ranks.indexOf(Math.max(...ranks));
    const worst = ranks.indexOf(Math.min(...ranks));
    const list = names.join(', ');
    return {
      name: 'Friedman test',
      variant: `chi-square approximation, corrected for ties; ${columns.length} columns`,
      statistic: { name: 'χ²', value: statistic },
      df: [df],
      effects,
      tables: [
        {
          title: 'Mean ranks',
          columns: ['column', 'mean rank'],
          rows: names.map((name, i) => [name, ranks[i] ?? null]),
        },
      ],
      groups: describeColumns(names, read, level),
      picture: groupsPicture('value', names, statistics.samplesOf(columns, scale)),
      ...verdict({
        p,
        level,
        hypotheses: {
          null: `The values of ${list} have the same distribution within a row.`,
          alternative: `The values of at least one of ${list} tend to be larger than those of another in the same row.`,
        },
        seen: `mean ranks from ${twoPlaces(ranks[worst] ?? NaN)} (${names[worst] ?? ''}) to ${twoPlaces(ranks[best] ?? NaN)} (${names[best] ?? ''})`,
        by: effects,
      }),
      code: {
        r: [...code.r, 'result <- friedman.test(do.call(cbind, columns))', 'print(result)'],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'result = stats.friedmanchisquare(*columns)',
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { columns: ['i1', 'i2', 'i3', 'z'] } },
});
