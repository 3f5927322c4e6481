import { operations, reportLimits, testQuestion, type ReportItem } from '@columnist/contract';
import { buffer } from 'node:stream/consumers';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import type { Credentials } from '../../accounts/authenticate.ts';
import { exportData } from '../../accounts/export-data.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { textInZip } from '../../testing-zip.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { deleteDataset } from '../lifecycle/delete-dataset.ts';
import { purgeDatasets } from '../lifecycle/purge-datasets.ts';
import { restoreDataset } from '../versions/restore-dataset.ts';
import { updateDataset } from '../versions/update-dataset.ts';
import { putView } from '../views/put-view.ts';
import { getReport } from './get-report.ts';
import { putReport } from './put-report.ts';

const file = 'mass,wing\n1,2\n2,4\n3,5\n4,9\n';
const asked = (column: string, filter?: string): ReportItem => ({
  question: testQuestion.parse({
    operation: 'test_distribution',
    options: {
      method: 'shapiro_wilk',
      column,
      ...(filter === undefined ? {} : { view: { filter } }),
    },
  }),
  note: `About ${column}.`,
});
const words = { title: 'Birds', introduction: 'Of one summer.' };

describe.each(databaseKinds)('the report of a dataset on %s', (kind) => {
  let app: TestCore;
  let session: Credentials;
  let ctx: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    session = authorizationOf(await app.createTestUser({ tier: 'paid' }));
    ctx = await app.contextOf(session);
  });
  afterAll(() => app.close());

  const create = async () => (await createDataset(ctx, { file: await app.receive(file) })).id;

  test('is empty until it is kept, and then as it was sent', async () => {
    const id = await create();
    const none = { title: '', introduction: '', items: [], revision: 0, changed_at: null };
    expect(await getReport(ctx, { id })).toEqual(none);
    const items = [asked('mass', 'wing > 2'), asked('wing')];
    const kept = await putReport(ctx, { id, revision: 0, ...words, items });
    expect(kept).toEqual({
      ...words,
      items,
      revision: 1,
      changed_at: app.clock.now().toISOString(),
    });
    expect(await getReport(ctx, { id })).toEqual(kept);
    app.clock.advance(60);
    const turned = await putReport(ctx, { id, ...words, revision: 1, items: items.toReversed() });
    expect(turned).toEqual({
      ...words,
      items: items.toReversed(),
      revision: 2,
      changed_at: app.clock.now().toISOString(),
    });
    expect(await getReport(ctx, { id })).toEqual(turned);
  });

  test('is replaced by one of those who read it, the others are refused', async () => {
    const id = await create();
    const columns = ['mass', 'wing', 'mass', 'wing'];
    const change = async (revision: number) => {
      const asking = await Promise.all(
        columns.map(async (column) => ({ column, as: await app.contextOf(session) })),
      );
      const done = await Promise.allSettled(
        asking.map(({ column, as }, i) =>
          putReport(as, {
            id,
            revision,
            ...words,
            items: [{ ...asked(column), note: `By ${i}.` }],
          }),
        ),
      );
      const kept = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused).toMatchObject(
        columns.slice(1).map(() => ({
          code: 'conflict',
          message: `The report was changed meanwhile: this is a change of revision ${revision}, and it has revision ${revision + 1}.`,
          details: {
            fix: 'Read the report, make your change to it, and send it with its revision.',
          },
        })),
      );
      expect([await getReport(ctx, { id })]).toEqual(kept);
    };
    await change(0);
    await change(1);
    await expect(putReport(ctx, { id, revision: 7, ...words, items: [] })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('stays with its dataset through versions and a deletion taken back, and goes with it', async () => {
    const id = await create();
    const kept = await putReport(ctx, { id, revision: 0, ...words, items: [asked('mass')] });
    await updateDataset(ctx, {
      id,
      file: await app.receive('mass,wing\n5,6\n', 'more.csv'),
      mode: 'append',
    });
    expect(await getReport(ctx, { id })).toEqual(kept);
    await deleteDataset(ctx, { id });
    await expect(getReport(ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
    await restoreDataset(ctx, { id });
    expect(await getReport(ctx, { id })).toEqual(kept);
    const rows = () =>
      app.core.orm.em.fork().execute('select id from report where dataset_id = ?', [id]);
    expect(await rows()).toHaveLength(1);
    await deleteDataset(ctx, { id });
    app.clock.advance(60);
    await purgeDatasets(ctx);
    expect(await rows()).toEqual([]);
  });

  test('is in the download of one’s own data', async () => {
    const user = await app.createTestUser();
    const own = await app.contextOf(authorizationOf(user));
    const { id } = await createDataset(own, { file: await app.receive(file) });
    const { id: other } = await createDataset(own, { file: await app.receive(file) });
    const kept = await putReport(own, { id, revision: 0, ...words, items: [asked('mass')] });
    await putView(own, { id, name: 'heavy', view: { filter: 'mass > 2' } });
    const { chunks } = await exportData(own);
    const datasets = z
      .array(z.looseObject({ id: z.string(), report: z.unknown(), views: z.unknown() }))
      .parse(JSON.parse(textInZip(await buffer(chunks), 'datasets.json')));
    const at = own.clock.now().toISOString();
    const heavy = {
      name: 'heavy',
      view: { filter: 'mass > 2' },
      savedBy: 'Test User, in the browser',
    };
    expect(datasets.map((one) => [one.id, one.report, one.views])).toEqual([
      [id, kept, [{ ...heavy, createdAt: at, updatedAt: at }]],
      [other, null, []],
    ]);
  });

  test('of an earlier release keeps its figures; what can no longer be asked is left out', async () => {
    const id = await create();
    const old = { ...asked('mass', 'mass < mean(mass)').question, operation: 'test_distribution' };
    const gone = { operation: 'test_distribution', options: { method: 'gone', column: 'mass' } };
    await ctx.em.execute(
      `insert into report (id, dataset_id, revision, title, introduction, items, language, changed_at)
       values (?, ?, 3, '', '', ?, 1, ?)`,
      [
        uuid(),
        id,
        JSON.stringify([
          { question: old, note: 'Old.' },
          { question: gone, note: '' },
        ]),
        ctx.clock.now(),
      ],
    );
    expect(await getReport(ctx, { id })).toMatchObject({
      revision: 3,
      items: [{ ...asked('mass', 'mass < mean(mass, over: all)'), note: 'Old.' }],
    });
  });

  test('has 40 results and texts of a length', () => {
    const report = { id: uuid(), revision: 0, items: [asked('mass')] };
    const fields = (change: object) =>
      operations.datasets.putReport.input
        .safeParse({ ...report, ...change })
        .error?.issues.map(({ path }) => path.join('.'));
    const { items, title, text } = reportLimits;
    const of = (count: number) => Array.from({ length: count }, () => asked('mass'));
    const note = (length: number) => [{ ...asked('mass'), note: 'x'.repeat(length) }];
    expect([items, title, text]).toEqual([40, 200, 5000]);
    expect([
      fields({ items: of(items), title: 'x'.repeat(title), introduction: 'x'.repeat(text) }),
      fields({ items: note(text) }),
      fields({ items: of(items + 1) }),
      fields({ title: 'x'.repeat(title + 1), introduction: 'x'.repeat(text + 1) }),
      fields({ items: note(text + 1) }),
    ]).toEqual([undefined, undefined, ['items'], ['title', 'introduction'], ['items.0.note']]);
  });
});
