import { combineDatasets } from '../combinations/combine-datasets.ts';
import { getLineage } from '../combinations/get-lineage.ts';
import { rebuildDataset } from '../versions/rebuild-dataset.ts';
import { AppError, alertThresholds, describeOptions, operations } from '@columnist/contract';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize, type ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { databaseKinds } from '../../testing-databases.ts';
import { aggregateDataset } from '../results/aggregate-dataset.ts';
import { analyzeAssociation } from '../results/analyze-association.ts';
import { analyzeDataset } from '../results/analyze-dataset.ts';
import { commitDataset } from '../lifecycle/commit-dataset.ts';
import { compareVersions } from '../versions/compare-versions.ts';
import { computeStatistics } from '../results/compute-statistics.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { deleteDataset } from '../lifecycle/delete-dataset.ts';
import { downloadDataset } from '../exports/download-dataset.ts';
import { downloadRepairs } from '../exports/download-repairs.ts';
import { compareGroups } from '../results/compare-groups.ts';
import { deleteVersion } from '../versions/delete-version.ts';
import { deleteView } from '../views/delete-view.ts';
import { explainView } from '../views/explain-view.ts';
import { exportDataset } from '../exports/export-dataset.ts';
import { getDataset } from '../lifecycle/get-dataset.ts';
import { getFrequencies } from '../results/get-frequencies.ts';
import { getOverview } from '../results/get-overview.ts';
import { getPictures } from '../results/get-pictures.ts';
import { getRows } from '../results/get-rows.ts';
import { listVersions } from '../versions/list-versions.ts';
import { getReport } from '../report/get-report.ts';
import { putReport } from '../report/put-report.ts';
import { listViews } from '../views/list-views.ts';
import { putView } from '../views/put-view.ts';
import { previewImport } from '../lifecycle/preview-import.ts';
import { renameDataset } from '../lifecycle/rename-dataset.ts';
import { dismissAlert } from '../alerts/dismiss-alert.ts';
import { findAlerts } from '../alerts/find-alerts.ts';
import { listShares } from '../sharing/list-shares.ts';
import { restoreAlert } from '../alerts/restore-alert.ts';
import { renewShare } from '../sharing/renew-share.ts';
import { revokeShare } from '../sharing/revoke-share.ts';
import { setAlertThresholds } from '../alerts/set-alert-thresholds.ts';
import { shareResult } from '../sharing/share-result.ts';
import { keepTest } from '../results/keep-test.ts';
import { downloadDictionary } from '../dictionary/download-dictionary.ts';
import { setColumns } from '../dictionary/set-columns.ts';
import { listContents } from '../lifecycle/list-contents.ts';
import { listTests } from '../results/list-tests.ts';
import { recommendTest } from '../results/recommend-test.ts';
import { compareDatasets } from '../versions/compare-datasets.ts';
import { analyzeTimeSeries } from '../results/analyze-time-series.ts';
import { createChart } from '../results/create-chart.ts';
import { findStructure } from '../results/find-structure.ts';
import { profileDataset } from '../alerts/profile-dataset.ts';
import { fitRegression } from '../results/fit-regression.ts';
import { testDistribution } from '../results/test-distribution.ts';
import { rereadDataset } from '../versions/reread-dataset.ts';
import { reserveDataset } from '../lifecycle/reserve-dataset.ts';
import { restoreDataset } from '../versions/restore-dataset.ts';
import { restoreVersion } from '../versions/restore-version.ts';
import { makeFile } from '../exports/make-file.ts';
import { findRowChanges } from '../versions/find-row-changes.ts';
import { findDuplicates } from '../results/find-duplicates.ts';
import { saveDataset } from '../exports/save-dataset.ts';
import { saveRows } from '../views/save-rows.ts';

const describing = {
  ...z.object(describeOptions).parse({}),
  quantiles: [0.5],
  confidence_level: 0.9,
};

/** Everything that is asked of one dataset. */
const calls: [
  keyof typeof operations.datasets,
  (ctx: ServiceContext, id: string) => Promise<unknown>,
][] = [
  ['get', (ctx, id) => getDataset(ctx, { id })],
  ['commit', (ctx, id) => commitDataset(ctx, { id })],
  ['preview', (ctx, id) => previewImport(ctx, { id })],
  ['listVersions', (ctx, id) => listVersions(ctx, { id })],
  ['compareVersions', (ctx, id) => compareVersions(ctx, { id, from: 1, to: 1 })],
  ['rowChanges', (ctx, id) => findRowChanges(ctx, { id, from: 1, to: 1, limit: 10, offset: 0 })],
  ['restoreVersion', (ctx, id) => restoreVersion(ctx, { id, version: 1 })],
  ['repairs', (ctx, id) => downloadRepairs(ctx, { id })],
  ['reread', (ctx, id) => rereadDataset(ctx, { id })],
  ['rename', (ctx, id) => renameDataset(ctx, { id, name: 'mine.csv' })],
  ['rows', (ctx, id) => getRows(ctx, { id, limit: 10, offset: 0 })],
  ['analyze', (ctx, id) => analyzeDataset(ctx, { id, ...describing })],
  ['frequencies', (ctx, id) => getFrequencies(ctx, { id, column: 'a', order: 'count', limit: 10 })],
  [
    'aggregate',
    (ctx, id) =>
      aggregateDataset(ctx, {
        id,
        group_by: ['a'],
        aggregates: [{ statistic: 'count' }],
        limit: 10,
      }),
  ],
  [
    'association',
    (ctx, id) =>
      analyzeAssociation(ctx, {
        id,
        method: 'pearson',
        columns: ['a', 'b'],
        confidence_level: 0.95,
      }),
  ],
  ['pictures', (ctx, id) => getPictures(ctx, { id })],
  ['overview', (ctx, id) => getOverview(ctx, { id })],
  ['duplicates', (ctx, id) => findDuplicates(ctx, { id, method: 'near', edits: 2, limit: 10 })],
  ['download', (ctx, id) => downloadDataset(ctx, { id })],
  ['export', (ctx, id) => exportDataset(ctx, { id, plain: false, format: 'csv' })],
  ['file', (ctx, id) => makeFile(ctx, operations.datasets.file.input.parse({ id }))],
  ['save', (ctx, id) => saveDataset(ctx, { id, name: 'kept.csv' })],
  ['lineage', (ctx, id) => getLineage(ctx, { id })],
  [
    'rebuild',
    async (ctx, id) =>
      rebuildDataset(ctx, { id }).catch((error: unknown) => {
        // A dataset that was uploaded is no combination.
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      }),
  ],
  [
    'combine',
    (ctx, id) =>
      combineDatasets(ctx, {
        kind: 'append',
        sources: [id, id],
        types: 'error',
      }),
  ],
  ['saveRows', (ctx, id) => saveRows(ctx, { id, name: 'part' })],
  [
    'compareGroups',
    (ctx, id) =>
      compareGroups(ctx, {
        id,
        method: 'kruskal_wallis',
        adjust: 'holm',
        value: 'a',
        group: 'b',
        confidence_level: 0.95,
      }),
  ],
  [
    'testDistribution',
    (ctx, id) =>
      testDistribution(ctx, { id, method: 'shapiro_wilk', column: 'a', confidence_level: 0.95 }),
  ],
  [
    'timeSeries',
    (ctx, id) =>
      analyzeTimeSeries(ctx, {
        id,
        method: 'overview',
        value: 'a',
        aggregate: 'mean',
        gaps: 'keep',
      }),
  ],
  ['chart', (ctx, id) => createChart(ctx, { id, x: 'a', theme: 'light', width: 300 })],
  [
    'structure',
    (ctx, id) =>
      findStructure(ctx, {
        id,
        method: 'little_mcar',
        columns: ['a', 'b'],
        confidence_level: 0.95,
      }),
  ],
  [
    'fitRegression',
    (ctx, id) =>
      fitRegression(ctx, {
        id,
        method: 'poisson',
        formula: 'a ~ b',
        seed: 1,
        confidence_level: 0.95,
      }),
  ],
  [
    'compareDatasets',
    (ctx, id) => compareDatasets(ctx, { id, other: id, other_version: 1, bins: 10 }),
  ],
  [
    'recommendTest',
    (ctx, id) => recommendTest(ctx, { id, value: 'a', by: 'b', paired: false, ask: 'any' }),
  ],
  ['deleteVersion', (ctx, id) => deleteVersion(ctx, { id, version: 1 })],
  ['profile', (ctx, id) => profileDataset(ctx, { id })],
  ['alerts', (ctx, id) => findAlerts(ctx, { id })],
  [
    'setAlertThresholds',
    (ctx, id) => setAlertThresholds(ctx, { id, ...alertThresholds.parse({}) }),
  ],
  ['dismissAlert', (ctx, id) => dismissAlert(ctx, { id, key: 'missing:a', reason: 'Known.' })],
  ['restoreAlert', (ctx, id) => restoreAlert(ctx, { id, key: 'missing:a' })],
  [
    'share',
    (ctx, id) =>
      shareResult(ctx, {
        id,
        single_values: true,
        question: {
          operation: 'test_distribution',
          options: { method: 'shapiro_wilk', column: 'a', confidence_level: 0.95 },
        },
      }),
  ],
  ['shares', (ctx, id) => listShares(ctx, { id })],
  [
    'renewShare',
    async (ctx, id) =>
      renewShare(ctx, { id, share_id: (await listShares(ctx, { id }))[0]?.id ?? id }),
  ],
  [
    'revokeShare',
    async (ctx, id) =>
      revokeShare(ctx, { id, share_id: (await listShares(ctx, { id }))[0]?.id ?? id }),
  ],
  [
    'keepTest',
    (ctx, id) =>
      keepTest(ctx, {
        id,
        question: {
          operation: 'test_distribution',
          options: { method: 'shapiro_wilk', column: 'a', confidence_level: 0.95 },
        },
      }),
  ],
  ['contents', (ctx, id) => listContents(ctx, { id })],
  [
    'setColumns',
    (ctx, id) => setColumns(ctx, { id, columns: [{ name: 'a', label: 'First column' }] }),
  ],
  ['dictionary', (ctx, id) => downloadDictionary(ctx, { id })],
  ['listTests', (ctx, id) => listTests(ctx, { id })],
  ['report', (ctx, id) => getReport(ctx, { id })],
  [
    'putReport',
    async (ctx, id) =>
      putReport(ctx, { ...(await getReport(ctx, { id })), id, title: 'Mine', items: [] }),
  ],
  ['explainView', (ctx, id) => explainView(ctx, { id, view: {} })],
  ['listViews', (ctx, id) => listViews(ctx, { id })],
  ['putView', (ctx, id) => putView(ctx, { id, name: 'part', view: {} })],
  ['deleteView', (ctx, id) => deleteView(ctx, { id, name: 'part' })],
  ['statistics', (ctx, id) => computeStatistics(ctx, { dataset_id: id, ...describing })],
  ['delete', (ctx, id) => deleteDataset(ctx, { id })],
  ['restore', (ctx, id) => restoreDataset(ctx, { id })],
];

async function refusals(ctx: ServiceContext, id: string): Promise<(readonly [string, unknown])[]> {
  const refused: (readonly [string, unknown])[] = [];
  for (const [name, call] of calls) {
    const error: unknown = await call(ctx, id).then(
      () => null,
      (reason: unknown) => reason,
    );
    refused.push([name, error instanceof AppError ? `${error.code}: ${error.message}` : error]);
  }
  return refused;
}

describe.each(databaseKinds)('a dataset on %s', (kind) => {
  let app: TestCore;
  let owner: ServiceContext;
  let stranger: ServiceContext;
  beforeAll(async () => {
    app = await createTestCore(kind);
    owner = await app.contextOf(
      authorizationOf(await app.createTestUser({ verified: false, tier: 'paid' })),
    );
    stranger = await app.contextOf(
      authorizationOf(await app.createTestUser({ verified: false, tier: 'paid' })),
    );
  });
  afterAll(() => app.close());

  test('answers its owner; to anybody else it is not there, like one that never was, is deleted, or is on its way', async () => {
    const create = async () =>
      createDataset(owner, { file: await app.receive('a,b\n1,2\n2,4\n3,5\n4\n') });
    const { id } = await create();
    const deleted = await create();
    await deleteDataset(owner, { id: deleted.id });
    const pending = await reserveDataset(
      owner,
      authorize(owner, operations.datasets.create).user,
      'pending.csv',
      1,
    );
    app.clock.advance(11);
    const notFound = calls.map(([name]) => [name, 'not_found: Dataset not found.']);
    expect(await refusals(stranger, id)).toEqual(notFound);
    expect(await refusals(stranger, randomUUID())).toEqual(notFound);
    expect(await refusals(owner, pending)).toEqual(notFound);
    expect(await refusals(owner, deleted.id)).toEqual(notFound);
    await deleteDataset(owner, { id });
    expect(await refusals(stranger, id)).toEqual(notFound);
    expect((await restoreDataset(owner, { id })).name).toBe('table.csv');
    for (const [, call] of calls) await call(owner, id);
  });

  test('compares groups for Pro alone', async () => {
    const free = await app.contextOf(
      authorizationOf(await app.createTestUser({ verified: false })),
    );
    const { id } = await createDataset(free, { file: await app.receive('a,b\n1,2\n2,4\n') });
    await expect(
      compareGroups(free, { id, method: 'anova', value: 'a', group: 'b', confidence_level: 0.95 }),
    ).rejects.toMatchObject({
      code: 'plan_required',
      message: 'This feature requires a paid subscription ($29/month).',
    });
  });

  test('answers nobody without a credential, and no key that lacks the scope', async () => {
    const anonymous = await app.contextOf();
    const bare: ServiceContext = {
      ...stranger,
      actor: { ...authorize(stranger, operations.datasets.get), via: 'api-key', scopes: [] },
    };
    expect(await refusals(anonymous, randomUUID())).toEqual(
      calls.map(([name]) => [name, 'unauthenticated: Not authenticated']),
    );
    expect(await refusals(bare, randomUUID())).toEqual(
      calls.map(([name]) => [
        name,
        expect.stringMatching(
          /^forbidden: This (?:credential lacks the scope '\w+'\.|call needs a signed-in session; )/,
        ),
      ]),
    );
  });

  test('covers every operation on one dataset', () => {
    expect(calls.map(([name]) => name).sort()).toEqual(
      Object.keys(operations.datasets)
        .filter(
          (name) =>
            ![
              'list',
              'create',
              'createFromText',
              'addVersion',
              'import',
              'createFromUpload',
              // A dataset of a CSV file has no other table.
              'importTable',
              'calculatePower',
              'describeMethod',
              'explain',
              'runSql',
              'shared',
            ].includes(name),
        )
        .sort(),
    );
  });
});
