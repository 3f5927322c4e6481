import { describeOptions } from '@columnist/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { computeStatistics } from './compute-statistics.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';

const options = z.object(describeOptions).parse({});

let app: TestCore;
let ctx: ServiceContext;
let before: string[];
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(authorizationOf(await app.createTestUser({ verified: false })));
});
afterAll(() => app.close());
beforeEach(async () => {
  before = await app.files();
});

test('values, a file and a dataset of the same content have the same statistics, and nothing sent is stored', async () => {
  const csv = 'x,y,label\n1,2,a\n2,,b\n4,8.5,a\n8,1,\n';
  const data = { x: [1, 2, 4, 8], y: [2, null, 8.5, 1], label: ['a', 'b', 'a', null] };
  const ofValues = await computeStatistics(ctx, { data, ...options });
  const ofFile = await computeStatistics(ctx, { file: await app.receive(csv), ...options });
  expect(await app.files()).toEqual(before);
  expect(ofFile).toEqual(ofValues);
  expect(ofValues).toMatchObject({
    dataset_id: null,
    dataset_version: null,
    n_used: 4,
    // mean and sd of 1, 2, 4, 8: 15/4 and the square root of 115/12.
    columns: [
      {
        name: 'x',
        n: 4,
        missing: 0,
        sum: 15,
        mean: 3.75,
        sd: expect.closeTo(Math.sqrt(115 / 12), 14),
        median: 3,
      },
      { name: 'y', n: 3, missing: 1 },
      { name: 'label', n: 3, missing: 1, distinct: 2 },
    ],
  });
  const { id } = await createDataset(ctx, { file: await app.receive(csv) });
  expect(await computeStatistics(ctx, { dataset_id: id, ...options })).toEqual({
    ...ofFile,
    dataset_id: id,
    dataset_version: 1,
  });
});

test('a file that is refused, too large, or sent by nobody is removed', async () => {
  const file = () => app.receive('a,b\n1\n');
  await expect(computeStatistics(ctx, { file: await file(), ...options })).rejects.toMatchObject({
    code: 'invalid_file',
    details: { row: 2 },
  });
  await expect(
    computeStatistics(await app.contextOf(), { file: await file(), ...options }),
  ).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(
    computeStatistics(ctx, {
      file: await app.receive(new Uint8Array(10 * 1024 * 1024 + 1).fill(49)),
      ...options,
    }),
  ).rejects.toMatchObject({ code: 'file_too_large', details: { limit: 10 } });
  const canceled = { ...ctx, signal: AbortSignal.abort() };
  await expect(
    computeStatistics(canceled, { file: await file(), ...options }),
  ).rejects.toMatchObject({ code: 'canceled' });
  expect(await app.files()).toEqual(before);
});
