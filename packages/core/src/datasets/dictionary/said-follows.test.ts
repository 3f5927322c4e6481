import { operations } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import type { ServiceContext } from '../../context.ts';
import { combineDatasets } from '../combinations/combine-datasets.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { getDataset } from '../lifecycle/get-dataset.ts';
import { exportDataset } from '../exports/export-dataset.ts';
import { saveRows } from '../views/save-rows.ts';
import { setColumns } from './set-columns.ts';

let app: TestCore;
let ctx: ServiceContext;
let id: string;

const mass = { label: 'Body mass', unit: 'g', description: 'On an empty stomach' };
const sex = { value_labels: [{ value: 1, label: 'male' }] };
const size = { levels: ['small', 'large'], reference: 'large' };

beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
  ({ id } = await createDataset(ctx, {
    file: await app.receive('k,m,sex,size\na,1.5,1,large\nb,2.5,2,small\nc,4.5,1,large\n', 'm.csv'),
  }));
  await setColumns(ctx, {
    id,
    columns: [
      { name: 'm', ...mass },
      { name: 'sex', ...sex },
      { name: 'size', ...size },
    ],
  });
});
afterAll(() => app.close());

/** What is said about the columns of a dataset. */
const saidOf = async (dataset: string) =>
  Object.fromEntries(
    (await getDataset(ctx, { id: dataset })).columns.map(
      ({ name, label, unit, description, levels, reference, value_labels: labels }) => [
        name,
        JSON.parse(
          JSON.stringify({ label, unit, description, levels, reference, value_labels: labels }),
        ),
      ],
    ),
  );
const rename = {
  step: 'rename_columns' as const,
  columns: [
    { from: 'm', to: 'mass' },
    { from: 'sex', to: 'sex of animal' },
  ],
};

test('what is said about columns follows them through a view that is saved', async () => {
  const saved = await saveRows(ctx, {
    id,
    name: 'renamed',
    view: { clean: [rename], derive: [{ name: 'm', expression: 'mass * 2' }] },
  });
  const said = await saidOf(saved.id);
  expect(said).toEqual({ k: {}, mass, 'sex of animal': sex, size, m: {} });
  // As the answer says that made it.
  expect(saved.columns.find(({ name }) => name === 'mass')).toMatchObject(mass);
});

test('a renamed column keeps its label in a file', async () => {
  const file = await exportDataset(ctx, {
    id,
    format: 'xlsx',
    plain: false,
    view: { clean: [rename] },
  });
  expect(file.notes).toEqual([]);
  const csv = await exportDataset(ctx, {
    id,
    format: 'csv',
    plain: false,
    view: { clean: [rename] },
  });
  expect(csv.notes).toEqual([
    "CSV leaves out or cuts the label of 'mass'.",
    "CSV leaves out the unit of 'mass'.",
    "CSV leaves out the description of 'mass'.",
    "CSV leaves out or cuts labels of values of 'sex of animal'.",
    "CSV leaves out the order of the levels of 'size'.",
    "CSV leaves out the reference level of 'size'.",
    'All that is said about columns is in the data dictionary of the dataset, which is a CSV file.',
  ]);
});

test('a value that a recode puts in the place of another takes its label', async () => {
  const saved = await saveRows(ctx, {
    id,
    name: 'recoded',
    view: {
      clean: [
        {
          step: 'recode',
          column: 'sex',
          values: [
            { from: 1, to: 'm' },
            { from: 2, to: 'f' },
          ],
          others: 'missing',
        },
      ],
    },
  });
  expect((await saidOf(saved.id))['sex']).toEqual({
    value_labels: [{ value: 'm', label: 'male' }],
  });
});

test.each([
  [
    'join',
    (other: string) => ({
      kind: 'join',
      left: id,
      right: other,
      keys: [{ left: 'k', right: 'k' }],
    }),
    { k: {}, m: mass, sex, size, m_right: { label: 'Mother' } },
  ],
  [
    'append',
    (other: string) => ({ kind: 'append', sources: [id, other] }),
    { k: {}, m: mass, sex, size },
  ],
  [
    'unpivot',
    () => ({ kind: 'unpivot', source: id, columns: ['m'] }),
    { k: {}, sex, size, name: {}, value: {} },
  ],
])('what is said about columns follows them through %s', async (kind, recipe, expected) => {
  const { id: other } = await createDataset(ctx, {
    file: await app.receive('k,m\na,7.5\nb,8.5\nd,9.5\n', `${kind}.csv`),
  });
  await setColumns(ctx, { id: other, columns: [{ name: 'm', label: 'Mother' }] });
  const { dataset } = await combineDatasets(
    ctx,
    operations.datasets.combine.input.parse({ ...recipe(other), name: `made by ${kind}` }),
  );
  expect(await saidOf(dataset?.id ?? '')).toEqual(expected);
});

test('a column whose values are named by labels has these as its values', async () => {
  const named = await createDataset(ctx, { file: await app.receive('g,x\n1,2\n2,3\n', 'g.csv') });
  await setColumns(ctx, {
    id: named.id,
    columns: [
      {
        name: 'g',
        type: 'category',
        label: 'Group',
        levels: ['2', '1'],
        value_labels: [
          { value: 1, label: 'control' },
          { value: 2, label: 'treated' },
        ],
      },
    ],
  });
  const saved = await saveRows(ctx, { id: named.id, name: 'named' });
  expect((await saidOf(saved.id))['g']).toEqual({ label: 'Group', levels: ['treated', 'control'] });
});

test('what is said about values goes with them through a recode, or is left out', async () => {
  const { id: asked } = await createDataset(ctx, {
    file: await app.receive(
      'agree,other,gone,size,score\n1,1,1,small,0.5\n2,2,2,large,1.5\n3,3,3,huge,2.5\n',
      'asked.csv',
    ),
  });
  const labels = [
    { value: 1, label: 'never' },
    { value: 2, label: 'sometimes' },
    { value: 3, label: 'always' },
  ];
  await setColumns(ctx, {
    id: asked,
    columns: [
      ...['agree', 'other', 'gone'].map((name) => ({ name, value_labels: labels })),
      { name: 'size', levels: ['small', 'large', 'huge'], reference: 'large' },
      { name: 'score', value_labels: [{ value: 0.5, label: 'half' }] },
    ],
  });
  const recode = (
    column: string,
    values: { from: string | number; to: string | number | null }[],
    others: 'keep' | 'missing' = 'keep',
  ) => ({ step: 'recode' as const, column, values, others });
  const saved = await saveRows(ctx, {
    id: asked,
    name: 'recoded',
    view: {
      clean: [
        // A scale is reversed: each label goes with its value.
        recode('agree', [
          { from: 1, to: 3 },
          { from: 3, to: 1 },
        ]),
        // 2 becomes 1, which keeps its label; 3 gets another number and takes its label along.
        recode('other', [
          { from: 2, to: 1 },
          { from: 3, to: 9 },
        ]),
        // Two labels for one new value are none.
        recode('gone', [
          { from: 1, to: 7 },
          { from: 2, to: 7 },
          { from: 3, to: null },
        ]),
        recode('size', [
          { from: 'large', to: 'big' },
          { from: 'huge', to: 'big' },
        ]),
        { step: 'scale', columns: ['score'], method: 'minmax' },
      ],
    },
  });
  const { agree, other, gone, size: sizes, score } = await saidOf(saved.id);
  expect({ agree, other, gone, size: sizes, score }).toEqual({
    agree: {
      value_labels: [
        { value: 3, label: 'never' },
        { value: 2, label: 'sometimes' },
        { value: 1, label: 'always' },
      ],
    },
    other: {
      value_labels: [
        { value: 1, label: 'never' },
        { value: 9, label: 'always' },
      ],
    },
    gone: {},
    size: { levels: ['small', 'big'], reference: 'big' },
    score: {},
  });
});
