import { z } from 'zod';
import { describeOptions, AppError } from '@columnist/contract';
import { readFile, rm } from 'node:fs/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { analyzeDataset } from '../results/analyze-dataset.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { deleteView } from './delete-view.ts';
import { explainView } from './explain-view.ts';
import { exportDataset } from '../exports/export-dataset.ts';
import { saveDataset } from '../exports/save-dataset.ts';
import { getRows } from '../results/get-rows.ts';
import { listViews } from './list-views.ts';
import { putView } from './put-view.ts';
import { noView } from './resolve-view.ts';
import { saveRows } from './save-rows.ts';

const file = 'class,fare,age\nFirst,71.28,38\nFirst,53.1,\nThird,8.05,35\nThird,21.08,2\n';
const adults = { impute: [{ columns: ['age'], method: 'median' as const }], filter: 'age >= 18' };

describe.each(databaseKinds)('saved views on %s', (kind) => {
  let app: TestCore;
  let ctx: ServiceContext;
  let id: string;
  beforeAll(async () => {
    app = await createTestCore(kind);
    ctx = await app.contextOf(authorizationOf(await app.createTestUser()));
    ({ id } = await createDataset(ctx, { file: await app.receive(file, 'fares.csv') }));
  });
  afterAll(() => app.close());

  test('are saved by the operation that keeps rows, too', async () => {
    const asked = { id, name: 'kept', view: adults, format: 'view' as const };
    expect(await saveDataset(ctx, asked)).toMatchObject({
      name: 'kept',
      view: adults,
      in_words: ['missing age filled with the median', 'rows where age >= 18'],
    });
    expect(await getRows(ctx, { id, limit: 1, offset: 0, view: { saved: 'kept' } })).toMatchObject({
      total: 3,
    });
    const refusal = {
      code: 'invalid_input',
      message: expect.stringMatching(/^(id|view|format): /),
    };
    for (const wrong of [
      { name: 'x', sql: 'select 1', format: 'view' as const },
      { name: 'x', id, format: 'view' as const },
      { ...asked, columns: ['age'] },
    ])
      await expect(saveDataset(ctx, wrong)).rejects.toMatchObject(refusal);
    await deleteView(ctx, { id, name: 'kept' });
  });

  test('are taken for the view in every call', async () => {
    expect(await putView(ctx, { id, name: ' adults ', view: adults })).toMatchObject({
      name: 'adults',
      view: adults,
      in_words: ['missing age filled with the median', 'rows where age >= 18'],
    });
    const view = { saved: 'adults' };
    const rows = await getRows(ctx, { id, limit: 10, offset: 0, view });
    expect(rows.items).toEqual([
      ['First', 71.28, 38],
      ['First', 53.1, 35],
      ['Third', 8.05, 35],
    ]);
    const described = await analyzeDataset(ctx, {
      id,
      columns: ['fare'],
      view,
      ...z
        .object(describeOptions)
        .omit({ columns: true, view: true })
        .parse({ quantiles: [0.5], correlations: false }),
    });
    expect(described).toMatchObject({
      view: adults,
      view_in_words: ['missing age filled with the median', 'rows where age >= 18'],
      n_used: 3,
      columns: [{ median: 53.1 }],
    });
    const exported = await exportDataset(ctx, { id, view, plain: false, format: 'csv' });
    expect(await readFile(exported.path, 'utf8')).toBe(
      'class,fare,age\nFirst,71.28,38\nFirst,53.10,35\nThird,8.05,35\n',
    );
    await rm(exported.path);
    expect(await saveRows(ctx, { id, name: 'adults', view })).toMatchObject({ row_count: 3 });
  });

  test('are replaced under the same name, listed by name, and forgotten', async () => {
    await putView(ctx, { id, name: 'cheap', view: { filter: 'fare < 20' } });
    const replaced = await putView(ctx, { id, name: 'cheap', view: { filter: 'fare < 10' } });
    expect(replaced).toMatchObject({
      view: { filter: 'fare < 10' },
      in_words: ['rows where fare < 10'],
    });
    expect((await listViews(ctx, { id })).map(({ name }) => name)).toEqual(['adults', 'cheap']);
    await deleteView(ctx, { id, name: 'cheap' });
    expect((await listViews(ctx, { id })).map(({ name }) => name)).toEqual(['adults']);
    await expect(noView(ctx, id, 'none')).resolves.toMatchObject({
      details: { fix: 'Its saved views are "adults". Or send the view itself.' },
    });
  });

  test('that are wrong are refused, with nothing saved', async () => {
    const refusals = await Promise.all(
      [
        putView(ctx, { id, name: 'x', view: { filter: 'far > 3' } }),
        putView(ctx, {
          id,
          name: 'x',
          view: { sort: [{ column: 'far', direction: 'ascending' }] },
        }),
        putView(ctx, { id, name: 'x', view: { saved: 'adults' } }),
        putView(ctx, { id, name: '\u0007', view: {} }),
        getRows(ctx, { id, limit: 1, offset: 0, view: { saved: 'adult' } }),
        getRows(ctx, { id, limit: 1, offset: 0, view: { saved: 'adults', filter: 'fare > 3' } }),
        deleteView(ctx, { id, name: 'adulst' }),
      ].map((call) =>
        call.then(
          () => null,
          (error: unknown) =>
            error instanceof AppError ? `${error.code}: ${error.message}` : error,
        ),
      ),
    );
    expect(refusals).toEqual([
      "invalid_expression: There is no column 'far'. Did you mean fare? (character 1)",
      "unknown_column: There is no column 'far'. Did you mean 'fare'?",
      'invalid_input: A saved view cannot be made of a name.',
      'invalid_input: The name has no visible character.',
      "not_found: There is no saved view 'adult'. Did you mean 'adults'?",
      'invalid_input: A saved view takes no other parts.',
      "not_found: There is no saved view 'adulst'. Did you mean 'adults'?",
    ]);
    expect((await listViews(ctx, { id })).map(({ name }) => name)).toEqual(['adults']);
  });

  test('that were saved when functions over rows looked at all rows keep their figures, and say so', async () => {
    const old = {
      derive: [
        { name: 'above', expression: 'fare - mean(fare)' },
        { name: 'step', expression: { call: 'previous', args: [{ column: 'fare' }] } },
      ],
      filter: "class = 'Third' and fare < mean(fare)",
      sort: [{ column: 'fare', direction: 'descending' }],
    };
    await ctx.em.execute(
      `insert into saved_view (id, dataset_id, name, view, created_at, updated_at) values (?, ?, 'old', ?, ?, ?)`,
      [uuid(), id, JSON.stringify(old), ctx.clock.now(), ctx.clock.now()],
    );
    const now = {
      derive: [
        { name: 'above', expression: 'fare - mean(fare, over: all)' },
        { name: 'step', expression: { call: 'previous', args: [{ column: 'fare' }], over: 'all' } },
      ],
      filter: "class = 'Third' and fare < mean(fare, over: all)",
      sort: old.sort,
    };
    const kept = await getRows(ctx, { id, limit: 10, offset: 0, view: { saved: 'old' } });
    // The mean of all four fares is 38.3775.
    expect(
      kept.items.map(([, fare, , above, step]) => [fare, Number(Number(above).toFixed(4)), step]),
    ).toEqual([
      [21.08, -17.2975, 8.05],
      [8.05, -30.3275, 53.1],
    ]);
    expect((await listViews(ctx, { id })).find(({ name }) => name === 'old')).toMatchObject({
      view: now,
      in_words: [
        'above = fare - mean(fare, over: all)',
        'step = previous(fare, over: all)',
        "rows where class = 'Third' and fare < mean(fare, over: all)",
        'sorted by fare (descending)',
      ],
    });
    await putView(ctx, {
      id,
      name: 'old',
      view: {
        derive: [{ name: 'above', expression: 'fare - mean(fare)' }],
        filter: "class = 'Third'",
      },
    });
    const again = await getRows(ctx, { id, limit: 10, offset: 0, view: { saved: 'old' } });
    expect(again.items.map(([, , , above]) => Number(Number(above).toFixed(4)))).toEqual([
      -6.515, 6.515,
    ]);
    await deleteView(ctx, { id, name: 'old' });
  });

  test('are explained, with code', async () => {
    const explained = await explainView(ctx, { id, view: { saved: 'adults' } });
    expect(explained).toMatchObject({
      n_used: 3,
      n_excluded: [{ n: 1 }],
      view_effects: [{ cells_changed: 1 }, { rows_removed: 1 }],
      columns: [{ name: 'class', type: 'category' }, { name: 'fare' }, { name: 'age' }],
    });
    expect(explained.code.r).toContain('d$age <- coalesce(d$age, over(d$age, some(median)))');
    expect(explained.code.python).toContain('d = pd.read_csv("data.csv"');
  });

  test('have 1 MB in all, for they are listed whole', async () => {
    const { id: asked } = await createDataset(ctx, { file: await app.receive(file, 'fares.csv') });
    const derive = Array.from({ length: 12 }, (_, i) => ({
      name: `x${i}`,
      expression: `"${'A'.repeat(4990)}"`,
    }));
    for (let i = 0; i < 17; i++) await putView(ctx, { id: asked, name: `v${i}`, view: { derive } });
    await expect(putView(ctx, { id: asked, name: 'v17', view: { derive } })).rejects.toMatchObject({
      code: 'conflict',
      message: 'A dataset has at most 100 saved views, of 1 MB in all.',
      details: { limit: 1024 * 1024, fix: 'Delete one that is no longer used.' },
    });
    // One is put in place of another.
    await putView(ctx, { id: asked, name: 'v3', view: { derive } });
    await putView(ctx, { id: asked, name: 'v17', view: { filter: 'age > 1' } });
    expect(await listViews(ctx, { id: asked })).toHaveLength(18);
  });
});
