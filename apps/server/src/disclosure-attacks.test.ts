import {
  allOperations,
  exampleInputs,
  operations,
  testResult,
  type Operation,
} from '@columnist/contract';
import { attacksOf, ruleOf } from '@columnist/core';
import { ofSample, sampled } from '@columnist/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { methodQuestions } from './testing-methods.ts';
import { forgetAnswers, limitKey, namesSomebody, uploadPeople } from './testing-people.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 10_000 });
  owner = await app.createTestUser({ tier: 'paid' });
  id = await uploadPeople(app, owner);
  await limitKey(app, owner, true);
});
afterAll(() => app.close());
/** Each attack begins where nothing was answered yet. */
const forget = (): Promise<void> => forgetAnswers(app);

const closed = [
  'analyze_time_series: adf',
  'analyze_time_series: autocorrelation',
  'analyze_time_series: ets',
  'analyze_time_series: kpss',
  'analyze_time_series: mann_kendall',
  'analyze_time_series: overview',
  'analyze_time_series: stl',
  'compare_groups: factorial_anova',
  'compare_groups: wilcoxon_signed_rank',
  'datasets.compareDatasets',
  'datasets.compareVersions',
  'datasets.download',
  'datasets.duplicates',
  'datasets.explainView',
  'datasets.export',
  'datasets.file',
  'datasets.listTests',
  'datasets.listVersions',
  'datasets.listViews',
  'datasets.pictures',
  'datasets.preview',
  'datasets.repairs',
  'datasets.report',
  'datasets.rows',
  'datasets.runSql',
  'datasets.shared',
  'datasets.shares',
  'datasets.timeSeries',
  'find_structure: k_means',
  'find_structure: little_mcar',
  'find_structure: principal_components',
  'fit_regression: linear',
  'test_distribution: autocorrelation',
  'test_distribution: grubbs',
  'test_distribution: kolmogorov_smirnov',
  'test_distribution: mahalanobis_outliers',
  'test_distribution: tukey_outliers',
  'test_distribution: z_score_outliers',
];

/**
 * An attack as the operation takes it, of this dataset where it is about one; null where it does
 * not.
 */
const inputOf = (operation: Operation, attack: object, of: string): object | null =>
  [{ ...attack, id: of }, { ...attack, dataset_id: of }, attack].find(
    (input) => operation.input.safeParse(input).success,
  ) ?? null;

async function call(
  operation: Operation,
  input: object,
): Promise<{ status: number; text: string }> {
  const url = new URL(`/trpc/${operation.path}`, app.url);
  const isQuery = operation.kind === 'query';
  if (isQuery) url.searchParams.set('input', JSON.stringify(input));
  const response = await fetch(url, {
    method: isQuery ? 'GET' : 'POST',
    headers: { 'API-Key': owner.apiKey ?? '', 'Content-Type': 'application/json' },
    ...(isQuery ? {} : { body: JSON.stringify(input) }),
  });
  return { status: response.status, text: await response.text() };
}

describe('a credential that may not read rows', () => {
  test('has a rule for every operation about datasets; one without is refused', () => {
    const without = allOperations.filter((operation) => ruleOf(operation) === undefined);
    expect(without.map(({ path }) => path)).toEqual([]);
    expect(ruleOf({ path: 'datasets.added' })).toBeUndefined();
  });

  test('is attacked in every operation by a right input, by the registration of its rule', () => {
    const wrong = allOperations
      .filter(({ path }) => path.startsWith('datasets.'))
      .flatMap((operation) => {
        const attacks = attacksOf(operation);
        return attacks === 'file'
          ? []
          : (attacks ?? [{ missing: true }])
              .filter((attack) => inputOf(operation, attack, id) === null)
              .map((attack) => `${operation.path} ${JSON.stringify(attack)}`);
      });
    expect(wrong).toEqual([]);
  });

  test(`gets no name, address or single salary from any operation and any method, of all rows and of one (${ofSample})`, async () => {
    const examples = exampleInputs(id);
    const asked: [string, Operation, object][] = allOperations
      .filter(({ path, kind }) => path.startsWith('datasets.') && kind === 'query')
      .flatMap((operation) => {
        const attacks = attacksOf(operation);
        return [
          ...(attacks === undefined || attacks === 'file' ? [] : attacks),
          examples[operation.path] ?? {},
        ].flatMap((attack): [string, Operation, object][] => {
          const input = inputOf(operation, attack, id);
          return input === null ? [] : [[operation.path, operation, input]];
        });
      });
    asked.push(...methodQuestions(id));
    // What is drawn is attacked in all its ways: some of these are refused, and others answered.
    const drawn = new Set(sampled([...new Set(asked.map(([name]) => name))], 35));
    const leaks: string[] = [];
    const answered = new Map<string, boolean>();
    for (const [name, operation, input] of asked.filter(([one]) => drawn.has(one))) {
      await forget();
      if (!operation.input.safeParse(input).success) continue;
      const { status, text } = await call(operation, input);
      answered.set(name, (answered.get(name) ?? false) || status === 200);
      if (status >= 500 || status === 401) leaks.push(`${name}: ${status}`);
      if (namesSomebody(text))
        leaks.push(`${name} ${JSON.stringify(input)}: ${text.slice(0, 200)}`);
    }
    expect(leaks).toEqual([]);
    // Those whose samples here are refused, each for a reason of its own; all others are answered.
    expect([...answered].flatMap(([name, is]) => (is ? [] : [name])).toSorted()).toEqual(
      closed.filter((name) => answered.has(name)),
    );
    expect(new Set(asked.map(([name]) => name)).size - closed.length).toBeGreaterThan(60);
  }, 480_000);

  test('changes nothing by which it would learn of one person', async () => {
    const leaks: string[] = [];
    const changing = allOperations.filter(
      ({ path, kind }) => path.startsWith('datasets.') && kind === 'mutation',
    );
    for (const operation of changing) {
      const attacks = attacksOf(operation);
      if (attacks === undefined || attacks === 'file') continue;
      const own = await uploadPeople(app, owner);
      for (const attack of attacks) {
        const { status, text } = await call(operation, inputOf(operation, attack, own) ?? {});
        if (status >= 500 || status === 401 || namesSomebody(text))
          leaks.push(`${operation.path}: ${status} ${text.slice(0, 200)}`);
      }
      await fetch(`${app.url}/api/v1/datasets/${own}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${owner.accessToken}` },
      });
    }
    expect(leaks).toEqual([]);
  }, 120_000);

  test('reads no cell in errors, in the names of saved views, in what is suggested, in resources, and in code', async () => {
    const owned = {
      Authorization: `Bearer ${owner.accessToken}`,
      'Content-Type': 'application/json',
    };
    const saved = await fetch(
      `${app.url}/api/v1/datasets/${id}/views/${encodeURIComponent('without Person7')}`,
      { method: 'PUT', headers: owned, body: JSON.stringify({ view: { filter: 'id <> 7' } }) },
    );
    expect(saved.status).toBe(200);
    const tests = operations.datasets;
    const questions: [Operation, object][] = [
      [
        tests.compareGroups,
        { method: 'welch_t', value: 'salary', group: 'dept', groups: ['Sales', 'Researc'] },
      ],
      [
        tests.compareGroups,
        { method: 'proportions', event: 'gender', success: 'mm', group: 'kind' },
      ],
      [tests.compareGroups, { method: 'one_proportion', event: 'dept', success: 'Boar' }],
      [
        tests.fitRegression,
        { method: 'linear', formula: 'salary ~ gender', predict: [{ gender: 'mm' }] },
      ],
      [tests.fitRegression, { method: 'logistic', formula: 'name ~ age' }],
      [tests.fitRegression, { method: 'linear', formula: 'salary ~ name' }],
      [
        tests.testDistribution,
        { method: 'chi_square_goodness_of_fit', column: 'gender', expected: { mm: 1 } },
      ],
      [tests.association, { method: 'fisher_exact', x: 'name', y: 'dept' }],
      [tests.aggregate, { view: { filter: 'to_number(name) = 7' } }],
      [tests.aggregate, { group_by: [{ name: 'y', expression: 'year(name)' }] }],
      [tests.aggregate, { group_by: [{ name: 'y', expression: 'bin(name, [1, 2])' }] }],
      [tests.aggregate, { view: { filter: 'name = 7' } }],
      [tests.aggregate, { view: { filter: "salary > 'x'" } }],
      [tests.aggregate, { aggregates: [{ statistic: 'sum', of: 'name' }] }],
      [tests.aggregate, { view: { saved: 'without Person' } }],
      [tests.chart, { x: 'dept', y: 'salary', view: { saved: 'Person7' } }],
    ];
    const said: string[] = [];
    for (const [operation, question] of questions) {
      await forget();
      const { status, text } = await call(operation, { id, ...question });
      if (
        status < 400 ||
        status >= 500 ||
        namesSomebody(text) ||
        /Person7|Research'|Board'|without Person|Did you mean/.test(text)
      )
        said.push(`${status} ${text.slice(0, 300)}`);
    }
    expect(said).toEqual([]);
    // A saved view is what its filter is.
    await forget();
    expect(
      (
        await call(tests.aggregate, {
          id,
          aggregates: [{ statistic: 'sum', of: 'salary' }],
          view: { saved: 'without Person7' },
        })
      ).text,
    ).toContain('too_few_rows');

    const agent = new Client({ name: 'attacker', version: '1' });
    await agent.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
        requestInit: { headers: { 'API-Key': owner.apiKey ?? '' } },
      }),
    );
    const { resourceTemplates } = await agent.listResourceTemplates();
    expect(resourceTemplates.length).toBeGreaterThan(2);
    for (const { uriTemplate } of resourceTemplates) {
      const read = await agent
        .readResource({ uri: uriTemplate.replace('{id}', id) })
        .then((answer) => JSON.stringify(answer), String);
      expect([uriTemplate, namesSomebody(read)]).toEqual([uriTemplate, false]);
    }
    const shown = JSON.stringify(await agent.callTool({ name: 'get_dataset', arguments: { id } }));
    expect([shown.includes('columns'), /saved_views|Person7/.test(shown)]).toEqual([true, false]);
    await agent.close();
    await forget();
    const coded = testResult.parse(
      z.object({ result: z.object({ data: z.unknown() }) }).parse(
        JSON.parse(
          (
            await call(tests.compareGroups, {
              id,
              method: 'mann_whitney',
              value: 'salary',
              group: 'gender',
            })
          ).text,
        ),
      ).result.data,
    );
    expect(coded.code.r).toContain('wilcox.test');
    expect(namesSomebody(JSON.stringify(coded.code))).toBe(false);
    expect(coded.multiplicity).toBeUndefined();
  }, 180_000);
});
