import { compareWithRuns } from './capacity/check-runs.ts';
import { readCosts } from './capacity/costs.ts';
import { measureCosts } from './capacity/measure-costs.ts';
import { sizeFleet } from './capacity/size-fleet.ts';
import { readRuns, writeRuns } from './capacity/runs.ts';
import { writeReport } from './capacity/write-report.ts';

/**
 * What a fleet needs for so many accounts, as docs/capacity.md:
 *   pnpm capacity [--measure] [--check]
 * --measure measures the costs of calls again, --check compares the simulation with real runs; both
 * want a machine that does nothing else.
 */
const accounts = [1000, 10_000, 100_000, 1_000_000, 10_000_000];
const costs = process.argv.includes('--measure') ? await measureCosts() : readCosts();
if (process.argv.includes('--check')) writeRuns(await compareWithRuns());
const runs = readRuns();
const fleets = accounts.map((n) => sizeFleet(n, costs));
console.table(fleets.map(({ busy: _busy, p95, ...fleet }) => ({ ...fleet, ...p95 })));
if (runs !== null) console.table(runs);
await writeReport(costs, fleets, runs);
const isOff = runs?.some(({ measured, predicted }) => Math.abs(predicted / measured - 1) > 0.2);
process.exitCode = isOff === true ? 1 : 0;
