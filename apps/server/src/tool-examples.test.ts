import {
  allOperations,
  conditionExamples,
  functionOf,
  functions,
  isFunction,
  overRowsExamples,
  stepExamples,
} from '@columnist/contract';
import { agents, type Agent } from '@columnist/mcp/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

const pick = (values: readonly string[], i: number): string => values[i % values.length] ?? '';
const day = (i: number, year = 2025): string =>
  new Date(Date.UTC(year, 0, 1 + 7 * i)).toISOString().slice(0, 10);
const noise = (i: number, of: number): number => (i * 7919 + 13) % of;

/** A cell of each column that some example names. */
const columns: Readonly<Record<string, (i: number) => string | number>> = {
  name: (i) => `Person ${i}, ${pick(['Mrs', 'Mr'], i)}`,
  class: (i) => pick(['First', 'Second', '3'], i),
  age: (i) => (i % 9 === 0 ? '' : 1 + noise(i, 79)),
  fare: (i) => 5 + noise(i, 83) / 2,
  sibsp: (i) => i % 4,
  parch: (i) => noise(i, 3),
  port: (i) => pick(['S', 'C', 'Q'], noise(i, 7)),
  cabin: (i) => (i % 3 === 0 ? '' : `C${i}`),
  'home town': (i) => pick(['Paris', 'Rome'], i),
  date: (i) => day(i),
  start: (i) => day(i),
  end: (i) => day(i, 2026),
  time_hour: (i) => `${day(i)}T${String(i % 24).padStart(2, '0')}:30:00`,
  year: (i) => 2000 + (i % 20),
  species: (i) => pick(['Adelie', 'Gentoo', 'Chinstrap'], noise(i, 11)),
  island: (i) => pick(['Dream', 'Biscoe'], noise(i, 5)),
  sex: (i) => pick(['female', 'male'], noise(i, 4)),
  body_mass_g: (i) => 3000 + noise(i, 1499),
  flipper_length_mm: (i) => 170 + noise(i, 53),
  sales: (i) => 100 + i + noise(i, 17),
  shop: (i) => pick(['north', 'south'], i),
  cost: (i) => pick(['1.234,56', '12,00 EUR', 'free'], i),
  code: (i) => pick(['abc', '31.01.2026', 'x-1'], i),
  stamp: (i) => pick(['01/31/2026 01:30 PM', '1:30', 'never'], i),
  first: (i) => pick(['Ada', 'Max'], i),
  last: (i) => pick(['Byron', 'Born'], i),
  file: (i) => pick(['a.csv', 'b.txt'], i),
  delay: (i) => noise(i, 31) - 15,
  area: (i) => noise(i, 100),
  x: (i) => noise(i, 10),
  pop: (i) => 1000 * (1 + noise(i, 500)),
  ratio: (i) => 0.5 + noise(i, 5),
  hours: (i) => 0.25 + noise(i, 9),
  low: (i) => noise(i, 10),
  high: (i) => 10 + noise(i, 10),
  price: (i) => 20 + noise(i, 9),
};
const quoted = (cell: string | number): string =>
  /[",]/.test(String(cell)) ? `"${cell}"` : String(cell);
const csv = [
  Object.keys(columns).join(','),
  ...Array.from({ length: 120 }, (_, i) =>
    Object.values(columns)
      .map((cell) => quoted(cell(i)))
      .join(','),
  ),
].join('\n');

let app: TestApp;
let agent: Agent;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  const user = await app.createTestUser({ tier: 'paid' });
  id = z.object({ id: z.uuid() }).parse(await (await app.upload(user, csv, 'all.csv')).json()).id;
  const [first] = agents;
  if (first === undefined) throw new Error('There is a client.');
  agent = await first[1]({ url: `${app.url}/mcp`, headers: { 'API-Key': user.apiKey ?? '' } });
});
afterAll(async () => {
  await agent.close();
  await app.close();
});

const answered = async (tool: string, input: object): Promise<unknown> => {
  const { isError, content, structuredContent } = await agent.use(tool, { ...input });
  expect([isError ?? false, isError === true ? content[0] : '']).toEqual([false, '']);
  return structuredContent;
};

describe('what an agent reads as an example is answered', () => {
  const tools = allOperations.flatMap(({ mcp, input }) =>
    mcp?.example === undefined ? [] : [{ name: mcp.name, example: mcp.example, input }],
  );
  test.each(tools)('$name $example', async ({ name, example, input }) => {
    await answered(name, input.safeParse(example).success ? example : { id, ...example });
  });

  const parts = Object.entries(stepExamples).flatMap(([part, example]) =>
    Array.isArray(example)
      ? example.map((one: object): Record<string, object> => ({ [part]: [one] }))
      : [{ [part]: example }],
  );
  test.each([...parts, stepExamples])('view %j', async (view) => {
    await answered('get_rows', { id, view, limit: 1 });
  });

  test.each(conditionExamples)('filter %s', async (filter) => {
    expect(await answered('get_rows', { id, view: { filter }, limit: 1 })).toMatchObject({
      items: [expect.anything()],
    });
  });

  test.each(Object.entries(overRowsExamples))('%s: %s', async (asks, expression) => {
    if (asks.startsWith('Of groups'))
      await answered('query_dataset', {
        id,
        group_by: ['class', 'port'],
        aggregates: [{ statistic: 'max', of: expression }],
      });
    else
      await answered('get_rows', {
        id,
        view: { derive: [{ name: 'derived', expression }] },
        limit: 1,
      });
  });

  const written = Object.keys(functions)
    .filter(isFunction)
    .map((name) => functionOf(name).example);
  test.each(written)('expression %s', async (expression) => {
    const view = { derive: [{ name: 'derived', expression }] };
    const found = z
      .object({ items: z.array(z.array(z.unknown())) })
      .parse(await answered('get_rows', { id, view, columns: ['derived'], limit: 9 }));
    expect(found.items.flat().some((value) => value !== null)).toBe(true);
  });
});

describe('a name from elsewhere is answered with the one that is meant', () => {
  test.each<[string, object, RegExp]>([
    [
      'get_rows',
      { view: { filter: 'lag(fare) > 3' } },
      /no function 'lag'. Did you mean previous\?/,
    ],
    ['get_rows', { view: { filter: 'len(name) > 3' } }, /Did you mean length\?/],
    ['get_rows', { view: { filter: 'fare > null' } }, /no column 'null'. Did you mean missing\?/],
    ['get_rows', { view: { filter: 'isnull(age)' } }, /Did you mean x is missing\?/],
    [
      'get_rows',
      { view: { filter: "left(name, 1) = 'P'" } },
      /Did you mean substr\(text, 1, 3\)\?/,
    ],
    [
      'get_rows',
      { view: { filter: "like(name, 'P%')" } },
      /Did you mean contains\(text, 'part'\)\?/,
    ],
    ['get_rows', { view: { filter: 'foo(1)' } }, /Functions are if, case, coalesce/],
    [
      'query_dataset',
      { groupby: ['class'] },
      /groupby: .*Did you mean 'group_by'\? The fields are id, group_by,/,
    ],
    ['query_dataset', { aggregates: [{ statistic: 'std', of: 'fare' }] }, /Did you mean 'sd'\?/],
    ['compare_groups', { method: 'ttest' }, /Did you mean 'welch_t' or 'student_t'\?/],
    ['compare_groups', { method: 'pearson' }, /pearson is a method of analyze_association/],
    [
      'fit_regression',
      { method: 'logistic', formula: 'sex ~ fare', weights: 'age' },
      /weights: There is no such field.*logistic takes formula \(text\)/,
    ],
    [
      'get_rows',
      { view: { impute: [{ columns: ['age'], strategy: 'mean' }] } },
      /strategy: There is no such field. The fields are columns, method, value, by\./,
    ],
    ['explain', { method: 'kmeans' }, /no method 'kmeans'. Did you mean 'k_means'\?/],
  ])('%s %j', async (tool, input, said) => {
    const { isError, content } = await agent.use(tool, {
      ...(tool === 'explain' ? {} : { id }),
      ...input,
    });
    expect([isError, content[0]?.type === 'text' ? content[0].text : '']).toEqual([
      true,
      expect.stringMatching(said),
    ]);
  });
});
