import { alertThresholds, type Alert, type AlertKind } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll } from 'vitest';
import { csvOf, list, type Cells } from './testing-draws.ts';

const thresholds = alertThresholds.parse({});
type Found = Pick<Alert, 'columns' | 'count' | 'severity' | 'said'> & { readonly shown: number[] };

/** An engine for the tests of a file; gives what finds the alerts of a kind in a table. */
export function useAlerts(): (kind: AlertKind, cells: Cells) => Promise<Found[]> {
  let tests: TestEngine;
  beforeAll(async () => {
    tests = await openTestEngine({ workers: 1 });
  });
  afterAll(() => tests.close());
  return (kind, cells) => foundOf(tests, kind, cells);
}

/** Alerts of a kind, with the rows that their filter shows, from 1. */
async function foundOf(tests: TestEngine, kind: AlertKind, cells: Cells): Promise<Found[]> {
  const rows = Object.values(cells)[0]?.length ?? 0;
  const { table, profilePath } = await tests.admit(
    csvOf({ ...cells, place: list(rows, (i) => `row ${String(i + 1)}`) }),
  );
  const { alerts } = await tests.engine.alerts(table, { thresholds, profile: profilePath });
  const found: Found[] = [];
  for (const { columns, count, severity, said, rows: filter, ...alert } of alerts) {
    if (alert.kind !== kind) continue;
    const view = filter === null ? {} : { filter };
    const { items } = await tests.engine.rows(table, { view, limit: 1000, offset: 0 });
    const shown = items.map((row) => Number(String(row.at(-1)).slice(4)));
    found.push({ columns, count, severity, said, shown: shown.toSorted((a, b) => a - b) });
  }
  return found;
}

/** Rows that are spread over a table, from 1. */
export const every = (n: number, rows: number, first = 7): number[] =>
  list(rows, (i) => first + Math.floor((i * n) / rows));

/** A column with other values in some of its rows. */
export const put = <One>(cells: One[], rows: readonly number[], of: (value: One) => One): One[] =>
  cells.map((value, i) => (rows.includes(i + 1) ? of(value) : value));
