import { AppError, type Comparison, type ComparisonOptions } from '@columnist/contract';
import { anova, brownForsythe, kruskalWallis, mannWhitney, meanInterval, momentsOf, placeOf, quantile, samplesOf, skewness, spanOf, tTest, tabulate, varianceOf, welchAnova, type Interval, type Sample, type Samples } from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../engine.ts';
import { provenanceOf } from '../query/provenance.ts';
import { comparisonCode } from './comparison-code.ts';
import { apaOf, pText, sentenceOf } from './comparison-words.ts';
import { readGroups } from './read-groups.ts';

const twoGroups: ReadonlySet<string> = new Set(['welch_t', 'student_t', 'mann_whitney']);
const ranks: ReadonlySet<string> = new Set(['mann_whitney', 'kruskal_wallis']);
const names: Readonly<Record<ComparisonOptions['method'], string>> = {
  welch_t: 'Welch two-sample t test', student_t: 'Student two-sample t test', mann_whitney: 'Mann–Whitney U test', anova: 'One-way analysis of variance', welch_anova: 'Welch one-way analysis of variance', kruskal_wallis: 'Kruskal–Wallis test',
};
/** Below this an assumption is called doubtful. */
const doubt = 0.05;
const largeEnough = 30;

/** Compares a number between groups. Throws unknown_column, wrong_column_type, and invalid_input where the groups do not fit the procedure. */
export async function compareGroups(connection: DuckDBConnection, table: TableRef, input: ComparisonOptions): Promise<Comparison> {
  const { method, confidence_level: level } = input;
  const read = await readGroups(connection, table, input);
  requireGroups(input, read.names, read.values);
  const samples = samplesOf(read.values, read.scale);
  const found = compute(input, samples, read.values);
  const groups = read.names.map((name, i) => describe(name, samples, i, level));
  const used = read.values.reduce((sum, { length }) => sum + length, 0);
  const assumptions = ranks.has(method) ? [] : assumptionsOf(input, read.names, samples);
  const provenance = provenanceOf(table, used + read.excluded.reduce((sum, { n }) => sum + n, 0), input.view, { missing: 'rows with value and group present', p_value: found.variant }, read.effects);
  const result = { ...found, procedure: { method, name: names[method], variant: found.variant }, hypotheses: hypothesesOf(input, read.names), p_text: pText(found.p_value), groups };
  return {
    ...provenance,
    n_used: used,
    n_excluded: [...provenance.n_excluded, ...read.excluded],
    procedure: result.procedure,
    hypotheses: result.hypotheses,
    statistic: found.statistic,
    df: found.df,
    p_value: found.p_value,
    p_text: result.p_text,
    estimate: found.estimate,
    effects: found.effects,
    groups,
    assumptions,
    recommendation: recommend(input, assumptions),
    sentence: sentenceOf(input, result),
    apa: apaOf(result),
    code: comparisonCode(table.columns, input, read, found.exact),
  };
}

const invalid = (message: string, field: string, fix: string): AppError => new AppError('invalid_input', message, { errors: [{ field, message: fix }], fix });

function requireGroups({ method, group }: ComparisonOptions, groups: readonly string[], values: readonly Float64Array[]): void {
  if (groups.length < 2) throw invalid(`'${group}' has ${groups.length === 1 ? 'one value' : 'no value'} here; a comparison needs two groups.`, 'group', 'Choose a column with at least two values, or another view.');
  if (twoGroups.has(method) && groups.length !== 2) throw invalid(`'${group}' has ${groups.length} groups; this test compares two.`, 'groups', `Name two of them in 'groups' (${groups.slice(0, 5).map((name) => `'${name}'`).join(', ')}), or use anova, welch_anova or kruskal_wallis.`);
  const least = ranks.has(method) ? 1 : 2;
  const small = groups.find((_, i) => (values[i]?.length ?? 0) < least);
  if (small !== undefined) throw invalid(`The group '${small.slice(0, 100)}' has fewer than ${least === 1 ? 'one value' : 'two values'}.`, 'groups', "Leave the group out with 'groups', or choose another view.");
  const constant = values.every((list) => list.every((value) => value === list[0]));
  const alike = constant && values.every((list) => list[0] === values[0]?.[0]);
  if (alike || (constant && !ranks.has(method))) throw invalid(`Within each group all values are equal${alike ? ', and the same in all' : ''}: there is no spread to compare with.`, 'value', alike ? 'Choose another column.' : 'Choose another column, or a test on ranks.');
  const still = groups.find((_, i) => values[i]?.every((value) => value === values[i]?.[0]));
  if (method === 'welch_anova' && still !== undefined) throw invalid(`All values of the group '${still.slice(0, 100)}' are equal; Welch's analysis divides by its variance.`, 'groups', "Leave the group out with 'groups', or use kruskal_wallis.");
}

interface Found {
  readonly statistic: { readonly name: string; readonly value: number };
  readonly df: number[];
  readonly p_value: number;
  readonly estimate: Comparison['estimate'];
  readonly effects: Comparison['effects'];
  readonly variant: string;
  readonly exact: boolean;
}

const ends = ({ level, low, high }: Interval): NonNullable<Comparison['effects'][number]['ci']> => ({ level, low: Number.isFinite(low) ? low : null, high: Number.isFinite(high) ? high : null });

function compute(input: ComparisonOptions, { samples, scale }: Samples, values: readonly Float64Array[]): Found {
  const { confidence_level: level } = input;
  const [x, y] = samples;
  const [first = new Float64Array(), second = new Float64Array()] = values;
  if (x === undefined || y === undefined) throw new Error('There are two groups.');
  switch (input.method) {
    case 'welch_t':
    case 'student_t': {
      const equal = input.method === 'student_t';
      const { t, df, p, difference, interval, d, g } = tTest(x, y, equal, input.alternative, level);
      const span = { level, low: spanOf(scale, interval.low), high: spanOf(scale, interval.high) };
      return {
        statistic: { name: 't', value: t }, df: [df], p_value: p, estimate: { name: 'difference of means', value: spanOf(scale, difference), ci: ends(span) },
        effects: [{ name: "Hedges' g", value: g.value, ci: ends(g.interval) }, { name: "Cohen's d", value: d.value, ci: ends(d.interval) }], variant: equal ? 'pooled variance' : 'separate variances, Welch–Satterthwaite df', exact: false,
      };
    }
    case 'mann_whitney': {
      const { u, z, p, rank_biserial: r } = mannWhitney(first, second, input.alternative, level);
      return { statistic: { name: 'U', value: u }, df: [], p_value: p, estimate: null, effects: [{ name: 'rank-biserial correlation', value: r.value, ci: ends(r.interval) }], variant: z === null ? 'exact distribution' : 'normal approximation, corrected for ties and continuity', exact: z === null };
    }
    case 'anova':
    case 'welch_anova': {
      const { f, df, p, eta_squared: eta, omega_squared: omega, epsilon_squared: epsilon } = anova(samples, level);
      const welch = input.method === 'welch_anova' ? welchAnova(samples) : null;
      const effects = [{ name: 'eta squared', value: eta.value, ci: ends(eta.interval) }, { name: 'omega squared', value: omega, ci: null }, { name: 'epsilon squared', value: epsilon, ci: null }];
      return { statistic: { name: 'F', value: welch?.f ?? f }, df: [...(welch?.df ?? df)], p_value: welch?.p ?? p, estimate: null, effects, variant: welch === null ? 'equal variances' : 'separate variances; effects as with equal ones', exact: false };
    }
    case 'kruskal_wallis': {
      const { h, df, p, epsilon_squared: epsilon } = kruskalWallis(values);
      return { statistic: { name: 'H', value: h }, df: [df], p_value: p, estimate: null, effects: [{ name: 'rank epsilon squared', value: epsilon, ci: null }], variant: 'chi-square approximation, corrected for ties', exact: false };
    }
  }
}

function describe(name: string, { samples, scale }: Samples, at: number, level: number): Comparison['groups'][number] {
  const sample = samples[at];
  if (sample === undefined) throw new Error('There is such a group.');
  const { n } = sample;
  const mean = placeOf(scale, sample.mean);
  const sd = n < 2 ? null : spanOf(scale, Math.sqrt(varianceOf(sample)));
  return { name, n, mean, sd, median: placeOf(scale, quantile(tabulate(sample.values), 0.5)), mean_ci: sd === null ? null : ends(meanInterval(mean, sd / Math.sqrt(n), n, level)) };
}

function assumptionsOf({ method }: ComparisonOptions, groups: readonly string[], { samples }: Samples): Comparison['assumptions'] {
  const spread = method === 'student_t' || method === 'anova' ? brownForsythe(samples) : null;
  const skewed = groups.flatMap((name, i) => shapeOf(name, samples[i]));
  return [
    ...(spread === null ? [] : [{ name: 'equal variances', verdict: spread.p < doubt ? ('doubtful' as const) : ('holds' as const), said: `Brown–Forsythe F(${spread.df[0]}, ${spread.df[1]}) = ${spread.f.toFixed(2)}, p ${pText(spread.p)}.` }]),
    { name: 'roughly normal groups', verdict: skewed.length > 0 ? ('doubtful' as const) : ('holds' as const), said: skewed.length > 0 ? `${skewed.join('; ')}.` : `Every group has ${largeEnough} values or more, or is not strongly skewed.` },
  ];
}

/** With few values a strong skew is in doubt; many values make up for it. */
function shapeOf(name: string, sample: Sample | undefined): string[] {
  if (sample === undefined || sample.n >= largeEnough) return [];
  const skew = skewness(momentsOf(tabulate(sample.values)));
  return skew !== null && Math.abs(skew) > 1 ? [`${name} has a skewness of ${skew.toFixed(2)} with ${sample.n} values`] : [];
}

function recommend({ method }: ComparisonOptions, assumptions: Comparison['assumptions']): Comparison['recommendation'] {
  const doubtful = (name: string): boolean => assumptions.some((one) => one.name === name && one.verdict === 'doubtful');
  if (doubtful('roughly normal groups')) {
    const other = twoGroups.has(method) ? 'mann_whitney' : 'kruskal_wallis';
    return { method: other, said: `The ${names[other]} needs no normal groups.` };
  }
  if (!doubtful('equal variances')) return null;
  const other = method === 'student_t' ? 'welch_t' : 'welch_anova';
  return { method: other, said: `The ${names[other]} needs no equal variances.` };
}

function hypothesesOf(input: ComparisonOptions, [first = '', second = '']: readonly string[]): Comparison['hypotheses'] {
  const what = ranks.has(input.method) ? `${input.value} is distributed alike` : `The mean of ${input.value} is the same`;
  if (!('alternative' in input)) return { null: `${what} in all groups of ${input.group}.`, alternative: 'It is not in at least one group.' };
  const way = { two_sided: 'differs between', less: `is smaller in ${first} than in`, greater: `is larger in ${first} than in` }[input.alternative];
  return { null: `${what} in ${first} and ${second}.`, alternative: input.alternative === 'two_sided' ? 'It differs between the two.' : `It ${way} ${second}.` };
}
