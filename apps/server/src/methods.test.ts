import { associationOptions, comparisonOptions, distributionTestOptions, regressionOptions, structureOptions, timeSeriesOptions, operations, powerOptions, problem, testResult, type Operation } from '@columnist/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

const csv = `mass,wing,bill,kind,sex,before,after,day,gappy\n${Array.from({ length: 60 }, (_, i) => `${3000 + 37 * ((i * 17) % 60)},${i % 9 === 0 ? 'NA' : 180 + ((i * 7) % 23)},${(30 + ((i * 13) % 41) / 10).toFixed(1)},${['gentoo', 'adelie', 'chinstrap'][i % 3]},${['female', 'male'][(i * i + (i % 5)) % 2]},${['low', 'high'][i % 2]},${['low', 'high', 'high', 'low', 'low'][i % 5]},${new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10)},${i % 4 === 1 ? '' : (i * 31) % 47}`).join('\n')}\n`;

let app: TestApp;
let owner: TestUser;
let id: string;
let agent: Client;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser({ tier: 'paid' });
  id = z.object({ id: z.uuid() }).parse(await (await app.upload(owner, csv, 'birds.csv')).json()).id;
  agent = new Client({ name: 'test', version: '1' });
  await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.url), { requestInit: { headers: { 'API-Key': owner.apiKey ?? '' } } }));
});
afterAll(async () => {
  await agent.close();
  await app.close();
});

/** What each method takes beside its name; a new method adds its own here. */
type Samples<Method extends string> = Readonly<Record<Method, Readonly<Record<string, unknown>>>>;
const grouped = { value: 'mass', group: 'sex' };
const comparisons: Samples<(typeof comparisonOptions)['options'][number]['shape']['method']['value']> = {
  welch_t: grouped, student_t: grouped, mann_whitney: grouped, permutation: grouped, tost: { ...grouped, low: -100, high: 100 }, anova: { value: 'mass', group: 'kind' }, welch_anova: { value: 'mass', group: 'kind' }, kruskal_wallis: { value: 'mass', group: 'kind', adjust: 'bh' },
  levene: grouped, brown_forsythe: grouped, bartlett: grouped, fligner_killeen: grouped, one_sample_t: { value: 'mass', mu: 4000 }, paired_t: { value: 'wing', other: 'bill' }, wilcoxon_signed_rank: { value: 'wing', mu: 190 }, tost_paired: { value: 'wing', other: 'bill', low: 100, high: 200 },
  tost_one_sample: { value: 'wing', low: 180, high: 200 }, friedman: { columns: ['mass', 'wing', 'bill'] }, one_proportion: { event: 'sex', success: 'male' }, proportions: { event: 'sex', success: 'male', group: 'kind' },
  factorial_anova: { value: 'mass', factors: ['kind', 'sex'], covariates: ['wing'] }, repeated_measures_anova: { columns: ['mass', 'wing', 'bill'], group: 'kind' },
};
const distributions: Samples<(typeof distributionTestOptions)['options'][number]['shape']['method']['value']> = {
  shapiro_wilk: { column: 'mass' }, anderson_darling: { column: 'mass' }, lilliefors: { column: 'mass' }, jarque_bera: { column: 'mass' }, dagostino_k2: { column: 'mass' }, kolmogorov_smirnov: { column: 'mass', distribution: { name: 'normal', mean: 4000, sd: 600 } },
  kolmogorov_smirnov_two_sample: { column: 'mass', group: 'sex' }, chi_square_goodness_of_fit: { column: 'kind' }, autocorrelation: { column: 'mass', lags: 2 }, grubbs: { column: 'mass' }, z_score_outliers: { column: 'mass', threshold: 1 }, tukey_outliers: { column: 'mass' }, mahalanobis_outliers: { columns: ['mass', 'wing'], alpha: 0.1 },
};
const regressions: Samples<(typeof regressionOptions)['options'][number]['shape']['method']['value']> = {
  linear: { formula: 'mass ~ wing + kind', folds: 3, means: ['kind'], predict: [{ wing: 190, kind: 'gentoo' }] }, logistic: { formula: 'sex ~ mass' }, poisson: { formula: 'wing ~ kind' },
};
const series = { value: 'mass', time: 'day' };
const timeSeries: Samples<(typeof timeSeriesOptions)['options'][number]['shape']['method']['value']> = {
  overview: { ...series, every: 'week' }, autocorrelation: series, adf: series, kpss: { ...series, about: 'trend' }, mann_kendall: series, stl: { ...series, robust: true }, ets: { ...series, period: 7, horizon: 5 },
};
const structures: Samples<(typeof structureOptions)['options'][number]['shape']['method']['value']> = {
  principal_components: { columns: ['mass', 'wing', 'bill'], color_by: 'kind' }, k_means: { columns: ['mass', 'wing', 'bill'] }, little_mcar: { columns: ['mass', 'wing', 'gappy'] },
};
const pair = { x: 'before', y: 'after' };
const associations: Samples<(typeof associationOptions)['options'][number]['shape']['method']['value']> = {
  pearson: { columns: ['mass', 'wing'] }, spearman: { columns: ['mass', 'wing'] }, kendall: { x: 'mass', y: 'wing' }, partial: { x: 'mass', y: 'wing', given: ['bill'] }, point_biserial: { x: 'mass', y: 'sex' }, correlation_ratio: { x: 'mass', y: 'kind' },
  chi_square: { x: 'kind', y: 'sex' }, fisher_exact: pair, mcnemar: pair, cohen_kappa: pair, cronbach_alpha: { columns: ['mass', 'wing', 'bill'] },
};
const powers: Samples<(typeof powerOptions)['options'][number]['shape']['method']['value']> = {
  two_sample_t: {}, one_sample_t: {}, paired_t: {}, anova: { groups: 3 }, two_proportions: {}, one_proportion: {}, correlation: {}, chi_square: { df: 2 },
};

const ofDataset = (operation: Operation, samples: Samples<string>): [string, Operation, Record<string, unknown>][] => Object.entries(samples).map(([method, options]) => [`${operation.mcp?.name ?? ''}: ${method}`, operation, { id, method, ...options }]);
const asked = (): [string, Operation, Record<string, unknown>][] => [
  ...ofDataset(operations.datasets.compareGroups, comparisons),
  ...ofDataset(operations.datasets.testDistribution, distributions),
  ...ofDataset(operations.datasets.fitRegression, regressions),
  ...ofDataset(operations.datasets.timeSeries, timeSeries),
  ...ofDataset(operations.datasets.structure, structures),
  ...ofDataset(operations.datasets.association, associations),
  ...Object.entries(powers).map(([method, options]): [string, Operation, Record<string, unknown>] => [`calculate_power: ${method}`, operations.datasets.calculatePower, { method, effect: 0.3, power: 0.8, ...options }]),
];

describe('every method gives the same result by tRPC, REST and MCP', () => {
  test.each(asked())('%s', async (_name, operation, given) => {
    const input: Record<string, unknown> = 'id' in given ? { ...given, id } : given;
    const { id: _id, ...body } = input;
    const session = { Authorization: `Bearer ${owner.accessToken}` };
    const trpc = new URL(`/trpc/${operation.path}`, app.url);
    trpc.searchParams.set('input', JSON.stringify(input));
    const byTrpc = z.object({ result: z.object({ data: z.unknown() }) }).parse(await (await fetch(trpc, { headers: session })).json()).result.data;
    expect(operation.output.parse(byTrpc)).toEqual(byTrpc);
    const rest = await fetch(new URL((operation.rest?.path ?? '').replace('{id}', id), app.url), { method: 'POST', headers: { ...session, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    expect({ status: rest.status, body: await rest.json() }).toEqual({ status: 200, body: byTrpc });
    const byMcp = await agent.callTool({ name: operation.mcp?.name ?? '', arguments: { ...input, detail: 'detailed' } });
    expect(byMcp).toMatchObject({ structuredContent: byTrpc });
    const result = testResult.safeParse(byTrpc);
    // Nothing of a result is empty words.
    if (result.success) expect([result.data.sentence, result.data.apa, result.data.procedure.variant, result.data.code.r, result.data.code.python].every((text) => text.length > 3 && !/NaN|undefined|Infinity/.test(text))).toBe(true);
  });
});

test('a free plan has correlations, the adviser and power, and is told what the others need', async () => {
  const free = await app.createTestUser();
  const { id: own } = z.object({ id: z.uuid() }).parse(await (await app.upload(free, csv, 'birds.csv')).json());
  const ask = async (path: string, body: object) => {
    const response = await fetch(new URL(path.replace('{id}', own), app.url), { method: 'POST', headers: { 'API-Key': free.apiKey ?? '', 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const refusal = problem.safeParse(await response.json());
    return [response.status, refusal.data?.code, refusal.data?.detail];
  };
  const refused = [403, 'plan_required', 'This feature requires a paid subscription ($29/month).'];
  expect(await ask('/api/v1/datasets/{id}/association', { method: 'pearson', columns: ['mass', 'wing'] })).toEqual([200, undefined, undefined]);
  expect(await ask('/api/v1/datasets/{id}/recommendation', { value: 'mass', by: 'kind' })).toEqual([200, undefined, undefined]);
  expect(await ask('/api/v1/power', { method: 'correlation', effect: 0.3, n: 50 })).toEqual([200, undefined, undefined]);
  expect(await ask('/api/v1/datasets/{id}/association', { method: 'kendall', x: 'mass', y: 'wing' })).toEqual(refused);
  expect(await ask('/api/v1/datasets/{id}/compare', { method: 'welch_t', ...grouped })).toEqual(refused);
  expect(await ask('/api/v1/datasets/{id}/distribution', { method: 'shapiro_wilk', column: 'mass' })).toEqual(refused);
});
