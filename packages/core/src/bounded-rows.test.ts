import { testQuestion } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from './accounts/create-api-key.ts';
import { grantAgent } from './agents/grant-agent.ts';
import type { ServiceContext } from './context.ts';
import { dismissAlert } from './datasets/alerts/dismiss-alert.ts';
import { createDataset } from './datasets/lifecycle/create-dataset.ts';
import { keepTest } from './datasets/results/keep-test.ts';
import { shareResult } from './datasets/sharing/share-result.ts';
import { putView } from './datasets/views/put-view.ts';
import { authorizationOf, createTestCore, type TestCore } from './testing.ts';
import { databaseKinds } from './testing-databases.ts';

/** What ends the rows of each table that belong to a user or a dataset. */
const bounds: Readonly<Record<string, string>> = {
  agent_call: 'goes after 90 days; as many as the requests of a minute',
  agent_grant: '100 of a user',
  alert_dismissal: '5,000 of a dataset, each with a reason of 500 characters',
  answer: '500 of a user',
  answered_rows: '20 versions of a dataset; 16 MB in all, which count towards storage',
  api_key: 'one of a user',
  dataset: 'as many as the plan has, and its storage; drafts too',
  dataset_version: '20 of a dataset',
  download_link: '50 of a user',
  email_token: 'goes at its end; limited attempts',
  login_ticket: 'goes after ten minutes; limited attempts',
  named_key: '20 of a user',
  partial_upload: '5 of a user, of the bytes of two files',
  passkey: '10 of a user',
  passkey_challenge: 'goes after minutes; limited attempts',
  recovery_code: 'ten of a user',
  refresh_token: 'goes with its session',
  repeated_request: 'goes after a day; 4 MB of a user',
  report: 'one of a dataset, of an input of 64 KB',
  saved_view: '100 of a dataset, of 1 MB',
  session: 'goes at its end; limited attempts',
  shared_result: '200 of a dataset, of 20 MB',
  test_run: '1,000 of a dataset, of 1 MB',
  totp_secret: 'one of a user',
  upload_link: '20 of a user',
  usage_day: 'one a day',
  usage_month: 'one a month',
  usage_reservation: 'goes after minutes',
  user_role: 'one of each role',
};

const csv = `y,z\n${Array.from({ length: 30 }, (_, i) => `${(i * 17) % 31},${(i * i) % 13}`).join('\n')}\n`;
/** One of as many questions as there are levels. */
const question = (i: number) =>
  testQuestion.parse({
    operation: 'test_distribution',
    options: { method: 'shapiro_wilk', column: 'y', view: { filter: `z >= ${-1 - i}` } },
  });

interface Kind {
  readonly table: string;
  /** Of what there may be so many. */
  readonly of: 'user_id' | 'dataset_id';
  readonly most: number;
  /** Of a row that is made of another: what is to be different. */
  readonly fresh: string;
  readonly make: (ctx: ServiceContext, id: string, i: number) => Promise<unknown>;
}

const kinds: readonly Kind[] = [
  {
    table: 'saved_view',
    of: 'dataset_id',
    most: 100,
    fresh: "'id', gen_random_uuid(), 'name', 'copy ' || n",
    make: (ctx, id, i) => putView(ctx, { id, name: `view ${i}`, view: { filter: 'y > 1' } }),
  },
  {
    table: 'alert_dismissal',
    of: 'dataset_id',
    most: 5000,
    fresh: "'id', gen_random_uuid(), 'key', 'missing:copy ' || n",
    make: (ctx, id, i) => dismissAlert(ctx, { id, key: `missing:${i}`, reason: 'known' }),
  },
  {
    table: 'shared_result',
    of: 'dataset_id',
    most: 200,
    fresh: "'id', gen_random_uuid(), 'token_hash', 'copy ' || n",
    make: (ctx, id) => shareResult(ctx, { id, question: question(0), single_values: false }),
  },
  {
    table: 'test_run',
    of: 'dataset_id',
    most: 1000,
    fresh: "'id', gen_random_uuid(), 'question', 'copy ' || n",
    make: (ctx, id, i) => keepTest(ctx, { id, question: question(i) }),
  },
  {
    table: 'named_key',
    of: 'user_id',
    most: 20,
    fresh: "'id', gen_random_uuid(), 'name', 'copy ' || n, 'key_hash', 'copy ' || n",
    make: (ctx, _, i) =>
      createApiKey(ctx, {
        name: `key ${i}`,
        scopes: ['read'],
        dataset_ids: null,
        aggregates_only: false,
        expires_in_days: 90,
      }),
  },
  {
    table: 'agent_grant',
    of: 'user_id',
    most: 100,
    fresh: "'id', 'copy ' || n",
    make: (ctx) =>
      grantAgent(ctx, {
        id: uuid(),
        clientId: 'client',
        clientName: 'Agent',
        redirectHost: 'localhost',
        scopes: ['read'],
        datasetIds: null,
        aggregatesOnly: false,
      }),
  },
];

describe.each(databaseKinds)('what a user makes on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  test('has a bound in every table', async () => {
    const tables = await app.core.orm.em
      .fork()
      .execute<{ name: string }[]>(
        'select distinct table_name as name from information_schema.columns where table_schema = ' +
          "current_schema() and column_name in ('user_id', 'owner_id', 'dataset_id', 'session_id')",
      );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(bounds));
  });

  test.each(kinds)(
    'is at most $most rows of $table, also when it is made at the same time',
    async ({ table, of, most, fresh, make }) => {
      const user = await app.createTestUser({ tier: 'paid' });
      const context = () => app.contextOf(authorizationOf(user));
      const { id } = await createDataset(await context(), { file: await app.receive(csv) });
      await make(await context(), id, 0);
      const em = app.core.orm.em.fork();
      const place = 2;
      await em.execute(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${fresh}))).* from ${table} t, ` +
          `generate_series(1, ${most - 1 - place}) n where ${of} = ?`,
        [of === 'user_id' ? user.id : id],
      );
      const made = await Promise.allSettled(
        Array.from({ length: 8 }, async (_, i) => make(await context(), id, i + 1)),
      );
      const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused).toMatchObject(
        Array.from({ length: 8 - place }, () => ({
          code: 'conflict',
          details: { fix: expect.any(String) },
        })),
      );
    },
  );
});
