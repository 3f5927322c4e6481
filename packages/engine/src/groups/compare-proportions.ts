import {
  binomialTest,
  chiSquareTest,
  cohensH,
  cramersV,
  exactInterval,
  proportionsTest,
  wilsonInterval,
  type Interval,
} from '@columnist/statistics';
import { pText, type ComparisonOptions, type TestResult } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { ends, measured, resultOf, unfit, type Finding } from '../procedures/finding.ts';
import { sharesPicture } from '../procedures/pictures.ts';
import {
  countsCode,
  placeOfLabel,
  readCounts,
  readShares,
  sharesCode,
} from '../procedures/read-counts.ts';
import { percent, significant, twoPlaces } from '../procedures/words.ts';

export type Proportions = Extract<ComparisonOptions, { method: 'one_proportion' | 'proportions' }>;

/** Shares of one value of a column. */
export async function compareProportions(
  connection: DuckDBConnection,
  table: TableRef,
  input: Proportions,
): Promise<TestResult> {
  if (input.method === 'one_proportion') {
    const read = await readShares(connection, table, input.event, input.view);
    return resultOf(table, input.view, input.method, read, oneProportion(input, read));
  }
  const read = await readCounts(connection, table, input.group, input.event, input.view);
  const wanted =
    input.groups?.map((name) => placeOfLabel(read.x, name, 'groups')) ??
    read.x.labels.map((_, i) => i);
  const rows = wanted.map((i) => read.counts[i] ?? []);
  const used = rows.flat().reduce((sum, n) => sum + n, 0);
  const kept = {
    ...read,
    x: { ...read.x, labels: wanted.map((i) => read.x.labels[i] ?? '') },
    counts: rows,
    used,
    excluded: [
      ...read.excluded,
      ...(used < read.used ? [{ reason: 'in another group', n: read.used - used }] : []),
    ],
  };
  return resultOf(table, input.view, input.method, kept, severalProportions(input, kept));
}

function oneProportion(
  input: Extract<Proportions, { method: 'one_proportion' }>,
  read: Awaited<ReturnType<typeof readShares>>,
): Finding {
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
}

const rowOf = (name: string, { low, high }: Interval): [string, number, number] => [
  name,
  low,
  high,
];

function severalProportions(
  input: Extract<Proportions, { method: 'proportions' }>,
  read: Awaited<ReturnType<typeof readCounts>>,
): Finding {
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
  const found = proportionsTest(x, n, {
    yates: correct,
    alternative: two ? alternative : 'two_sided',
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
  const ending = `${percent(shares[least] ?? 0)} (${groups[least] ?? ''}) to ${percent(shares[most] ?? 0)} (${groups[most] ?? ''}), p ${pText(found.p)}${found.h === null ? '' : `, Cohen's h ${twoPlaces(found.h.value)}`}`;
  const expected = Math.min(
    ...n.flatMap((size) => [(size * total) / read.used, (size * (read.used - total)) / read.used]),
  );
  const tail = two ? `, alternative = "${alternative.replace('_', '.')}"` : '';
  const yates = two && correct;
  return {
    name: two ? 'Test of two proportions' : `Test of ${groups.length} proportions`,
    variant: yates ? 'chi-square with Yates’ correction' : 'chi-square',
    hypotheses: {
      null: `The share of ${input.success} is the same in all groups of ${input.group}.`,
      alternative: two
        ? `The share in ${groups[0] ?? ''} ${{ two_sided: 'differs from', less: 'is smaller than', greater: 'is larger than' }[alternative]} that in ${groups[1] ?? ''}.`
        : 'It differs in at least one.',
    },
    statistic: { name: 'χ²', value: found.statistic },
    df: [found.df],
    p: found.p,
    estimate:
      found.difference === null
        ? null
        : {
            name: 'difference of proportions',
            value: found.difference.value,
            ci: ends(found.difference.interval),
          },
    effects: [
      found.h === null
        ? measured("Cramér's V", v.v, v.interval)
        : measured("Cohen's h", found.h.value, found.h.interval),
    ],
    picture: sharesPicture(
      `share of ${input.success}`,
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
        title: `Share of ${input.success}`,
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
    ],
    recommendation:
      expected < 5
        ? {
            method: 'fisher_exact',
            said: 'Fisher’s exact test (analyze_association) needs no large counts.',
          }
        : null,
    sentence:
      found.p < significant
        ? `The share of ${input.success} differs between the groups of ${input.group}, from ${ending}.`
        : `These data show no clear difference of the share of ${input.success} between the groups of ${input.group}, from ${ending}.`,
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
}
