import { describeOptions } from '@columnist/contract';
import { sharedData } from '@columnist/testing';
import { engineVersion } from '@columnist/workers';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../../testing.ts';
import { analyzeAssociation } from './analyze-association.ts';
import { analyzeDataset } from './analyze-dataset.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { DatasetVersion } from '../records/dataset.entity.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';

const penguins = sharedData('datasets/penguins.csv');
const options = z.object(describeOptions);

let app: TestCore;
let ctx: ServiceContext;
beforeAll(async () => {
  app = await createTestCore();
  ctx = await app.contextOf(
    authorizationOf(await app.createTestUser({ tier: 'paid', verified: false })),
  );
});
afterAll(() => app.close());

const create = async (content: string | Uint8Array) =>
  (await createDataset(ctx, { file: await app.receive(content) })).id;
const analyze = (id: string, input: z.input<typeof options> = {}) =>
  analyzeDataset(ctx, { id, ...options.parse(input) });
const actorOf = ({ actor }: ServiceContext) => actor ?? { user: { id: '' }, limits: null };
const versionOf = async (id: string) =>
  (await findDataset(app.core.orm.em.fork(), actorOf(ctx), id)).version;
/** What the engine itself answers, from the table. */
const describeAfresh = async (id: string, input: z.input<typeof options> = {}) =>
  ctx.engine.describe(
    await tableOf(ctx, await findDataset(ctx.em, actorOf(ctx), id)),
    options.parse(input),
  );

describe('what the profile of the admission answers is what the engine answers', () => {
  let id: string;
  beforeAll(async () => {
    id = await create(
      'x,word,y,constant,z\n1,a,2.5,7,\n2,b,1.5,7,3\nNA,a,0.5,7,4\n4,c,8,7,1\n5,a,-1,7,9\n',
    );
  });

  test.each<[string, z.input<typeof options>]>([
    ['of all columns', {}],
    ['without correlations', { correlations: false }],
    ['of some columns, in another order', { columns: ['z', 'word', 'x'] }],
    ['of a column that does not vary', { columns: ['constant', 'y'] }],
    ['of one number column', { columns: ['x', 'word'] }],
    [
      'with the default options spelled out',
      {
        confidence_level: 0.95,
        quantiles: [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99],
        plot: false,
      },
    ],
  ])('%s', async (_what, input) => {
    const answer = await analyze(id, input);
    expect(answer).toEqual(await describeAfresh(id, input));
    expect(answer).toMatchObject({ dataset_id: id, dataset_version: 1, view: null, n_used: 5 });
  });

  test.each<[string, z.input<typeof options>]>([
    ['a view', { view: { filter: { column: 'x', op: 'le', value: 2 } } }],
    ['other quantiles', { quantiles: [0.5] }],
    ['another level', { confidence_level: 0.9 }],
    ['what pictures need', { plot: true }],
  ])('and with %s the engine is asked', async (_what, input) => {
    const answer = await analyze(id, input);
    expect(answer).toEqual(await describeAfresh(id, input));
    expect(answer).not.toEqual(await analyze(id));
  });

  test('an unknown column is refused with the nearest names', async () => {
    await expect(analyze(id, { columns: ['words'] })).rejects.toMatchObject({
      code: 'unknown_column',
      details: { suggestions: ['word'] },
    });
  });

  test('the profile of an older engine is not used', async () => {
    const { id: versionId, profileKey } = await versionOf(id);
    const fresh = await analyze(id);
    const em = app.core.orm.em.fork();
    await writeFile(
      join(app.dataDir, 'objects', profileKey ?? ''),
      JSON.stringify({ ...fresh, columns: [] }),
    );
    expect(await analyze(id)).toEqual(fresh);
    // Kept as it was handed out, until it is asked for seldom.
    const again = (): void => {
      ctx.descriptions.read.clear();
      ctx = { ...ctx, em: app.core.orm.em.fork() };
    };
    again();
    expect((await analyze(id)).columns).toEqual([]);
    // As releases before kept it, in the row.
    await em.nativeUpdate(
      DatasetVersion,
      { id: versionId },
      {
        engineVersion,
        profileKey: null,
        profile: { ...fresh, columns: fresh.columns.slice(0, 1) },
      },
    );
    again();
    expect((await analyze(id)).columns).toEqual(fresh.columns.slice(0, 1));
    await em.nativeUpdate(DatasetVersion, { id: versionId }, { engineVersion: '0' });
    again();
    expect(await analyze(id)).toEqual(fresh);
  });
});

test('of more than 60 number columns there is no matrix, of some of them there is', async () => {
  const names = Array.from({ length: 61 }, (_, i) => `c${i}`);
  const id = await create(
    `${names.join(',')}\n${[1, 2, 4].map((row) => names.map((_, i) => row * (i % 7) + (row % (i + 1))).join(',')).join('\n')}\n`,
  );
  expect((await analyze(id)).correlations).toBeNull();
  const columns = ['c3', 'c5', 'c1'];
  const answer = await analyze(id, { columns });
  expect(answer.correlations?.pearson.columns).toEqual(columns);
  expect(answer).toEqual(await describeAfresh(id, { columns }));
});

describe.skipIf(!penguins.isHere)(`penguins${penguins.note}`, () => {
  test('have the figures that R gives', async () => {
    const id = await create(readFileSync(penguins.path));
    const columns = ['bill_length_mm', 'bill_depth_mm'];
    const { columns: described, correlations } = await analyze(id, { columns });
    // mean, sd, quantile and cor.test of R 4.2.2, which printed 17 digits.
    expect(described[0]).toMatchObject({
      name: 'bill_length_mm',
      type: 'number',
      n: 342,
      missing: 2,
      min: 32.1,
      q1: 39.225,
      median: 44.45,
      q3: 48.5,
      max: 59.6,
      sum: 15021.3,
    });
    expect(described[0]).toMatchObject({
      mean: expect.closeTo(43.9219298245614, 12),
      sd: expect.closeTo(5.459583713926531, 12),
    });
    const found = await analyzeAssociation(ctx, {
      id,
      method: 'pearson',
      columns,
      confidence_level: 0.95,
    });
    if (!('matrix' in found)) throw new Error('It is a matrix.');
    const { pairs } = found.matrix;
    expect(pairs).toEqual(correlations?.pearson.pairs);
    expect(pairs).toMatchObject([
      {
        n_used: 342,
        estimate: expect.closeTo(-0.23505287035553274, 14),
        statistic: expect.closeTo(-4.459093030111576, 12),
        df: 340,
        p_value: expect.closeTo(1.119662196137337e-5, 17),
        ci: {
          level: 0.95,
          low: expect.closeTo(-0.3328071943224521, 13),
          high: expect.closeTo(-0.1323004258559037, 13),
        },
      },
    ]);
  });
});
