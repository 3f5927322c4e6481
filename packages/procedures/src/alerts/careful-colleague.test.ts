import { alertThresholds, type Alert, type AlertKind, type View } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvOf, type Cells } from './testing-draws.ts';
import { cleanTables, plantedTables } from './testing-tables.ts';

const seed = Number(process.env['TEST_SEED'] ?? 1);
const thresholds = alertThresholds.parse({});
let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine({ workers: 1 });
});
afterAll(() => tests.close());

const admit = (cells: Cells): ReturnType<TestEngine['admit']> => tests.admit(csvOf(cells));
type Admitted = Awaited<ReturnType<typeof admit>>;
const alertsOf = async ({ table, profilePath }: Admitted): Promise<Alert[]> =>
  (await tests.engine.alerts(table, { thresholds, profile: profilePath })).alerts;
const rowsOf = async ({ table }: Admitted, view: View): Promise<number | null> =>
  (await tests.engine.rows(table, { view, limit: 1, offset: 0 })).total;

test(`at least 95 % of planted faults are found; rows and steps of ${ofSample} are right`, async () => {
  const missed: string[] = [];
  const planted = plantedTables(seed);
  const tried = new Set(sampled(planted, 8));
  for (const one of planted) {
    const { title, cells, kinds, columns } = one;
    const admitted = await admit(cells);
    const alerts = await alertsOf(admitted);
    const found = alerts.find(
      (alert) =>
        kinds.includes(alert.kind) && columns.every((column) => alert.columns.includes(column)),
    );
    if (found === undefined) {
      missed.push(`${title}: ${alerts.map(({ key }) => key).join(', ')}`);
      continue;
    }
    if (!tried.has(one)) continue;
    const { rows, sort, count, remedy, kind, columns: named } = found;
    if (rows !== null) {
      const shown = await rowsOf(admitted, { filter: rows, ...(sort === null ? {} : { sort }) });
      // A key is shown with the first row that has it too.
      if (count !== null && kind !== 'duplicate_keys') expect(shown, title).toBe(count);
      else expect(shown, title).toBeGreaterThan(1);
    }
    if (remedy !== null) {
      await rowsOf(admitted, remedy.view);
      const { alerts: left } = await tests.engine.alerts(admitted.table, {
        thresholds,
        view: remedy.view,
      });
      const again = left.filter(
        (alert) => alert.kind === kind && alert.columns.join() === named.join(),
      );
      // A derived column leaves the one it was derived from.
      if (remedy.view.derive === undefined) expect(again, title).toEqual([]);
    }
  }
  expect(planted).toHaveLength(38);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(0.05 * planted.length);
}, 240_000);

/** What a column is, and no fault: true of clean tables too. */
const describing: readonly AlertKind[] = ['id_like', 'unique', 'skewed'];

test('a clean table has at most one alert, and at most two with what its columns are', async () => {
  const noisy: string[] = [];
  const clean = cleanTables(seed);
  for (const { title, cells } of clean) {
    const alerts = await alertsOf(await admit(cells));
    const alarms = alerts.filter(({ kind }) => !describing.includes(kind));
    if (alarms.length > 1 || alerts.length > 2)
      noisy.push(`${title}: ${alerts.map(({ said }) => said).join(' | ')}`);
  }
  expect(clean).toHaveLength(33);
  expect(noisy).toEqual([]);
}, 240_000);
