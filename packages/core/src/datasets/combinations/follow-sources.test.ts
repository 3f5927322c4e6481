import { expect, test } from 'vitest';
import { setColumns } from '../dictionary/set-columns.ts';
import { listVersions } from '../versions/list-versions.ts';
import { rebuildDataset } from '../versions/rebuild-dataset.ts';
import { rereadDataset } from '../versions/reread-dataset.ts';
import { restoreVersion } from '../versions/restore-version.ts';
import { getLineage } from './get-lineage.ts';
import { useDatasets } from '../testing-datasets.ts';

const own = useDatasets();
const { upload, replace, rowsOf } = own;

const combine = async (input: object) => {
  const { dataset } = await own.combine(input);
  if (dataset === null) throw new Error('It was not saved.');
  return dataset.id;
};
const madeBy = async (id: string) =>
  (await listVersions(own.ctx, { id })).map(({ made_by: by }) => by).toReversed();
const stateOf = async (id: string) => {
  const { datasets } = await getLineage(own.ctx, { id });
  const found = datasets.find((one) => one.id === id);
  return [found?.state, found?.version, found?.problem];
};
const keys = [{ left: 'k', right: 'k' }];

/** A join, what follows it alone, and what follows a source of it beside. */
async function chain(name: string) {
  const a = await upload('k,v\n1,a\n', `${name}-a.csv`);
  const b = await upload('k,w\n1,b\n', `${name}-b.csv`);
  const joined = await combine({ kind: 'join', left: a, right: b, keys, name: `${name}-joined` });
  const below = await combine({
    kind: 'unpivot',
    source: joined,
    columns: ['v', 'w'],
    name: `${name}-below`,
  });
  const beside = await combine({ kind: 'append', sources: [joined, a], name: `${name}-beside` });
  return { a, b, joined, below, beside };
}

test('says why a join cannot be made again where a column has another type', async () => {
  const { a, joined } = await chain('typed');
  await setColumns(own.ctx, { id: a, columns: [{ name: 'k', type: 'category' }] });
  await expect(rebuildDataset(own.ctx, { id: joined })).rejects.toMatchObject({
    code: 'wrong_column_type',
  });
  expect(await stateOf(joined)).toEqual([
    'failed',
    1,
    "'k' of 'typed-a.csv' has texts, 'k' of 'typed-b.csv' has numbers: they are never equal. " +
      "Compare them as they are written ('as': 'text'), or read one of them as the other is " +
      '(reread with read_columns).',
  ]);
  await setColumns(own.ctx, { id: a, columns: [{ name: 'k', type: 'number' }] });
  expect((await stateOf(joined))[0]).toBe('current');
});

test('makes nothing again whose sources stay as they were, and says that they are behind', async () => {
  const { a, joined, below, beside } = await chain('stopped');
  await replace(a, 'key,v\n1,A\n');
  expect([await madeBy(joined), await madeBy(below), await madeBy(beside)]).toEqual([
    ['upload'],
    ['upload'],
    ['upload', 'rebuild'],
  ]);
  const behind =
    "Its source 'stopped-joined.csv' is not up to date; this one is made again once that is.";
  expect([(await stateOf(joined))[0], await stateOf(below), await stateOf(beside)]).toEqual([
    'failed',
    ['out_of_date', 1, behind],
    ['out_of_date', 2, behind],
  ]);
  await replace(a, 'k,v\n1,A\n');
  expect([await stateOf(joined), await stateOf(below), await stateOf(beside)]).toEqual([
    ['current', 2, null],
    ['current', 2, null],
    ['current', 3, null],
  ]);
});

test('makes at once again what follows a dataset that is made again when asked', async () => {
  const { joined, below } = await chain('asked');
  await rebuildDataset(own.ctx, { id: joined });
  expect([await stateOf(joined), await stateOf(below)]).toEqual([
    ['current', 2, null],
    ['current', 2, null],
  ]);
});

test('keeps what was uploaded in place of combined rows until it is combined again', async () => {
  const { a, joined, below } = await chain('hand');
  await replace(joined, 'k,v,w\n7,by,hand\n');
  await replace(a, 'k,v\n1,A\n');
  own.app.clock.advance(301);
  await own.app.core.runJobs();
  expect([await rowsOf(joined), await rowsOf(below)]).toEqual([
    [[7, 'by', 'hand']],
    [
      [7, 'v', 'by'],
      [7, 'w', 'hand'],
    ],
  ]);
  expect([await stateOf(joined), await stateOf(below)]).toEqual([
    [
      'by_hand',
      2,
      'Its current version was uploaded by hand and follows nothing. Combine it again to have ' +
        'rows of its sources, which it then follows.',
    ],
    ['current', 2, null],
  ]);
  const { links } = await getLineage(own.ctx, { id: a });
  expect(links.find((one) => one.from === a && one.to === joined)).toEqual({
    from: a,
    to: joined,
    version: null,
    follows: false,
  });
  await rebuildDataset(own.ctx, { id: joined });
  await replace(a, 'k,v\n1,AA\n');
  expect([await rowsOf(joined), await rowsOf(below)]).toEqual([
    [[1, 'AA', 'b']],
    [
      [1, 'v', 'AA'],
      [1, 'w', 'b'],
    ],
  ]);
});

test('keeps an earlier version that was restored until it is combined again', async () => {
  const { a, joined, below } = await chain('restored');
  await replace(a, 'k,v\n1,A\n');
  await restoreVersion(own.ctx, { id: joined, version: 1 });
  own.app.clock.advance(301);
  await own.app.core.runJobs();
  await replace(a, 'k,v\n1,AA\n');
  own.app.clock.advance(301);
  await own.app.core.runJobs();
  expect([await rowsOf(joined), await rowsOf(below), await madeBy(joined)]).toEqual([
    [[1, 'a', 'b']],
    [
      [1, 'v', 'a'],
      [1, 'w', 'b'],
    ],
    ['upload', 'rebuild'],
  ]);
  expect([await stateOf(joined), (await stateOf(below))[0]]).toEqual([
    [
      'by_hand',
      1,
      'Its current version was restored by hand and follows nothing. Combine it again to have ' +
        'rows of its sources, which it then follows.',
    ],
    'current',
  ]);
  await rebuildDataset(own.ctx, { id: joined });
  expect([await stateOf(joined), await rowsOf(joined)]).toEqual([
    ['current', 3, null],
    [[1, 'AA', 'b']],
  ]);
});

test('follows on where its own file was read otherwise', async () => {
  const { a, joined } = await chain('reread');
  await rereadDataset(own.ctx, { id: joined, text_columns: ['k'] });
  expect(await stateOf(joined)).toEqual(['current', 2, null]);
  await replace(a, 'k,v\n1,A\n');
  expect([await stateOf(joined), await rowsOf(joined)]).toEqual([
    ['current', 3, null],
    [[1, 'A', 'b']],
  ]);
});
