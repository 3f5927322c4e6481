import { operations } from '@columnist/contract';
import { afterAll, beforeAll } from 'vitest';
import type { ServiceContext } from '../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { combineDatasets } from './combinations/combine-datasets.ts';
import { createDataset } from './lifecycle/create-dataset.ts';
import { getRows } from './results/get-rows.ts';
import { updateDataset } from './versions/update-dataset.ts';

/** For the tests of a file: the product with one Pro user, and what they do with datasets of theirs. */
export function useDatasets() {
  let app: TestCore;
  let ctx: ServiceContext;
  const contextOfPro = async (): Promise<ServiceContext> =>
    app.contextOf(authorizationOf(await app.createTestUser({ tier: 'paid' })));
  beforeAll(async () => {
    app = await createTestCore();
    ctx = await contextOfPro();
  });
  afterAll(() => app.close());
  return {
    get app() {
      return app;
    },
    /** Of this user. */
    get ctx() {
      return ctx;
    },
    /** Of another one. */
    contextOfPro,
    upload: async (csv: string, name: string, as = ctx) =>
      (await createDataset(as, { file: await app.receive(csv, name) })).id,
    replace: async (id: string, csv: string, name = 'x.csv') =>
      updateDataset(ctx, { id, file: await app.receive(csv, name), mode: 'replace' }),
    rowsOf: async (id: string) => (await getRows(ctx, { id, limit: 100, offset: 0 })).items,
    combine: (input: object, as = ctx) =>
      combineDatasets(as, operations.datasets.combine.input.parse(input)),
  };
}
