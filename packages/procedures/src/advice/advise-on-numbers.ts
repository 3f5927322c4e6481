import { momentsOf, samplesOf, skewness, tabulate } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { isDoubtful, roughlyNormal } from '../describe-groups.ts';
import { unfit, type Assumption } from '../finding.ts';
import { differencesOf, placed, readNumbers } from '../read-numbers.ts';
import type { Advised, RecommendInput } from './advised.ts';

const pairedT = { method: 'paired_t', name: 'Paired t test' };
const wilcoxon = { method: 'wilcoxon_signed_rank', name: 'Wilcoxon signed rank test' };

/** Which test fits two measurements of the same rows. */
export async function pairs(
  connection: Connection,
  table: TableRef,
  { value, by, view }: RecommendInput,
): Promise<Advised> {
  const read = await readNumbers(connection, table, [value, by], view);
  const [x = new Float64Array(), y = new Float64Array()] = read.columns;
  const { values, scale } = differencesOf(x, y, read.scales);
  if (values.length < 2)
    throw unfit(
      `There ${values.length === 1 ? 'is one row' : 'are no rows'} with both values.`,
      'value',
      'Choose another column or another view.',
    );
  const { samples } = samplesOf([values], scale);
  const still = samples[0]?.m2 === 0;
  if (still && values[0] === -scale.origin * scale.perUnit)
    throw unfit('Every difference is 0.', 'value', 'Choose another column.');
  const check = roughlyNormal([`${value} − ${by}`], samples, 'differences');
  const unpaired = {
    method: 'welch_t',
    name: 'Welch two-sample t test',
    why: 'It takes both measurements for independent and loses what pairing gains.',
  };
  const ranks = still || check.verdict === 'doubtful';
  const [chosen, other] = ranks ? [wilcoxon, pairedT] : [pairedT, wilcoxon];
  return {
    read,
    advice: {
      operation: 'compare_groups',
      ...chosen,
      options: { method: chosen.method, value, other: by },
      why: `Both are measured in the same rows${still ? ', and all differences are equal: ranks need no spread' : ranks ? ', and the differences are few and strongly skewed: ranks are not drawn by single values' : ': the differences are compared with 0'}.`,
      rejected: [
        {
          ...other,
          why: still
            ? 'It divides by the spread of the differences, and there is none.'
            : ranks
              ? 'Its p leans on roughly normal differences when they are few.'
              : 'It asks of ranks, not of the mean difference, and nothing here makes that necessary.',
        },
        unpaired,
      ],
      checks: [check],
    },
  };
}

/** Which correlation fits two numbers. */
export async function twoNumbers(
  connection: Connection,
  table: TableRef,
  { value, by, view }: RecommendInput,
): Promise<Advised> {
  const read = await readNumbers(connection, table, [value, by], view);
  const checks: Assumption[] = placed(read).map((values, i) => {
    const name = [value, by][i] ?? '';
    const skew = values.length < 3 ? null : skewness(momentsOf(tabulate(values)));
    return {
      name: `${name} without heavy tails`,
      verdict: skew !== null && Math.abs(skew) > 1 ? 'doubtful' : 'holds',
      said:
        skew === null ? 'It does not vary, or has too few values.' : `Skewness ${skew.toFixed(2)}.`,
    };
  });
  const ranks = isDoubtful(checks, '');
  const [pearson, spearman] = [
    { method: 'pearson', name: 'Pearson correlation' },
    { method: 'spearman', name: 'Spearman rank correlation' },
  ];
  const [chosen, other] = ranks ? [spearman, pearson] : [pearson, spearman];
  return {
    read,
    advice: {
      operation: 'analyze_association',
      ...chosen,
      options: { method: chosen.method, columns: [value, by] },
      why: ranks
        ? 'Both are numbers, and at least one is strongly skewed: ranks are not drawn by its extreme values.'
        : 'Both are numbers without heavy tails: the correlation measures how closely they follow a line.',
      rejected: [
        {
          ...other,
          why: ranks
            ? 'Its estimate and p are drawn by the few extreme values.'
            : 'It gives up the distances between values, and nothing here makes that necessary.',
        },
        {
          method: 'kendall',
          name: 'Kendall’s rank correlation',
          why: 'It suits small samples with many ties; with more rows Spearman says the same more familiarly.',
        },
      ],
      checks,
    },
  };
}
