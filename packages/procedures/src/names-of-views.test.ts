import {
  aggregateOptions,
  chartOptions,
  comparisonOptions,
  duplicatesOptions,
  frequenciesOptions,
  type View,
} from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

let tests: TestEngine;
/** The same rows under the names of a file, and under those that a view gives them. */
let file: TableRef;
let named: TableRef;

const lines = Array.from(
  { length: 24 },
  (_, i) => `${i % 2},${(i * 7) % 11},${['x y', 'u v'][i % 2]},${i % 3}`,
).join('\n');
const labels = ['Arm', 'Score', 'Code', 'Site'];
const view: View = {
  clean: [
    {
      step: 'rename_columns',
      columns: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
        { from: 'd', to: 'place' },
      ],
    },
  ],
};

beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
  const admit = async (header: string): Promise<TableRef> => {
    const { table } = await tests.admit(`${header}\n${lines}\n`);
    return {
      ...table,
      columns: table.columns.map((column, i) => ({ ...column, label: labels[i] ?? '' })),
    };
  };
  [file, named] = [await admit('a,b,c,d'), await admit('b,a,c,place')];
});
afterAll(() => tests.close());

const asked: Record<string, (table: TableRef, over: { view?: View }) => Promise<object>> = {
  groups: (table, over) =>
    tests.engine.aggregate(
      table,
      z.strictObject(aggregateOptions).parse({
        ...over,
        group_by: ['place'],
        aggregates: [
          { statistic: 'mean', of: 'a' },
          { statistic: 'sum', of: 'a + b' },
        ],
      }),
    ),
  frequencies: (table, over) =>
    tests.engine.frequencies(
      table,
      z.strictObject(frequenciesOptions).parse({ ...over, column: 'place' }),
    ),
  duplicates: (table, over) =>
    tests.engine.duplicates(
      table,
      z.strictObject(duplicatesOptions).parse({ ...over, columns: ['place', 'b'] }),
    ),
  chart: async (table, over) => {
    const { spec } = await tests.engine.chart(
      table,
      z.strictObject(chartOptions).parse({ ...over, x: 'a', y: 'place' }),
    );
    return z.object({ title: z.object({ text: z.string() }) }).parse(spec);
  },
  'a test': (table, over) =>
    tests.engine.compareGroups(
      table,
      comparisonOptions.parse({ ...over, method: 'welch_t', value: 'a', group: 'b' }),
    ),
  'a share of a value that no row is left with': (table, over) =>
    tests.engine.compareGroups(
      table,
      comparisonOptions.parse({
        view: { ...over.view, filter: 'a != 7' },
        method: 'one_proportion',
        event: 'a',
        success: '7',
      }),
    ),
  'factors that are numbers': (table, over) =>
    tests.engine.compareGroups(
      table,
      comparisonOptions.parse({
        ...over,
        method: 'factorial_anova',
        value: 'a',
        factors: ['place', 'b'],
      }),
    ),
};

/** Without what says that there is a view, and the code, which applies it. */
const figuresOf = (answer: object): unknown => {
  const {
    view: _view,
    view_in_words: _words,
    view_effects: _effects,
    dataset_id: _id,
    code: _code,
    ...figures
  } = z.looseObject({}).parse(answer);
  return figures;
};

test.each(Object.keys(asked))(
  '%s: a view that gives columns other names is asked by these, as a file with them is',
  async (name) => {
    const ask = asked[name];
    if (ask === undefined) throw new Error(name);
    const [viewed, plain] = [await ask(file, { view }), await ask(named, {})];
    expect(figuresOf(viewed)).toEqual(figuresOf(plain));
  },
);

test('names that a split makes are those of groups, and rows of them are dropped for want of parts', async () => {
  const { items } = await tests.engine.aggregate(
    file,
    z.strictObject(aggregateOptions).parse({
      group_by: ['first'],
      aggregates: [{ statistic: 'mean', of: 'a * 2', name: 'twice' }],
      view: {
        clean: [
          { step: 'split_column', column: 'c', by: ' ', into: ['first', 'rest'] },
          { step: 'rename_columns', columns: [{ from: 'd', to: 'place' }] },
        ],
        drop_missing: true,
      },
    }),
  );
  expect(items).toEqual([
    ['u', 2],
    ['x', 0],
  ]);
});
