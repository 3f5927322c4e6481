import { operations, type Combination } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import type { ServiceContext } from '../../context.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { getDataset } from '../lifecycle/get-dataset.ts';
import { rereadDataset } from '../versions/reread-dataset.ts';
import { updateDataset } from '../versions/update-dataset.ts';
import { combineDatasets } from './combine-datasets.ts';
import { getLineage } from './get-lineage.ts';

let app: TestCore;
let ctx: ServiceContext;
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
});
afterAll(() => app.close());

const upload = async (csv: string, name: string) =>
  (await createDataset(ctx, { file: await app.receive(csv, name) })).id;
const combine = (input: object) =>
  combineDatasets(ctx, operations.datasets.combine.input.parse(input));
const saidOf = async (id: string) =>
  (await getDataset(ctx, { id })).admission.notes.map(({ code, message }) => [code, message]);
const inLineage = async (id: string) =>
  (await getLineage(ctx, { id })).datasets.find((one) => one.id === id)?.notes;

interface Remade {
  readonly of: Readonly<Record<string, unknown>> & { readonly kind: Combination['kind'] };
  readonly sources: readonly string[];
  /** What the last source becomes. */
  readonly replaced: string;
  readonly said: readonly (readonly [string, string])[];
}

const keys = [{ left: 'k', right: 'k' }];
const cases: Record<string, Remade> = {
  'append of another spelling': {
    of: { kind: 'append' },
    sources: ['id,region,amt\n1,N,5\n', 'id,region,amt\n2,S,6\n'],
    replaced: 'id,Region,amt\n2,S,6.5\n',
    said: [
      ['columns_lacking', "'0.csv' has no 'Region': its rows have no value there."],
      ['columns_lacking', "'1.csv' has no 'region': its rows have no value there."],
      ['types_differ', "'amt' is BIGINT and DECIMAL(2,1), and becomes DECIMAL(20,1)."],
      ['columns_changed', "Since version 1 'Region' is new."],
    ],
  },
  'join whose keys repeat': {
    of: { kind: 'join', how: 'inner', keys },
    sources: ['k,v\n1,a\n2,b\n', 'k,w\n1,x\n2,y\n'],
    replaced: 'k,v\n1,x\n1,y\n3,z\n',
    said: [
      ['rows_multiply', "1 rows of '0.csv' become 2: keys of '1.csv' have up to 2 rows each."],
      ['rows_without_match', "1 of 2 rows of '0.csv' have no match in '1.csv'."],
      ['rows_without_match', "1 of 3 rows of '1.csv' have no match in '0.csv'."],
      ['columns_renamed', "Renamed: 'v' is 'v_right'."],
      ['columns_changed', "Since version 1 'w' is gone; 'v_right' is new."],
    ],
  },
  'join whose keys are spelled otherwise': {
    of: { kind: 'join', keys },
    sources: ['k,v\na,1\nb,2\n', 'k,w\na,3\nb,4\n'],
    replaced: 'k,w\nA,3\nB,4\n',
    said: [
      ['nothing_matches', "No row of '0.csv' has a row of '1.csv' with the same key."],
      ['rows_without_match', "2 of 2 rows of '0.csv' have no match in '1.csv'."],
    ],
  },
  'join with the nearest row': {
    of: { kind: 'join', how: 'as_of', at: { left: 'k', right: 'k' } },
    sources: ['k,v\n1,a\n5,b\n', 'k,w\n0,x\n'],
    replaced: 'k,w\n3,x\n',
    said: [
      ['rows_without_match', "1 of 2 rows of '0.csv' have no match in '1.csv'."],
      ['columns_renamed', "Renamed: 'k' is 'k_right'."],
    ],
  },
  'rows without a match': {
    of: { kind: 'join', how: 'anti', keys },
    sources: ['k,v\n1,a\n2,b\n', 'k,w\n1,x\n'],
    replaced: 'k,w\n2,x\n',
    said: [],
  },
  'pivot with other names': {
    of: { kind: 'pivot', rows: ['k'], names_from: 'n', values_from: 'v', statistic: 'sum' },
    sources: ['k,n,v\n1,a,1\n1,b,2\n'],
    replaced: 'k,n,v\n1,a,1\n1,c,2\n1,c,3\n',
    said: [
      ['several_in_a_cell', '1 cells are the sum of several values, up to 2.'],
      ['columns_changed', "Since version 1 'b' is gone; 'c' is new."],
    ],
  },
  'unpivot with another column beside': {
    of: { kind: 'unpivot', columns: ['v', 'w'] },
    sources: ['k,v,w\n1,2,3\n'],
    replaced: 'key,v,w\n1,2,3\n',
    said: [['columns_changed', "Since version 1 'k' is gone; 'key' is new."]],
  },
};

test('every kind of combination is among those that are made again', () => {
  const kinds = operations.datasets.combine.input.options.map(({ shape }) => shape.kind.value);
  expect([...new Set(Object.values(cases).map(({ of }) => of.kind))].sort()).toEqual(kinds.sort());
});

test.each(Object.entries(cases))(
  'says what a preview and a save say of %s that is made again',
  async (name, { of, sources: files, replaced, said }) => {
    const ids: string[] = [];
    for (const [i, file] of files.entries()) ids.push(await upload(file, `${i}.csv`));
    const sources =
      of.kind === 'append'
        ? { sources: ids }
        : of.kind === 'join'
          ? { left: ids[0], right: ids[1] }
          : { source: ids[0] };
    const id = (await combine({ ...of, ...sources, name })).dataset?.id ?? '';
    const last = ids.at(-1) ?? '';
    await updateDataset(ctx, { id: last, file: await app.receive(replaced, 'x.csv') });
    expect(await saidOf(id)).toEqual(said);
    expect(await inLineage(id)).toEqual(said.map(([, message]) => message));
    const saved = (await combine({ ...of, ...sources, name: 'again' })).dataset?.id ?? '';
    const { warnings } = await combine({ ...of, ...sources });
    const ofSaved = said.filter(([code]) => code !== 'columns_changed');
    expect((await saidOf(saved)).filter(([code]) => code !== 'already_uploaded')).toEqual(ofSaved);
    expect(ofSaved.slice(0, warnings.length)).toEqual(
      warnings.map(({ code, message }) => [code, message]),
    );
  },
);

test('goes on saying it where the file of combined rows is read otherwise', async () => {
  const [a, b] = [await upload('k,v\n1,2\n', 'a.csv'), await upload('k,w\n1,2\n', 'b.csv')];
  const id = (await combine({ kind: 'append', sources: [a, b], name: 'both' })).dataset?.id ?? '';
  const said = await saidOf(id);
  expect(said.map(([code]) => code)).toEqual(['columns_lacking', 'columns_lacking']);
  await rereadDataset(ctx, { id, text_columns: ['k'] });
  expect((await saidOf(id)).slice(0, 2)).toEqual(said);
});
