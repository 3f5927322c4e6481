import type { View } from '@columnist/contract';
import { proportions as definition } from '@columnist/contract/methods/proportions/proportions';
import { chiSquareTest, cramersV, proportionsTest, wilsonInterval } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { defineProcedure } from '../define-procedure.ts';
import { measured, unfit, withinOne, type Figure } from '../finding.ts';
import { sharesPicture } from '../pictures.ts';
import { countsCode, placeOfLabel, readCounts, type Counts } from '../read-counts.ts';
import { amongGroups, between, claimBetween, sayInterval, verdict } from '../verdict.ts';
import { chiSquareIntervalNote, unlessPoint } from '../without-interval.ts';
import { percentBeside, pointsBeside, shareOf } from '../words.ts';

export const proportions = defineProcedure(definition, {
  read: readWanted,
  find: (input, read) => {
    const { alternative, confidence_level: level, correct } = input;
    const place = placeOfLabel(read.y, input.success, 'success');
    const groups = read.x.labels;
    if (groups.length < 2)
      throw unfit(
        `'${input.group}' has fewer than two values here.`,
        'group',
        'Choose a column with at least two values, or another view.',
      );
    const x = read.counts.map((row) => row[place] ?? 0);
    const n = read.counts.map((row) => row.reduce((sum, count) => sum + count, 0));
    const total = x.reduce((sum, count) => sum + count, 0);
    if (total === 0 || total === read.used)
      throw unfit(
        `${input.success} occurs in ${total === 0 ? 'no' : 'every'} row: there is nothing to compare.`,
        'success',
        'Choose another value or another view.',
      );
    const two = groups.length === 2;
    if (!two && alternative !== 'two_sided')
      throw unfit(
        `'${input.group}' has ${groups.length} groups here; only two can be compared one-sidedly.`,
        'alternative',
        "Leave out 'alternative', or name two groups in 'groups'.",
      );
    const found = proportionsTest(x, n, {
      yates: correct,
      alternative,
      level,
    });
    const shares = x.map((count, i) => count / (n[i] ?? NaN));
    const v = cramersV(
      chiSquareTest(
        x.map((count, i) => [count, (n[i] ?? NaN) - count]),
        false,
      ).statistic,
      read.used,
      groups.length,
      2,
      level,
    );
    const code = countsCode(read);
    const order = shares.map((_, i) => i).sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
    const [most = 0, least = 0] = [order[0], order.at(-1)];
    const share = shareOf(input.event, input.success);
    const [first = '', second = ''] = groups;
    const difference: Figure | null =
      found.difference === null
        ? null
        : {
            ...withinOne(
              'difference of proportions',
              found.difference.value,
              found.difference.interval,
            ),
            oneSided: alternative !== 'two_sided',
          };
    const effects =
      found.h === null
        ? [withinOne("Cramér's V", v.v, unlessPoint(v.interval))]
        : [measured("Cohen's h", found.h.value, found.h.interval)];
    const inPercent = percentBeside(shares[least] ?? 0, shares[most] ?? 0);
    const middle = `${inPercent(shares[least] ?? 0)} (${groups[least] ?? ''}) to ${inPercent(shares[most] ?? 0)} (${groups[most] ?? ''})`;
    const points = pointsBeside(
      ...[difference?.value, difference?.ci?.low, difference?.ci?.high].filter(
        (end) => typeof end === 'number',
      ),
    );
    const expected = Math.min(
      ...n.flatMap((size) => [
        (size * total) / read.used,
        (size * (read.used - total)) / read.used,
      ]),
    );
    const tail = two
      ? `, alternative = "${alternative.replace('_', '.')}", conf.level = ${level}`
      : '';
    const yates = two && correct;
    return {
      name: two ? 'Test of two proportions' : `Test of ${groups.length} proportions`,
      variant: yates ? 'chi-square with Yates’ correction' : 'chi-square',
      statistic: { name: 'χ²', value: found.statistic },
      df: [found.df],
      estimate: difference,
      effects,
      reported: difference === null ? effects : [difference, ...effects],
      picture: sharesPicture(
        share,
        groups.map((name, i) => ({
          name,
          count: x[i] ?? 0,
          n: n[i] ?? 0,
          expected: total / read.used,
        })),
        level,
      ),
      tables: [
        {
          title: share.replace(/^s/, 'S'),
          columns: [input.group, 'count', 'n', 'proportion', 'Wilson low', 'Wilson high'],
          rows: groups.map((name, i) => {
            const { low, high } = wilsonInterval(x[i] ?? 0, n[i] ?? 1, level);
            return [name, x[i] ?? 0, n[i] ?? 0, shares[i] ?? null, low, high];
          }),
        },
      ],
      assumptions: [
        {
          name: 'expected counts of 5 or more',
          verdict: expected < 5 ? 'doubtful' : 'holds',
          said: `The smallest expected count is ${expected.toFixed(1)}.`,
        },
        ...(found.h === null ? chiSquareIntervalNote(effects[0], level) : []),
      ],
      recommendation:
        expected < 5
          ? {
              method: 'fisher_exact',
              said: 'Fisher’s exact test (analyze_association) needs no large counts.',
            }
          : null,
      ...verdict({
        p: found.p,
        level,
        ...(two
          ? {
              alternative,
              hypotheses: between(`The ${share}`, first, second, alternative),
              claim: claimBetween(
                `The ${share}`,
                first,
                second,
                (shares[0] ?? 0) < (shares[1] ?? 0),
              ),
            }
          : { hypotheses: amongGroups(`The ${share}`, input.group) }),
        seen: two
          ? `${inPercent(shares[0] ?? 0)} (${first}) and ${inPercent(shares[1] ?? 0)} (${second})${difference === null || difference.ci === null ? '' : `, difference ${points(difference.value ?? NaN)} percentage points, ${sayInterval(difference.ci, points)}`}`
          : `from ${middle}`,
        by: effects,
        beside: difference === null ? [] : [difference],
      }),
      code: {
        r: [
          ...code.r,
          `result <- prop.test(counts[, ${place + 1}], rowSums(counts), correct = ${yates ? 'TRUE' : 'FALSE'}${tail})`,
          'print(result)',
        ],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          `event = np.column_stack([counts[:, ${place}], counts.sum(axis=1) - counts[:, ${place}]])`,
          `result = stats.chi2_contingency(event, correction=${yates ? 'True' : 'False'})`,
          ...(two && alternative !== 'two_sided'
            ? [
                `z = np.sqrt(result[0]) * np.sign(event[0, 0] / event[0].sum() - event[1, 0] / event[1].sum())`,
                `result = stats.norm.${alternative === 'greater' ? 'sf' : 'cdf'}(z)`,
              ]
            : ['result = result[1]']),
          'print(result)',
        ],
      },
    };
  },
  samples: {
    'two, one-sided': { event: "it's", success: 'yes', group: 'h', alternative: 'less' },
    three: { event: "it's", success: 'yes', group: 'g' },
  },
});

/** The counts of the groups that were asked for, in their order. */
async function readWanted(
  connection: Connection,
  table: TableRef,
  input: {
    readonly event: string;
    readonly group: string;
    readonly groups?: readonly string[] | undefined;
    readonly view?: View | undefined;
  },
): Promise<Counts> {
  const read = await readCounts(
    connection,
    table,
    input.group,
    input.event,
    input.view,
    input.groups,
  );
  const wanted =
    input.groups?.map((name) => placeOfLabel(read.x, name, 'groups')) ??
    read.x.labels.map((_, i) => i);
  const rows = wanted.map((i) => read.counts[i] ?? []);
  const used = rows.flat().reduce((sum, n) => sum + n, 0);
  return {
    ...read,
    x: { ...read.x, labels: wanted.map((i) => read.x.labels[i] ?? '') },
    counts: rows,
    used,
    excluded: [
      ...read.excluded,
      ...(used < read.used ? [{ reason: 'in another group', n: read.used - used }] : []),
    ],
  };
}
