import { alertThresholds, type AlertKind } from '@columnist/contract';
import { cleanTables, plantedTables } from '@columnist/procedures/alerts/testing-tables';
import { csvOf, type Cells } from '@columnist/procedures/alerts/testing-draws';
import { openTestEngine } from '@columnist/workers/testing';
import { report, type BenchRow } from './bench/report.ts';

/**
 * How many planted faults are found, and how often a clean table has a false alarm, on the tables of
 * seeds that no test uses:
 *   pnpm bench:alerts [SEED …]
 */
const given = process.argv.slice(2).map(Number).filter(Number.isInteger);
const seeds = given.length > 0 ? given : [90_210, 31_337, 777_001, 5150, 86_420];
/** What a column is, and no fault: true of clean tables too. */
const describing: ReadonlySet<AlertKind> = new Set(['id_like', 'unique', 'skewed']);

const tests = await openTestEngine({ workers: 1 });
const thresholds = alertThresholds.parse({});
const alertsOf = async (cells: Cells) => {
  const { table, profilePath } = await tests.admit(csvOf(cells));
  return (await tests.engine.alerts(table, { thresholds, profile: profilePath })).alerts;
};
try {
  const rows: BenchRow[] = [];
  for (const seed of seeds) {
    const planted = plantedTables(seed);
    let found = 0;
    for (const { title, cells, kinds, columns } of planted) {
      const alerts = await alertsOf(cells);
      const is = alerts.some(
        ({ kind, columns: named }) =>
          kinds.includes(kind) && columns.every((column) => named.includes(column)),
      );
      if (is) found += 1;
      else console.log(`seed ${seed}, ${title}: missed`);
    }
    const clean = cleanTables(seed);
    const alarms: number[] = [];
    for (const { title, cells } of clean) {
      const untrue = (await alertsOf(cells)).filter(({ kind }) => !describing.has(kind));
      for (const { said } of untrue) console.log(`seed ${seed}, clean ${title}: ${said}`);
      alarms.push(untrue.length);
    }
    const all = alarms.reduce((sum, n) => sum + n, 0);
    rows.push({
      measure: `seed ${seed}: planted faults found; false alarms of ${clean.length} clean tables, most of one`,
      reached: `${found} of ${planted.length} (${((100 * found) / planted.length).toFixed(0)} %); ${all}, ${Math.max(...alarms)}`,
      limit: '≥ 95 %; ≤ 1 of one',
      holds: found >= 0.95 * planted.length && Math.max(...alarms) <= 1,
    });
  }
  report('alerts', rows, given.length > 0);
} finally {
  await tests.close();
}
