import {
  comparisonOptions,
  regressionOptions,
  associationOptions,
  describeOptions,
  AppError,
} from '@columnist/contract';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { getDataset, writeDataset } from '../lifecycle/get-dataset.ts';
import { listDatasets } from '../lifecycle/list-datasets.ts';
import { renameDataset } from '../lifecycle/rename-dataset.ts';
import { analyzeAssociation } from '../results/analyze-association.ts';
import { analyzeDataset } from '../results/analyze-dataset.ts';
import { aggregateDataset } from '../results/aggregate-dataset.ts';
import { compareGroups } from '../results/compare-groups.ts';
import { fitRegression } from '../results/fit-regression.ts';
import { getFrequencies } from '../results/get-frequencies.ts';
import { getRows } from '../results/get-rows.ts';
import { restoreVersion } from '../versions/restore-version.ts';
import { updateDataset } from '../versions/update-dataset.ts';
import { downloadDictionary } from './download-dictionary.ts';
import { setColumns } from './set-columns.ts';

/** dose: low, mid, high; treated: 0 or 1. Alphabetically it is high, low, mid. */
const file = [
  'dose,treated,mass',
  'low,0,10.5',
  'low,1,11',
  'low,0,9',
  'mid,1,14',
  'mid,0,12.5',
  'mid,1,15',
  'high,1,21',
  'high,0,18',
  'high,1,20.5',
  'high,0,19',
  '',
].join('\n');
const levels = ['low', 'mid', 'high'];
const sexes = [
  { value: 1, label: 'treated' },
  { value: 0, label: 'control' },
];

const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  );

describe.each(databaseKinds)('the dictionary of a dataset on %s', (kind) => {
  let app: TestCore;
  let ctx: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
  });
  afterAll(() => app.close());
  const create = async (): Promise<string> =>
    (await createDataset(ctx, { file: await app.receive(file, 'doses.csv') })).id;

  test('names columns, and is in every answer about the dataset', async () => {
    const id = await create();
    const said = {
      label: 'Body mass',
      unit: 'g',
      description: 'After four weeks.\nOn an empty stomach.',
    };
    const set = await setColumns(ctx, { id, columns: [{ name: 'mass', ...said }] });
    expect(set.columns[2]).toMatchObject({ name: 'mass', type: 'number', ...said });
    expect(await getDataset(ctx, { id })).toEqual(set);
    const written = await writeDataset(ctx, { id });
    expect(JSON.parse(Buffer.from(written.bytes).toString())).toEqual(set);
    const listed = (await listDatasets(ctx, { limit: 50 })).items.find((one) => one.id === id);
    expect(listed?.columns).toEqual(set.columns);
    // One field is taken back, the others stay.
    const less = await setColumns(ctx, { id, columns: [{ name: 'mass', unit: null }] });
    const { unit: _, ...rest } = said;
    expect(less.columns[2]).toEqual({ ...set.columns[2], ...rest, unit: undefined });
  });

  test('is written once for each revision and name, not for each question', async () => {
    const id = await create();
    const textOf = ({ bytes }: Awaited<ReturnType<typeof writeDataset>>): unknown =>
      JSON.parse(Buffer.from(bytes).toString());
    const set = await setColumns(ctx, { id, columns: [{ name: 'mass', unit: 'g' }] });
    const first = await writeDataset(ctx, { id });
    expect(textOf(first)).toEqual(set);
    expect(await writeDataset(ctx, { id })).toBe(first);
    const changed = await setColumns(ctx, { id, columns: [{ name: 'mass', unit: 'kg' }] });
    expect(textOf(await writeDataset(ctx, { id }))).toEqual(changed);
    const renamed = await renameDataset(ctx, { id, name: 'weights.csv' });
    expect(textOf(await writeDataset(ctx, { id }))).toEqual(renamed);
    expect(renamed.columns).toEqual(changed.columns);
  });

  test('orders groups by its levels', async () => {
    const id = await create();
    await setColumns(ctx, { id, columns: [{ name: 'dose', levels }] });
    const counted = await getFrequencies(ctx, { id, column: 'dose', limit: 50 });
    expect(counted.items.map(({ value, n }) => [value, n])).toEqual([
      ['low', 3],
      ['mid', 3],
      ['high', 4],
    ]);
    const byCount = await getFrequencies(ctx, { id, column: 'dose', order: 'count', limit: 50 });
    expect(byCount.items.map(({ value }) => value)).toEqual(['high', 'low', 'mid']);
    const groups = await aggregateDataset(ctx, {
      id,
      group_by: ['dose'],
      aggregates: [{ statistic: 'sum', of: 'mass' }],
      limit: 10,
    });
    expect(groups.items).toEqual([
      ['low', 30.5],
      ['mid', 41.5],
      ['high', 78.5],
    ]);
    const rows = await getRows(ctx, {
      id,
      columns: ['dose'],
      limit: 10,
      offset: 0,
      view: { sort: [{ column: 'dose', direction: 'descending' }] },
    });
    expect(rows.items.flat()).toEqual([
      ...Array<string>(4).fill('high'),
      ...Array<string>(3).fill('mid'),
      ...Array<string>(3).fill('low'),
    ]);
    const compared = await compareGroups(ctx, {
      id,
      ...comparisonOptions.parse({ method: 'anova', value: 'mass', group: 'dose' }),
    });
    expect(compared.groups.map(({ name }) => name)).toEqual(levels);
    // The picture of the column, too.
    expect((await getDataset(ctx, { id })).columns[0]?.picture).toMatchObject({
      labels: levels,
      counts: [3, 3, 4],
    });
  });

  test('says what a regression compares with: as relevel() in R', async () => {
    const id = await create();
    const coefficients = async () => {
      const { tables } = await fitRegression(ctx, {
        id,
        ...regressionOptions.parse({ method: 'linear', formula: 'mass ~ dose' }),
      });
      return tables
        .find(({ title }) => title === 'Coefficients')
        ?.rows.map(([term, estimate]) => [term, Number(Number(estimate).toFixed(4))]);
    };
    // lm(mass ~ dose): high is first in the alphabet.
    expect(await coefficients()).toEqual([
      ['(Intercept)', 19.625],
      ['dose[low]', -9.4583],
      ['dose[mid]', -5.7917],
    ]);
    await setColumns(ctx, { id, columns: [{ name: 'dose', levels }] });
    // lm(mass ~ factor(dose, levels = c("low", "mid", "high")))
    expect(await coefficients()).toEqual([
      ['(Intercept)', 10.1667],
      ['dose[mid]', 3.6667],
      ['dose[high]', 9.4583],
    ]);
    await setColumns(ctx, { id, columns: [{ name: 'dose', reference: 'mid' }] });
    // lm(mass ~ relevel(factor(dose, levels = c("low", "mid", "high")), ref = "mid"))
    expect(await coefficients()).toEqual([
      ['(Intercept)', 13.8333],
      ['dose[low]', -3.6667],
      ['dose[high]', 5.7917],
    ]);
  });

  test('makes 0 and 1 a category that its labels name, in rows, views, tests and figures', async () => {
    const id = await create();
    const set = await setColumns(ctx, {
      id,
      columns: [{ name: 'treated', type: 'category', levels: ['1', '0'], value_labels: sexes }],
    });
    expect(set.columns[1]).toMatchObject({
      type: 'category',
      storage: 'VARCHAR',
      stored: 'BIGINT',
      low: null,
      high: null,
      picture: { kind: 'category', labels: ['treated', 'control'], counts: [5, 5] },
    });
    expect([
      set.columns[1]?.unfit,
      set.admission.notes.filter(({ column }) => column !== null),
    ]).toEqual([undefined, []]);
    const rows = await getRows(ctx, {
      id,
      limit: 10,
      offset: 0,
      view: { filter: "treated = 'treated' and mass > 14" },
    });
    expect(rows.items).toEqual([
      ['mid', 'treated', 15],
      ['high', 'treated', 21],
      ['high', 'treated', 20.5],
    ]);
    const described = await analyzeDataset(ctx, {
      id,
      columns: ['treated'],
      ...z
        .object(describeOptions)
        .omit({ columns: true, view: true })
        .parse({ correlations: false }),
    });
    expect(described.columns).toMatchObject([
      { type: 'category', distinct: 2, top_values: [{ value: 'control' }, { value: 'treated' }] },
    ]);
    const compared = await compareGroups(ctx, {
      id,
      ...comparisonOptions.parse({ method: 'welch_t', value: 'mass', group: 'treated' }),
    });
    expect(compared.groups.map(({ name, n, mean }) => [name, n, mean])).toEqual([
      ['treated', 5, 16.3],
      ['control', 5, 13.8],
    ]);
    const crossed = await analyzeAssociation(ctx, {
      id,
      ...associationOptions.parse({ method: 'fisher_exact', x: 'dose', y: 'treated' }),
    });
    expect('picture' in crossed ? crossed.picture : null).toMatchObject({
      columns: ['treated', 'control'],
    });
    // Taken back, it is numbers again.
    const back = await setColumns(ctx, {
      id,
      columns: [{ name: 'treated', type: null, levels: null, value_labels: null }],
    });
    expect(back.columns[1]).toMatchObject({ type: 'number', storage: 'BIGINT', low: 0, high: 1 });
    expect((await getRows(ctx, { id, columns: ['treated'], limit: 2, offset: 0 })).items).toEqual([
      [0],
      [1],
    ]);
  });

  test('lets the order of levels go with the type that had one', async () => {
    const id = await create();
    const before = (await setColumns(ctx, { id, columns: [{ name: 'mass', unit: 'kg' }] })).columns;
    const set = async (type: 'category' | 'number' | null) =>
      (await setColumns(ctx, { id, columns: [{ name: 'treated', type }] })).columns;
    expect((await set('category'))[1]).toMatchObject({ type: 'category', levels: ['0', '1'] });
    await setColumns(ctx, { id, columns: [{ name: 'treated', reference: '1' }] });
    expect(await set('number')).toEqual(before);
    await set('category');
    expect(await set(null)).toEqual(before);
  });

  test('stays with later versions, and what does not fit one is said and kept', async () => {
    const id = await create();
    await setColumns(ctx, {
      id,
      columns: [
        { name: 'dose', levels },
        { name: 'treated', type: 'category' },
        { name: 'mass', unit: 'g' },
      ],
    });
    const replaced = await updateDataset(ctx, {
      id,
      file: await app.receive('dose,treated\n2026-01-01,yes\n2026-02-01,no\n', 'other.csv'),
    });
    expect(replaced.columns.map(({ name, unfit }) => [name, unfit])).toEqual([
      ['dose', ["'dose' is a datetime column here: its values have an order already."]],
      [
        'treated',
        [
          "'treated' has no value '0', '1' in this version. " +
            "The order that was set does not name 'false', 'true': in it these come last.",
        ],
      ],
    ]);
    expect(
      replaced.admission.notes
        .filter(({ code }) => code === 'dictionary_unfit')
        .map(({ column, message }) => [column, message]),
    ).toEqual([
      [
        'mass',
        "There is no column 'mass' any more; what was set for it is kept for versions that have it.",
      ],
      [
        'dose',
        "What was set for a column does not fit: 'dose' is a datetime column here: its values have an order already.",
      ],
    ]);
    const before = await restoreVersion(ctx, { id, version: 1 });
    expect(before.columns.map(({ name, unit, levels: set }) => [name, unit, set])).toEqual([
      ['dose', undefined, levels],
      ['treated', undefined, ['0', '1']],
      ['mass', 'g', undefined],
    ]);
  });

  test('names levels and a reference that a version does not have, and can be changed beside them', async () => {
    const id = await create();
    await setColumns(ctx, { id, columns: [{ name: 'dose', levels, reference: 'mid' }] });
    const replaced = await updateDataset(ctx, {
      id,
      file: await app.receive(
        `treated,dose,mass\n${['low', 'high', 'huge'].flatMap((dose, i) => [1, 0, 1, 1].map((treated, j) => `${(treated + i) % 2},${dose},${2 + i + ((j * 7) % 4)}`)).join('\n')}\n`,
      ),
    });
    const said =
      "'dose' has no value 'mid' in this version. Models cannot compare with 'mid', and take the " +
      "first of the others. The order that was set does not name 'huge': in it these come last.";
    const unfitOf = ({ columns }: Pick<typeof replaced, 'columns'>) =>
      columns.find(({ name }) => name === 'dose')?.unfit;
    expect(unfitOf(replaced)).toEqual([said]);
    expect(
      replaced.admission.notes.map(({ code, column, message }) => [code, column, message]),
    ).toEqual([['values_unfit', 'dose', said]]);
    expect(unfitOf(await getDataset(ctx, { id }))).toEqual([said]);
    const modelled = await Promise.all(
      [
        { method: 'linear', formula: 'mass ~ dose + treated' },
        { method: 'linear', formula: 'mass ~ dose' },
        { method: 'logistic', formula: 'treated ~ dose' },
        { method: 'poisson', formula: 'mass ~ dose' },
      ].map(async (asked) => fitRegression(ctx, { id, ...regressionOptions.parse(asked) })),
    );
    expect(modelled.map(({ assumptions }) => assumptions[0])).toEqual(
      modelled.map(() => ({
        name: 'the reference that was set',
        verdict: 'doubtful',
        said: "No row has 'mid', with which 'dose' was to be compared: it is compared with 'low'.",
      })),
    );
    // What is not about the values goes on being said.
    const labelled = await setColumns(ctx, { id, columns: [{ name: 'dose', label: 'Dose' }] });
    expect(labelled.columns[1]).toMatchObject({ label: 'Dose', levels, reference: 'mid' });
    expect(unfitOf(labelled)).toEqual([said]);
    expect(await refusalOf(setColumns(ctx, { id, columns: [{ name: 'dose', levels }] }))).toBe(
      "invalid_input: 'dose' has no value 'mid'.",
    );
    const mended = await setColumns(ctx, {
      id,
      columns: [{ name: 'dose', levels: ['low', 'high', 'huge'], reference: 'low' }],
    });
    expect([unfitOf(mended), mended.admission.notes]).toEqual([undefined, []]);
    // The first version has what was set for it, and not what was set since.
    expect(unfitOf(await restoreVersion(ctx, { id, version: 1 }))).toBeUndefined();
  });

  test('is a CSV file, safe in a spreadsheet', async () => {
    const id = await create();
    await setColumns(ctx, {
      id,
      columns: [
        { name: 'dose', levels, reference: 'low', description: 'Of the drug, "as given".' },
        {
          name: 'treated',
          type: 'category',
          value_labels: [...sexes, { value: 2, label: 'lost; "moved"' }],
        },
        { name: 'mass', label: '=1+1', unit: 'g' },
      ],
    });
    await updateDataset(ctx, { id, file: await app.receive('mass,dose\n1,low\n2,low\n') });
    const { chunks, filename } = await downloadDictionary(ctx, { id });
    expect(filename).toBe('doses-dictionary.csv');
    expect((await text(Readable.from(chunks))).split('\r\n')).toEqual([
      'column,label,unit,description,type,missing,distinct,smallest,largest,levels,reference,value labels,remarks',
      "mass,'=1+1,g,,number,0,2,1,2,,,,",
      'dose,,,"Of the drug, ""as given"".",category,0,1,,,low; mid; high,low,,',
      'treated,,,,category,,,,,0; 1,,"1 = treated; 0 = control; 2 = ""lost; """"moved""""""",This version has no such column.',
      '',
    ]);
  });

  test('refuses what does not fit, and keeps nothing of it', async () => {
    const id = await create();
    const set = (...columns: Parameters<typeof setColumns>[1]['columns']) =>
      refusalOf(setColumns(ctx, { id, columns }));
    expect([
      await set({ name: 'dose', label: 'Dose' }, { name: 'mas', label: 'Mass' }),
      await set({ name: 'dose', levels: ['low', 'midd', 'high'] }),
      await set({ name: 'dose', levels: ['low', 'low'] }),
      await set({ name: 'dose', reference: 'none' }),
      await set({ name: 'mass', levels: ['10.5'] }),
      await set({ name: 'dose', type: 'number' }),
      await set({ name: 'dose', label: 'a' }, { name: 'dose', label: 'b' }),
      await set({
        name: 'treated',
        value_labels: [
          { value: 0, label: 'no' },
          { value: 1, label: 'no' },
        ],
      }),
      await set({ name: 'treated', value_labels: [{ value: 1, label: '0' }] }),
    ]).toEqual([
      "unknown_column: There is no column 'mas'. Did you mean 'mass'?",
      "invalid_input: 'dose' has no value 'midd'.",
      "invalid_input: A value of 'dose' is named twice in its levels.",
      "invalid_input: 'dose' has no value 'none'.",
      "wrong_column_type: 'mass' is a number column: only categories have an order of levels and a reference.",
      "wrong_column_type: 'dose' is a category column and cannot be taken as number as it is.",
      'invalid_input: A column is named twice.',
      "invalid_input: The values '0' and '1' of 'treated' would both be 'no'.",
      "invalid_input: The values '0' and '1' of 'treated' would both be '0'.",
    ]);
    expect((await getDataset(ctx, { id })).columns.filter(({ label }) => label)).toEqual([]);
    const other = await app.contextOf(authorizationOf(await app.createTestUser()));
    expect(
      await refusalOf(setColumns(other, { id, columns: [{ name: 'dose', label: 'x' }] })),
    ).toBe('not_found: Dataset not found.');
  });
});
