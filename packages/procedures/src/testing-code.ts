import type { TableRef } from '@columnist/tables/table/table-ref';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Where emitted code is run, beside a file of the rows. */
interface Runner {
  readonly folder: string;
  readonly close: () => void;
}

/** A table in an engine, with its rows beside the code that is run, for all tests of a file. */
export function useTable(
  csv: string,
  runner: Runner,
): () => { readonly engine: TestEngine['engine']; readonly table: TableRef } {
  let opened: { tests: TestEngine; table: TableRef } | undefined;
  beforeAll(async () => {
    const tests = await openTestEngine();
    const { table } = await tests.admit(csv);
    opened = { tests, table };
    const data = join(runner.folder, 'data.csv');
    await tests.engine.exportRows(table, { forSpreadsheets: false }, data);
  });
  afterAll(async () => {
    runner.close();
    await opened?.tests.close();
  });
  return () => {
    if (opened === undefined) throw new Error('The table is opened before the tests.');
    return { engine: opened.tests.engine, table: opened.table };
  };
}
