import { pText } from '@columnist/contract';
import { oneProportion as definition } from '@columnist/contract/methods/proportions/one-proportion';
import {
  binomialTest,
  cohensH,
  exactInterval,
  wilsonInterval,
  type Interval,
} from '@columnist/statistics';
import { defineProcedure } from '../define-procedure.ts';
import { measured } from '../finding.ts';
import { sharesPicture } from '../pictures.ts';
import { placeOfLabel, readShares, sharesCode } from '../read-counts.ts';
import { percent, significant } from '../words.ts';

export const oneProportion = defineProcedure(definition, {
  read: (connection, table, { event, view }) => readShares(connection, table, event, view),
  find: (input, read) => {
    const { alternative, confidence_level: level } = input;
    const place = placeOfLabel(read, input.success, 'success');
    const [x, n] = [read.counts[place] ?? 0, read.used];
    const p = binomialTest(x, n, input.p, alternative);
    const share = x / n;
    const wilson = wilsonInterval(x, n, level);
    const h = cohensH([share, n], input.p, level);
    const than = { two_sided: 'differs from', less: 'is smaller than', greater: 'is larger than' }[
      alternative
    ];
    const code = sharesCode(read);
    const ending = `${percent(share)} of ${n}, ${percent(wilson.low)} to ${percent(wilson.high)} (p ${pText(p)})`;
    return {
      name: 'Exact binomial test',
      variant: 'exact; Clopper–Pearson interval',
      hypotheses: {
        null: `The share of ${input.success} is ${percent(input.p)}.`,
        alternative: `The share of ${input.success} ${than} ${percent(input.p)}.`,
      },
      statistic: { name: 'count', value: x },
      p,
      estimate: measured('proportion', share, exactInterval(x, n, level, alternative)),
      effects: [measured("Cohen's h", h.value, h.interval)],
      picture: sharesPicture(
        `share of ${input.success}`,
        [{ name: input.event, count: x, n, expected: input.p }],
        level,
      ),
      tables: [
        {
          title: 'Intervals of the proportion',
          columns: ['interval', 'low', 'high'],
          rows: [
            rowOf('Clopper–Pearson (exact)', exactInterval(x, n, level)),
            rowOf('Wilson', wilson),
          ],
        },
      ],
      sentence:
        p < significant
          ? `The share of ${input.success} in ${input.event} differs from ${percent(input.p)}: ${ending}.`
          : `These data show no clear difference of the share of ${input.success} in ${input.event} from ${percent(input.p)}: ${ending}.`,
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

const rowOf = (name: string, { low, high }: Interval): [string, number, number] => [
  name,
  low,
  high,
];
