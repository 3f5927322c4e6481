import type { Alert } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { dismissAlert } from './dismiss-alert.ts';
import { findAlerts } from './find-alerts.ts';
import { restoreAlert } from './restore-alert.ts';
import { setAlertThresholds } from './set-alert-thresholds.ts';

const csv = `site,depth\n${Array.from({ length: 40 }, (_, i) => `${['north', 'South', 'south'][i % 3]},${i < 4 ? '' : (i * 17) % 41}`).join('\n')}\n`;
const usual = {
  missing: 0.05,
  duplicate_rows: 0,
  imbalance: 0.5,
  high_correlation: 0.9,
  skewed: 3,
  zeros: 0.1,
  mixed_types: 0.05,
  date_like: 0.5,
  personal_data: 0.5,
};

describe.each(databaseKinds)('alerts on %s', (kind) => {
  let app: TestCore;
  let ctx: ServiceContext;
  let id: string;
  beforeAll(async () => {
    app = await createTestCore(kind);
    ctx = await app.contextOf(authorizationOf(await app.createTestUser({ verified: false })));
    ({ id } = await createDataset(ctx, { file: await app.receive(csv) }));
  });
  afterAll(() => app.close());
  const keys = async (input: Partial<Parameters<typeof findAlerts>[1]> = {}): Promise<string[]> =>
    (await findAlerts(ctx, { id, ...input })).alerts.map(({ key }: Alert) => key);

  test('are found with what can be done, of a view too', async () => {
    const answer = await findAlerts(ctx, { id });
    expect(answer).toMatchObject({
      dataset_id: id,
      dataset_version: 1,
      thresholds: usual,
      n_used: 40,
    });
    expect(answer.alerts).toEqual(
      [
        {
          key: 'case_variants:site',
          kind: 'case_variants',
          severity: 'medium',
          columns: ['site'],
          count: 13,
          measure: null,
          threshold: null,
          rows: "site in ('South', 'south')",
          said: '1 value of site is spelled in several ways, such as ‘South’ and ‘south’.',
          why: 'Spellings of one value count as several groups.',
          fix: 'Write all of them in the most frequent way, or equal values count as different.',
          sort: null,
          remedy: {
            said: 'Merge the spellings',
            view: {
              clean: [
                {
                  step: 'recode',
                  column: 'site',
                  values: [{ from: 'south', to: 'South' }],
                  others: 'keep',
                },
              ],
            },
          },
          dismissed: null,
        },
        {
          key: 'duplicate_rows',
          kind: 'duplicate_rows',
          severity: 'medium',
          columns: [],
          count: 1,
          measure: 1 / 40,
          threshold: 0,
          rows: 'count(1, by: [site, depth]) > 1',
          said: '1 row (2.5%) equals an earlier row in every column.',
          why: 'Rows entered twice make a sample look larger than it is, and intervals too narrow.',
          fix: 'Drop duplicates with a cleaning step, or leave them where repetition is real.',
          sort: null,
          remedy: {
            said: 'Drop 1 repeated row',
            view: { clean: [{ step: 'drop_duplicates' }] },
          },
          dismissed: null,
        },
        {
          key: 'missing:depth',
          kind: 'missing',
          severity: 'low',
          columns: ['depth'],
          count: 4,
          measure: 0.1,
          threshold: 0.05,
          rows: 'depth is missing',
          said: 'depth is missing in 4 rows (10%).',
          why: 'Methods leave out rows with a missing value; if these differ from the others, the answer is biased.',
          fix: 'Find out why before filling or dropping them: rows with a value may be others than those without.',
          sort: null,
          remedy: null,
          dismissed: null,
        },
      ].toSorted(
        (a, b) =>
          answer.alerts.findIndex(({ key }) => key === a.key) -
          answer.alerts.findIndex(({ key }) => key === b.key),
      ),
    );
    expect(await keys({ view: { filter: "site = 'north'" } })).toEqual(
      expect.not.arrayContaining(['case_variants:site']),
    );
  });

  test('name first the table of the file that was not read, with the reading that takes it', async () => {
    const file =
      'region,units,price\nNorth,10,2.5\nSouth,20,3.5\nEast,5,1.0\n\nstaff,hours\nAnn,40\nBen,38\nCat,20\n';
    const { id: two } = await createDataset(ctx, { file: await app.receive(file) });
    expect((await findAlerts(ctx, { id: two })).alerts).toEqual([
      {
        key: 'other_table',
        kind: 'other_table',
        severity: 'high',
        columns: [],
        count: null,
        measure: null,
        threshold: null,
        rows: null,
        sort: null,
        remedy: null,
        dismissed: null,
        said: '4 lines belong to another table and are not read. It begins with ‘staff,hours’.',
        why: 'Each answer is of the table that was read; what the other one holds is in none of them.',
        fix: 'Upload the file once more for each table, and change how that copy is read: reread with {"skip_lines":5}.',
      },
    ]);
    await dismissAlert(ctx, { id: two, key: 'other_table', reason: 'Known.' });
    expect((await findAlerts(ctx, { id: two })).alerts).toMatchObject([
      { key: 'other_table', dismissed: { reason: 'Known.' } },
    ]);
  });

  test('follow thresholds: those of the call, those kept for the dataset, the usual ones', async () => {
    expect(await keys({ thresholds: { missing: 0.2 } })).not.toContain('missing:depth');
    expect(await setAlertThresholds(ctx, { id, ...usual, missing: 0.2 })).toEqual({
      ...usual,
      missing: 0.2,
    });
    expect(await keys()).not.toContain('missing:depth');
    expect(await keys({ thresholds: { missing: 0.01 } })).toContain('missing:depth');
    await setAlertThresholds(ctx, { id, ...usual });
    expect(await keys()).toContain('missing:depth');
  });

  test('are dismissed with a reason, the last one given, and taken back', async () => {
    await dismissAlert(ctx, { id, key: 'missing:depth', reason: 'Sensor was off.' });
    await dismissAlert(ctx, { id, key: 'missing:depth', reason: 'Sensor was off until May.' });
    const { alerts } = await findAlerts(ctx, { id });
    expect(alerts.at(-1)).toMatchObject({
      key: 'missing:depth',
      dismissed: {
        reason: 'Sensor was off until May.',
        by: 'Test User',
        at: app.clock.now().toISOString(),
      },
    });
    await restoreAlert(ctx, { id, key: 'missing:depth' });
    expect(
      (await findAlerts(ctx, { id })).alerts.every(({ dismissed }) => dismissed === null),
    ).toBe(true);
    await expect(restoreAlert(ctx, { id, key: 'missing:depth' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(dismissAlert(ctx, { id, key: 'nonsense', reason: 'No.' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ field: 'key' }] },
    });
  });
});
