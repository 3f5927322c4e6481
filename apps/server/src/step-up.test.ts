import {
  adminOnly,
  allOperations,
  exampleInputs,
  problem,
  type Operation,
} from '@columnist/contract';
import { grantRole } from '@columnist/core';
import { createTestAuthenticator } from '@columnist/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const rows = (n: number): string => `x\n${Array.from({ length: n }, (_, i) => i).join('\n')}\n`;
const asked = {
  status: 403,
  code: 'reauthentication_required',
  detail: 'Confirm your current password first.',
};
const codeOf = ({ status, body }: Answer) => {
  const { code, detail } = problem.parse(body);
  return { status, code, detail };
};
const named = (list: readonly Operation[]) =>
  list.map((operation): [string, Operation] => [operation.path, operation]);

async function ask(
  app: TestApp,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(app.url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text,
  };
}

async function askRest(
  app: TestApp,
  operation: Operation,
  headers: Record<string, string>,
  id: string,
): Promise<Answer> {
  const { method = 'get', path = '' } = operation.rest ?? {};
  const input = exampleInputs(id)[operation.path] ?? {};
  const fields = Object.fromEntries(
    Object.entries(input).filter(([name]) => !path.includes(`{${name}}`)),
  );
  return ask(
    app,
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name])),
    headers,
    method.toUpperCase(),
    ['get', 'delete'].includes(method) ? undefined : fields,
  );
}

async function askTrpc(
  app: TestApp,
  operation: Operation,
  headers: Record<string, string>,
  id: string,
): Promise<Answer> {
  const input = JSON.stringify(exampleInputs(id)[operation.path] ?? {});
  const response = await fetch(
    `${app.url}/trpc/${operation.path}${operation.kind === 'query' ? `?input=${encodeURIComponent(input)}` : ''}`,
    operation.kind === 'query'
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: input,
        },
  );
  const answer = z
    .union([
      z.object({ error: z.object({ data: z.object({ problem }) }) }),
      z.object({ result: z.unknown() }),
    ])
    .parse(await response.json());
  return {
    status: response.status,
    body: 'error' in answer ? answer.error.data.problem : answer.result,
  };
}

const session = (user: TestUser) => ({ Authorization: `Bearer ${user.accessToken}` });
const key = (user: TestUser) => ({ 'API-Key': user.apiKey ?? '' });

describe('what asks for the password again', () => {
  let app: TestApp;
  let user: TestUser;
  let id: string;
  const always = allOperations.filter(
    ({ confirm: asks }) => asks === 'always' || asks === 'factor',
  );
  const upload = async (content: string): Promise<string> =>
    z.object({ id: z.string() }).parse(await (await app.upload(user, content)).json()).id;
  const confirm = () =>
    ask(app, '/api/v1/auth/verify-password', session(user), 'POST', { password: user.password });
  /** Time passes; tokens are refreshed meanwhile, which confirms nothing. */
  const forget = async (): Promise<void> => {
    app.clock.advance(300);
    const pair = z
      .object({ access_token: z.string(), refresh_token: z.string() })
      .parse(
        (await ask(app, '/api/v1/auth/refresh', {}, 'POST', { refresh_token: user.refreshToken }))
          .body,
      );
    user = { ...user, accessToken: pair.access_token, refreshToken: pair.refresh_token };
  };

  beforeAll(async () => {
    app = await createTestApp();
    user = await app.createTestUser({ tier: 'paid' });
    await grantRole(app.core.orm.em.fork(), user.email, 'admin');
    id = await upload('mass,wing,kind,seen\n1,2,a,2024-01-01\n2,3,b,2024-01-02\n');
  });
  afterAll(() => app.close());

  test('are these operations', () => {
    expect(always.map(({ path }) => path).toSorted()).toEqual([
      'admin.assignRole',
      'admin.grantPro',
      'admin.raiseFileSize',
      'admin.removeRole',
      'admin.setActive',
      'admin.setUp',
      'auth.addPasskey',
      'auth.confirmTotp',
      'auth.createApiKey',
      'auth.deleteAccount',
      'auth.limitApiKey',
      'auth.regenerateApiKey',
      'auth.remakeRecoveryCodes',
      'auth.removePasskey',
      'auth.removeTotp',
      'auth.startPasskey',
      'auth.startTotp',
      'datasets.renewShare',
      'datasets.share',
    ]);
    expect(allOperations.filter((one) => one.confirm === 'factor').map(({ path }) => path)).toEqual(
      [
        'auth.startTotp',
        'auth.confirmTotp',
        'auth.removeTotp',
        'auth.startPasskey',
        'auth.addPasskey',
        'auth.removePasskey',
        'auth.remakeRecoveryCodes',
      ],
    );
    expect(
      allOperations
        .filter((one) => one.confirm === 'sometimes')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      'auth.exportData',
      'auth.getApiKey',
      'auth.updateMe',
      'datasets.download',
      'datasets.export',
      'datasets.file',
      'datasets.repairs',
      'datasets.save',
    ]);
  });

  test.each(named(always))('%s, through both doors of a session', async (_path, operation) => {
    await forget();
    expect([
      codeOf(await askTrpc(app, operation, session(user), id)),
      codeOf(await askRest(app, operation, session(user), id)),
    ]).toEqual([asked, asked]);
  });

  test.each(named(always.filter(({ path }) => path !== 'auth.deleteAccount')))(
    '%s goes on once the password was confirmed',
    async (_path, operation) => {
      await forget();
      expect((await confirm()).status).toBe(200);
      const answer = await askTrpc(app, operation, session(user), id);
      expect(problem.safeParse(answer.body).data?.code).not.toBe('reauthentication_required');
    },
  );

  test.each(
    named(always.filter(({ access }) => access !== 'public' && access.via.includes('api-key'))),
  )('%s by API key asks nobody', async (_path, operation) => {
    await forget();
    const answer = await askRest(app, operation, key(user), id);
    expect(problem.safeParse(answer.body).data?.code).not.toBe('reauthentication_required');
  });

  test('a log-in has just been asked, for five minutes', async () => {
    const { access_token: token } = z.object({ access_token: z.string() }).parse(
      (
        await ask(app, '/api/v1/auth/login', {}, 'POST', {
          email: user.email,
          password: user.password,
        })
      ).body,
    );
    const show = () => ask(app, '/api/v1/auth/api-key', { Authorization: `Bearer ${token}` });
    app.clock.advance(299);
    expect((await show()).status).toBe(200);
    app.clock.advance(1);
    expect(codeOf(await show())).toEqual(asked);
  });

  test('the API key is shown masked without, and in clear with it', async () => {
    await confirm();
    const { api_key: plain } = z
      .object({ api_key: z.string() })
      .parse((await ask(app, '/api/v1/auth/api-key/regenerate', session(user), 'POST')).body);
    await forget();
    expect((await ask(app, '/api/v1/auth/api-key?reveal=false', session(user))).body).toMatchObject(
      {
        api_key: `${'•'.repeat(28)}${plain.slice(-4)}`,
        created_at: expect.any(String),
        limits: { aggregates_only: false },
      },
    );
    expect(codeOf(await ask(app, '/api/v1/auth/api-key', session(user)))).toEqual(asked);
    await confirm();
    expect((await ask(app, '/api/v1/auth/api-key', session(user))).body).toMatchObject({
      api_key: plain,
    });
    user = { ...user, apiKey: plain };
    const keyless = await app.createTestUser({ verified: false });
    await forget();
    expect((await ask(app, '/api/v1/auth/api-key', session(keyless))).body).toMatchObject({
      api_key: null,
    });
  });

  test('files of more than 10,000 rows, of a session alone', async () => {
    // Narrowed by a test before.
    await confirm();
    await ask(app, '/api/v1/auth/api-key/limits', session(user), 'PUT', {
      scopes: ['read', 'rows'],
      dataset_ids: null,
      aggregates_only: false,
      expires_at: null,
    });
    const [large, small] = [await upload(rows(10_001)), await upload(rows(10_000))];
    await forget();
    const before = await app.files();
    for (const path of [`${large}/file`, `${large}/export`, `${large}/export?format=parquet`]) {
      expect(codeOf(await ask(app, `/api/v1/datasets/${path}`, session(user)))).toEqual(asked);
      expect((await ask(app, `/api/v1/datasets/${path}`, key(user))).status).toBe(200);
    }
    const link = { name: 'large', id: large, format: 'csv' };
    expect([
      codeOf(await ask(app, '/api/v1/file', session(user), 'POST', { id: large })),
      codeOf(await ask(app, '/api/v1/datasets/save', session(user), 'POST', link)),
    ]).toEqual([asked, asked]);
    // A file is removed a moment after it was sent.
    await expect.poll(() => app.files()).toEqual(before);
    const view = encodeURIComponent(JSON.stringify({ filter: 'x > 0' }));
    for (const path of [`${small}/file`, `${small}/export`, `${large}/export?view=${view}`])
      expect((await ask(app, `/api/v1/datasets/${path}`, session(user))).status).toBe(200);
    // All that is kept of the user has more rows than that.
    expect(codeOf(await ask(app, '/api/v1/auth/export', session(user)))).toEqual(asked);
    await confirm();
    for (const path of [`datasets/${large}/file`, `datasets/${large}/export`, 'auth/export'])
      expect((await ask(app, `/api/v1/${path}`, session(user))).status).toBe(200);
  });

  test('a file is not smaller for being read as few rows, and neither are its repaired lines', async () => {
    await confirm();
    const reread = async (stated: object): Promise<string> => {
      const made = await upload(rows(10_000));
      const answer = await ask(
        app,
        `/api/v1/datasets/${made}/reread`,
        session(user),
        'POST',
        stated,
      );
      expect(answer.status).toBe(200);
      return made;
    };
    const large = `a,b,c\n${'1,2,3\n1,2,3\n1,2\n'.repeat(10_001)}`;
    const [ragged, late, halved] = [
      await upload(large),
      await reread({ skip_lines: 9000 }),
      await reread({ comment: '1' }),
    ];
    const paths = [`${ragged}/repairs`, `${late}/file`, `${halved}/file`, `${halved}/repairs`];
    await forget();
    for (const path of paths) {
      expect(codeOf(await ask(app, `/api/v1/datasets/${path}`, session(user)))).toEqual(asked);
      expect((await ask(app, `/api/v1/datasets/${path}`, key(user))).status).toBe(200);
    }
    await confirm();
    for (const path of paths)
      expect((await ask(app, `/api/v1/datasets/${path}`, session(user))).status).toBe(200);
  });

  test('a statement that puts many rows into few is as large as what it may hold of them', async () => {
    await confirm();
    const source = await upload(
      `x,g,remark\n${Array.from({ length: 10_001 }, (_, i) => `${i % 7},${i % 500},came late and left early`).join('\n')}\n`,
    );
    const packed = [
      `select string_agg(x, ',') as x from "${source}"`,
      `select list(x) as x from "${source}"`,
      `select array(select x from "${source}") as x`,
      `select a.remark as x from "${source}" a join "${source}" b on a.g = b.g limit 500`,
      `select g, string_agg(x, '') as x, max(x) as most from "${source}" group by g`,
      `select * from (select x, ${Array.from({ length: 60 }, (_, i) => `lead(x, ${i + 1}) over () as x${i + 1}`).join()}, row_number() over () as i from "${source}") where i % 61 = 1`,
    ];
    const small = [
      `select count(*) as n, avg(x) as mean from "${source}"`,
      `select g, count(*) as n, avg(x) as mean from "${source}" group by g`,
      `select x from "${source}" limit 10000`,
      `select upper(remark) as remark from (select * from "${source}" where g < 100)`,
    ];
    const statement = (
      sql: string,
      format = 'csv',
      headers: Record<string, string> = session(user),
    ) => ask(app, '/api/v1/file', headers, 'POST', { sql, format });
    const save = (body: object) => ask(app, '/api/v1/datasets/save', session(user), 'POST', body);
    await forget();
    const before = await app.files();
    for (const sql of packed) {
      expect(codeOf(await statement(sql)), sql).toEqual(asked);
      expect(codeOf(await statement(sql, 'parquet')), sql).toEqual(asked);
      expect(codeOf(await save({ name: 'packed.csv', sql })), sql).toEqual(asked);
      expect(codeOf(await save({ name: 'packed.csv', sql, format: 'csv' })), sql).toEqual(asked);
    }
    await expect.poll(() => app.files()).toEqual(before);
    for (const sql of small) {
      expect((await statement(sql)).status, sql).toBe(200);
      expect((await save({ name: 'small.csv', sql })).status, sql).toBe(201);
    }
    const [sql = ''] = packed;
    expect((await statement(sql, 'csv', key(user))).status).toBe(200);
    await confirm();
    expect((await statement(sql)).status).toBe(200);
    expect((await save({ name: 'packed.csv', sql })).status).toBe(201);
  });

  test('a link that was asked for while there were few rows hands out no more than these', async () => {
    await confirm();
    const [reread, viewed] = [await upload(rows(10_001)), await upload(rows(10_001))];
    const send = (method: string, path: string, body?: unknown) =>
      ask(app, `/api/v1/datasets/${path}`, session(user), method, body);
    const linkTo = async (body: object): Promise<string> =>
      new URL(
        z
          .object({ download_url: z.string() })
          .parse((await send('POST', 'save', { name: 'few', format: 'csv', ...body })).body)
          .download_url,
      ).pathname;
    const fetched = (path: string) => ask(app, path, {});
    const change = async (into: 'few' | 'many'): Promise<void> => {
      const few = into === 'few';
      expect([
        (await send('POST', `${reread}/reread`, few ? { skip_lines: 9000 } : {})).status,
        (await send('PUT', `${viewed}/views/mine`, { view: { filter: few ? 'x < 5' : 'x >= 0' } }))
          .status,
      ]).toEqual([200, 200]);
    };
    await forget();
    await change('few');
    const links = [
      await linkTo({ id: reread }),
      await linkTo({ id: viewed, view: { saved: 'mine' } }),
    ];
    for (const link of links) expect((await fetched(link)).status).toBe(200);
    await change('many');
    for (const link of links) expect(codeOf(await fetched(link))).toEqual(asked);
    await confirm();
    const confirmed = await linkTo({ id: viewed, view: { saved: 'mine' } });
    app.clock.advance(600);
    expect((await fetched(confirmed)).status).toBe(200);
    for (const link of links) expect(codeOf(await fetched(link))).toEqual(asked);
  });

  test('an account is deleted by a confirmed session that names it', async () => {
    const leaving = await app.createTestUser();
    const remove = (body: object) =>
      ask(app, '/api/v1/auth/delete-account', session(leaving), 'POST', body);
    await forget();
    // A right password in the call is no confirmation of the session, and a call without one needs
    // it as well.
    for (const body of [
      { email: leaving.email, password: leaving.password },
      { email: leaving.email },
    ])
      expect(codeOf(await remove(body))).toEqual(asked);
    await ask(app, '/api/v1/auth/verify-password', session(leaving), 'POST', {
      password: leaving.password,
    });
    expect(codeOf(await remove({ email: leaving.email, password: 'wrong' }))).toMatchObject({
      status: 403,
      detail: 'Current password is incorrect',
    });
    expect(codeOf(await remove({ email: user.email, password: leaving.password }))).toMatchObject({
      status: 422,
      code: 'invalid_input',
    });
    expect((await remove({ email: leaving.email })).status).toBe(204);
  });
});

describe('an administrator of a server that others reach', () => {
  let app: TestApp;
  let admin: TestUser;
  const guarded = allOperations.filter(
    ({ access }) => access !== 'public' && access.role === 'admin',
  );
  const needed = {
    status: 403,
    code: 'second_factor_enrolment_required',
    detail: 'Administrators need a second factor. Set one up in your profile, under Security.',
  };

  beforeAll(async () => {
    app = await createTestApp({ secondFactorForAdmins: true });
    admin = await app.createTestUser();
    await grantRole(app.core.orm.em.fork(), admin.email, 'admin');
  });
  afterAll(() => app.close());

  test('every operation of the administration is asked for by the role', () => {
    expect(
      allOperations
        .filter(({ path }) => path.startsWith('admin.') && path !== 'admin.setUp')
        .map(({ access }) => access),
    ).toEqual(guarded.map(() => adminOnly));
  });

  test.each(named(guarded))('without a second factor may not: %s', async (_path, operation) => {
    expect([
      codeOf(await askTrpc(app, operation, session(admin), '')),
      codeOf(await askRest(app, operation, session(admin), '')),
    ]).toEqual([needed, needed]);
  });

  test('may once one is set up, and may not once it is removed; the refusals are in the audit log', async () => {
    expect((await ask(app, '/api/v1/auth/second-factors', session(admin))).body).toMatchObject({
      required: true,
      passkeys: [],
    });
    const options = z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
    });
    const asking = await ask(app, '/api/v1/auth/passkeys/options', session(admin), 'POST');
    const { challenge, rp } = options.parse(asking.body);
    const answer = createTestAuthenticator().create(
      { challenge, rp, user: { id: '', name: '', displayName: '' }, pubKeyCredParams: [] },
      app.url.replace('127.0.0.1', 'localhost'),
    );
    const added = await ask(app, '/api/v1/auth/passkeys', session(admin), 'POST', {
      name: 'Laptop',
      passkey: answer,
    });
    expect(added.status).toBe(201);
    for (const path of ['/api/v1/admin/stats', '/api/v1/admin/users', '/api/v1/roles'])
      expect((await ask(app, path, session(admin))).status).toBe(200);
    const log = z
      .object({
        items: z.array(
          z.object({
            action: z.string(),
            outcome: z.string(),
            details: z.record(z.string(), z.string()),
          }),
        ),
      })
      .parse((await ask(app, '/api/v1/admin/audit?limit=200', session(admin))).body);
    for (const { path } of guarded)
      expect(log.items).toContainEqual({
        action: path,
        outcome: 'denied',
        details: { code: needed.code, reason: needed.detail },
      });
    const { passkey } = z.object({ passkey: z.object({ id: z.string() }) }).parse(added.body);
    expect(
      (await ask(app, `/api/v1/auth/passkeys/${passkey.id}`, session(admin), 'DELETE')).status,
    ).toBe(204);
    expect(codeOf(await ask(app, '/api/v1/admin/stats', session(admin)))).toEqual(needed);
  });
});

test('with a second factor the password answers a ticket, as a problem document', async () => {
  const app = await createTestApp();
  const user = await app.createTestUser();
  const asking = z
    .object({ challenge: z.string(), rp: z.object({ id: z.string(), name: z.string() }) })
    .parse((await ask(app, '/api/v1/auth/passkeys/options', session(user), 'POST')).body);
  const device = createTestAuthenticator();
  const origin = app.url.replace('127.0.0.1', 'localhost');
  await ask(app, '/api/v1/auth/passkeys', session(user), 'POST', {
    name: 'Laptop',
    passkey: device.create(
      { ...asking, user: { id: '', name: '', displayName: '' }, pubKeyCredParams: [] },
      origin,
    ),
  });
  const login = await fetch(`${app.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  expect([login.status, login.headers.get('content-type')]).toEqual([
    401,
    'application/problem+json',
  ]);
  const answered: unknown = await login.json();
  expect(answered).toEqual({
    type: 'about:blank',
    title: 'Second factor required',
    status: 401,
    detail: 'Enter the code of your authenticator app, or use a passkey.',
    code: 'second_factor_required',
    request_id: expect.any(String),
    fix: 'Send the ticket with a code, a recovery code or a passkey to complete the log-in.',
    ticket: expect.stringMatching(/^[\w-]{43}$/),
    factors: ['passkey', 'recovery_code'],
  });
  const { ticket } = z.object({ ticket: z.string() }).parse(answered);
  const complete = (body: object) =>
    ask(app, '/api/v1/auth/login/complete', {}, 'POST', { ticket, ...body });
  expect(codeOf(await complete({ code: '123456' }))).toEqual({
    status: 401,
    code: 'second_factor_failed',
    detail: 'This code is not right. Codes change every 30 seconds, and each works once.',
  });
  for (const body of [{}, { code: '1', recovery_code: '2' }])
    expect(codeOf(await complete(body))).toEqual({
      status: 422,
      code: 'invalid_input',
      detail: 'code: Send one of code, recovery_code and passkey.',
    });
  const { challenge, rpId } = z
    .object({ challenge: z.string(), rpId: z.string() })
    .parse((await ask(app, '/api/v1/auth/login/passkey', {}, 'POST', { ticket })).body);
  const answer = await complete({ passkey: device.get({ challenge, rpId }, origin) });
  expect([answer.status, Object.keys(z.object({}).loose().parse(answer.body)).toSorted()]).toEqual([
    200,
    ['access_token', 'refresh_token', 'user'],
  ]);
  await app.close();
});
