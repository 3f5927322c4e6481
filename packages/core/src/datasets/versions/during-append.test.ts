import { operations } from '@columnist/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import type { ServiceContext } from '../../context.ts';
import { combineDatasets } from '../combinations/combine-datasets.ts';
import { setColumns } from '../dictionary/set-columns.ts';
import { commitDataset } from '../lifecycle/commit-dataset.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { deleteDataset } from '../lifecycle/delete-dataset.ts';
import { getDataset } from '../lifecycle/get-dataset.ts';
import { renameDataset } from '../lifecycle/rename-dataset.ts';
import { restoreDataset } from './restore-dataset.ts';
import { getRows } from '../results/get-rows.ts';
import { deleteVersion } from './delete-version.ts';
import { listVersions } from './list-versions.ts';
import { rebuildDataset } from './rebuild-dataset.ts';
import { rereadDataset } from './reread-dataset.ts';
import { restoreVersion } from './restore-version.ts';
import { updateDataset } from './update-dataset.ts';

let app: TestCore;
let ctx: ServiceContext;
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
});
afterAll(() => app.close());

const upload = async (csv: string, name: string) =>
  (await createDataset(ctx, { file: await app.receive(csv, name) })).id;
const add = async (id: string, csv: string, mode: 'replace' | 'append', as = ctx) =>
  updateDataset(as, { id, file: await app.receive(csv, 'x.csv'), mode });
const rowsOf = async (id: string) => (await getRows(ctx, { id, limit: 100, offset: 0 })).items;

/** A combined dataset with two versions, so that everything can be asked of it. */
async function twoVersions(name: string) {
  const source = await upload('k,v\n1,a\n', `${name}-source.csv`);
  const { dataset } = await combineDatasets(
    ctx,
    operations.datasets.combine.input.parse({ kind: 'append', sources: [source, source], name }),
  );
  const id = dataset?.id ?? '';
  await rebuildDataset(ctx, { id });
  return { id, source };
}

/** An append that has begun to read, and ends when the test says so. */
async function heldAppend(id: string) {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const appendFile: ServiceContext['engine']['appendFile'] = async (...asked) => {
    begun.resolve();
    await go.promise;
    return ctx.engine.appendFile(...asked);
  };
  const engine = { ...ctx.engine, appendFile };
  const answer = add(id, 'k,v\n2,b\n', 'append', { ...ctx, engine });
  await begun.promise;
  return {
    end: () => {
      go.resolve();
      return answer;
    },
  };
}

const before = [
  [1, 'a'],
  [1, 'a'],
];
const after = [...before, [2, 'b']];
const refused = {
  code: 'conflict',
  message: 'A version of this dataset is being made.',
  details: { fix: 'Wait until it is there, then try again.' },
};

/** What changes the current version of a dataset: each is refused, and nothing is lost. */
const refusedMeanwhile: Record<string, (id: string) => Promise<unknown>> = {
  replace: (id) => add(id, 'k,v\n9,z\n', 'replace'),
  addVersion: (id) => add(id, 'k,v\n9,z\n', 'append'),
  reread: (id) => rereadDataset(ctx, { id, text_columns: ['k'] }),
  rebuild: (id) => rebuildDataset(ctx, { id }),
  restoreVersion: (id) => restoreVersion(ctx, { id, version: 1 }),
  deleteVersion: (id) => deleteVersion(ctx, { id, version: 1 }),
};

test.each(Object.entries(refusedMeanwhile))(
  '%s is refused while an append runs',
  async (name, ask) => {
    const { id } = await twoVersions(name);
    const append = await heldAppend(id);
    await expect(ask(id)).rejects.toMatchObject(refused);
    expect((await append.end()).version).toBe(3);
    expect(await rowsOf(id)).toEqual(after);
    expect((await listVersions(ctx, { id })).map(({ version }) => version)).toEqual([3, 2, 1]);
  },
);

/** What is done while an append runs, and what of it is there afterwards. */
const doneMeanwhile: Record<string, [(id: string) => Promise<unknown>, object]> = {
  setColumns: [
    (id) => setColumns(ctx, { id, columns: [{ name: 'k', label: 'Key', type: 'category' }] }),
    { columns: [expect.objectContaining({ name: 'k', label: 'Key', type: 'category' }), {}] },
  ],
  rename: [(id) => renameDataset(ctx, { id, name: 'other.csv' }), { name: 'other.csv' }],
  commit: [(id) => commitDataset(ctx, { id }), { status: 'ready' }],
  restore: [
    async (id) => {
      await deleteDataset(ctx, { id });
      await restoreDataset(ctx, { id });
    },
    {},
  ],
};

test.each(Object.entries(doneMeanwhile))(
  '%s while an append runs leaves both there',
  async (name, [ask, left]) => {
    const { id } = await twoVersions(name);
    const append = await heldAppend(id);
    await ask(id);
    const answer = await append.end();
    expect(answer).toMatchObject({ version: 3, ...left });
    expect(await getDataset(ctx, { id })).toEqual(answer);
    expect((await rowsOf(id)).map(([k, v]) => [Number(k), v])).toEqual(after);
  },
);

test('delete while an append runs ends the append, and leaves what was there to be restored', async () => {
  const { id } = await twoVersions('delete');
  const append = await heldAppend(id);
  await deleteDataset(ctx, { id });
  await expect(append.end()).rejects.toMatchObject({ code: 'not_found' });
  await restoreDataset(ctx, { id });
  expect(await rowsOf(id)).toEqual(before);
});

test('every operation that changes a dataset is tried while an append runs, or is not about its versions', () => {
  const others = [
    'putView',
    'deleteView',
    'saveRows',
    'setAlertThresholds',
    'dismissAlert',
    'restoreAlert',
    'putReport',
    'importTable',
    'share',
    'renewShare',
    'revokeShare',
  ];
  const changing = Object.entries(operations.datasets)
    .filter(([, { kind, ...one }]) => {
      const path = 'rest' in one ? one.rest.path : '';
      return kind === 'mutation' && path.includes('datasets/{id}');
    })
    .map(([name]) => name);
  const tried = [...Object.keys(refusedMeanwhile), ...Object.keys(doneMeanwhile), 'delete'];
  expect(changing.filter((name) => !tried.includes(name)).sort()).toEqual(others.sort());
});

/** What has found the dataset, and goes on when the test says so: before it has its turn. */
async function beforeItsTurn(ask: (as: ServiceContext) => Promise<unknown>) {
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const em = ctx.em.fork();
  const fork = em.fork.bind(em);
  vi.spyOn(em, 'fork').mockImplementationOnce((options) => {
    const made = fork(options);
    const execute = made.execute.bind(made);
    vi.spyOn(made, 'execute').mockImplementation(async (...asked) => {
      reached.resolve();
      await go.promise;
      return execute(...asked);
    });
    return made;
  });
  const answer = ask({ ...ctx, em });
  await reached.promise;
  return {
    goOn: () => {
      go.resolve();
      return answer;
    },
  };
}

test('append adds to the version that is current when its turn comes', async () => {
  const { id } = await twoVersions('later');
  const late = await beforeItsTurn((as) => add(id, 'k,v\n3,c\n', 'append', as));
  await add(id, 'k,v\n2,b\n', 'append');
  await late.goOn();
  expect(await rowsOf(id)).toEqual([...after, [3, 'c']]);
});

test('reread reads the version that is current when its turn comes', async () => {
  const { id } = await twoVersions('read');
  const late = await beforeItsTurn((as) => rereadDataset(as, { id, text_columns: ['k'] }));
  await add(id, 'k,v\n2,b\n', 'append');
  await late.goOn();
  expect(await rowsOf(id)).toEqual(after.map(([k, v]) => [String(k), v]));
});

test('what a person uploads while a combination waits for another to follow stays', async () => {
  const { id: first, source } = await twoVersions('first');
  const below = await combineDatasets(
    ctx,
    operations.datasets.combine.input.parse({
      kind: 'append',
      sources: [first, source],
      name: 'below',
    }),
  );
  const id = below.dataset?.id ?? '';
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const exportCombination: ServiceContext['engine']['exportCombination'] = async (...asked) => {
    begun.resolve();
    await go.promise;
    return ctx.engine.exportCombination(...asked);
  };
  const followed = add(source, 'k,v\n5,e\n', 'replace', {
    ...ctx,
    engine: { ...ctx.engine, exportCombination },
  });
  await begun.promise;
  await add(id, 'k,v\n7,mine\n', 'replace');
  go.resolve();
  await followed;
  expect([await rowsOf(first), await rowsOf(id)]).toEqual([
    [
      [5, 'e'],
      [5, 'e'],
    ],
    [[7, 'mine']],
  ]);
});
