import { anova, pointBiserial, samplesOf } from '@columnist/statistics';
import { pText, type AssociationTestOptions, type TestResult } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { describeGroups } from '../groups/describe-groups.ts';
import { groupsCode, readGroups } from '../groups/read-groups.ts';
import { measured, resultOf, unfit, type Finding } from '../procedures/finding.ts';
import { groupsPicture } from '../procedures/pictures.ts';
import { significant, twoPlaces } from '../procedures/words.ts';

type Options = Extract<AssociationTestOptions, { method: 'point_biserial' | 'correlation_ratio' }>;

/** How much of a number column its groups tell. */
export async function associateGroups(
  connection: DuckDBConnection,
  table: TableRef,
  input: Options,
): Promise<TestResult> {
  const read = await readGroups(connection, table, {
    value: input.x,
    group: input.y,
    view: input.view,
  });
  const { samples, scale } = samplesOf(read.values, read.scale);
  const filled = samples.filter(({ n }) => n > 0);
  if (filled.length < 2 || read.used < 3)
    throw unfit(
      `'${input.y}' has fewer than two groups with values of '${input.x}' here.`,
      'y',
      'Choose another column or another view.',
    );
  const code = groupsCode(read);
  const names = read.names.filter((_, i) => (samples[i]?.n ?? 0) > 0);
  const groups = describeGroups(names, { samples: filled, scale }, input.confidence_level);
  const common = { groups, picture: groupsPicture(input.x, names, { samples: filled, scale }) };
  if (input.method === 'correlation_ratio') {
    const { f, df, p, eta_squared: eta } = anova(filled, input.confidence_level);
    if (!Number.isFinite(f))
      throw unfit(
        'Within each group all values are equal: there is no spread to compare with.',
        'x',
        'Choose another column.',
      );
    const ratio = Math.sqrt(eta.value);
    return resultOf(table, input.view, input.method, read, {
      ...common,
      name: 'Correlation ratio η',
      variant: 'F test of the one-way analysis of variance',
      hypotheses: {
        null: `${input.y} tells nothing of the mean of ${input.x}.`,
        alternative: 'It does.',
      },
      statistic: { name: 'F', value: f },
      df,
      p,
      estimate: measured('correlation ratio η', ratio, {
        level: eta.interval.level,
        low: Math.sqrt(eta.interval.low),
        high: Math.sqrt(eta.interval.high),
      }),
      effects: [measured('eta squared', eta.value, eta.interval)],
      sentence: `${input.y} accounts for ${twoPlaces(100 * eta.value)}% of the variance of ${input.x} (η = ${twoPlaces(ratio)}, p ${pText(p)}).`,
      code: {
        r: [...code.r, 'result <- oneway.test(value ~ group, var.equal = TRUE)', 'print(result)'],
        python: [
          'from scipy import stats',
          '',
          ...code.python,
          'result = stats.f_oneway(*groups)',
          'print(result)',
        ],
      },
    });
  }
  return resultOf(table, input.view, input.method, read, { ...common, ...twoGroups(input, read) });
}

function twoGroups(input: Options, read: Awaited<ReturnType<typeof readGroups>>): Finding {
  if (read.names.length !== 2)
    throw unfit(
      `'${input.y}' has ${read.names.length} values; a point-biserial correlation needs two.`,
      'y',
      'Choose a column with two values, or narrow it with a view.',
    );
  const [zero = new Float64Array(), one = new Float64Array()] = read.values;
  const {
    estimate,
    ci,
    statistic,
    df,
    p_value: p,
    reason,
  } = pointBiserial(zero, one, input.confidence_level);
  if (estimate === null || p === null)
    throw unfit(reason ?? 'There is no correlation of these rows.', 'x', 'Choose other columns.');
  const code = groupsCode(read);
  const [, second = ''] = read.names;
  return {
    name: 'Point-biserial correlation',
    variant: `${read.names[0] ?? ''} is 0, ${second} is 1; Fisher’s interval`,
    hypotheses: { null: `${input.x} is not correlated with ${input.y}.`, alternative: 'It is.' },
    statistic: statistic === null ? null : { name: 't', value: statistic },
    df: df === null ? [] : [df],
    p,
    estimate: measured('point-biserial correlation r', estimate, ci),
    sentence:
      p < significant
        ? `${input.x} is ${estimate > 0 ? 'larger' : 'smaller'} where ${input.y} is ${second} (r = ${twoPlaces(estimate)}, p ${pText(p)}).`
        : `These data show no clear correlation of ${input.x} with ${input.y} (r = ${twoPlaces(estimate)}, p ${pText(p)}).`,
    code: {
      r: [...code.r, 'result <- cor.test(value, as.numeric(group) - 1)', 'print(result)'],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        'result = stats.pearsonr(np.concatenate(groups), np.repeat([0, 1], [len(one) for one in groups]))',
        'print(result)',
      ],
    },
  };
}
