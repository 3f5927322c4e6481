import type { View } from '@columnist/contract';
import { oneProportion as definition } from '@columnist/contract/methods/proportions/one-proportion';
import {
  binomialTest,
  cohensH,
  exactInterval,
  wilsonInterval,
  type Interval,
} from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import { fieldsOf } from '@columnist/tables/table/table-column';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { viewColumns } from '@columnist/tables/views/view-columns';
import { defineProcedure } from '../define-procedure.ts';
import { measured, withinOne, type Figure } from '../finding.ts';
import { sharesPicture } from '../pictures.ts';
import { placeOfLabel, readShares, sharesCode, truthOf } from '../read-counts.ts';
import { against, claimAgainst, sayInterval, verdict } from '../verdict.ts';
import { percentAsGiven, percentBeside, shareOf } from '../words.ts';

export const oneProportion = defineProcedure(definition, {
  read: readWanted,
  find: (input, read) => {
    const { alternative, confidence_level: level } = input;
    const place = placeOfLabel(read, input.success, 'success');
    const [x, n] = [read.counts[place] ?? 0, read.used];
    const p = binomialTest(x, n, input.p, alternative);
    const share = x / n;
    const wilson = wilsonInterval(x, n, level);
    const h = cohensH([share, n], input.p, level);
    const code = sharesCode(read);
    const exact = exactInterval(x, n, level, alternative);
    const estimate: Figure = {
      ...withinOne('proportion', share, exact),
      none: input.p,
      oneSided: alternative !== 'two_sided',
    };
    const effects = [measured("Cohen's h", h.value, h.interval)];
    const inPercent = percentBeside(
      share,
      ...[exact.low, exact.high].filter((end) => end !== null),
    );
    const what = `The ${shareOf(input.event, input.success)}`;
    return {
      name: 'Exact binomial test',
      variant: 'exact; Clopper–Pearson interval',
      statistic: { name: 'count', value: x },
      estimate,
      effects,
      reported: [estimate, ...effects],
      picture: sharesPicture(
        shareOf(input.event, input.success),
        [{ name: input.event, count: x, n, expected: input.p }],
        level,
      ),
      tables: [
        {
          title: 'Intervals of the proportion',
          columns: ['interval', 'low', 'high'],
          rows: [
            rowOf('Clopper–Pearson (exact)', exactInterval(x, n, level)),
            ...(alternative === 'two_sided'
              ? []
              : [rowOf('Clopper–Pearson (exact), one-sided', exact)]),
            rowOf('Wilson', wilson),
          ],
        },
      ],
      ...verdict({
        p,
        level,
        alternative,
        hypotheses: against(what, percentAsGiven(input.p), alternative),
        claim: claimAgainst(what, percentAsGiven(input.p), share < input.p),
        seen: `${x} of ${n}, ${inPercent(share)}, ${sayInterval({ ...exact }, inPercent)}`,
        beside: [estimate],
      }),
      code: {
        r: [
          ...code.r,
          `result <- binom.test(counts[[${place + 1}]], sum(counts), ${input.p}, alternative = "${alternative.replace('_', '.')}", conf.level = ${level})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          `result = stats.binomtest(int(counts[${place}]), int(counts.sum()), ${input.p}, alternative="${alternative.replace('_', '-')}")`,
          'print(result)',
        ],
      },
    };
  },
  samples: { usual: { event: "it's", success: 'yes', p: 0.4 } },
});

/** The counts; a value that is in the column, but in none of these rows, occurs 0 times. */
async function readWanted(
  connection: Connection,
  table: TableRef,
  { event, success, view }: { event: string; success: string; view?: View | undefined },
): ReturnType<typeof readShares> {
  const read = await readShares(connection, table, event, view);
  const label = read.type === 'boolean' ? truthOf(success) : success;
  if (read.used === 0 || read.labels.includes(label)) return read;
  // By its field: steps may have given the name of one column of the file to another.
  const column = viewColumns(table.columns, view).find(({ name }) => name === event);
  const stored = fieldsOf(table.columns).find(({ field }) => field === column?.field);
  const others =
    read.type === 'boolean'
      ? ['false', 'true']
      : stored === undefined
        ? []
        : (await readShares(connection, table, stored.name, undefined)).labels;
  return others.includes(label)
    ? { ...read, labels: [...read.labels, label], counts: [...read.counts, 0] }
    : read;
}

const rowOf = (name: string, { low, high }: Interval): [string, number, number] => [
  name,
  low,
  high,
];
