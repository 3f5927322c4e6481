import {
  actOf,
  allOperations,
  exampleInputs,
  operations,
  type Operation,
} from '@columnist/contract';
import { grantAgent, grantPro, stripePayments } from '@columnist/core';
import { createTestAuthenticator, totpCode } from '@columnist/core/testing';
import { createStripeSandbox, type StripeSandbox } from '@columnist/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

const isWritten = ({ audit }: Operation): boolean => audit !== undefined && !('not' in audit);
const named = (list: readonly Operation[]) =>
  list.map((operation): [string, Operation] => [operation.path, operation]);

describe('what is written is a fact of every operation', () => {
  test.each(
    named(allOperations.filter(({ kind, rest }) => kind === 'mutation' || rest?.answer === 'file')),
  )('%s, which changes something or hands out a file', (path, { audit }) => {
    // It says how the log names it, or why it is not in the log.
    if (audit !== undefined && 'not' in audit) expect(audit.not.length).toBeGreaterThan(40);
    else
      expect(audit).toEqual({
        kind: actOf(path).kind,
        said: expect.stringMatching(/^[A-Z].{4,60}[^.]$/),
      });
  });
});

type Headers = Readonly<Record<string, string>>;
interface Person {
  readonly email: string;
  readonly password: string;
  readonly headers: Headers;
}

const json = { 'Content-Type': 'application/json' };
const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
const withId = z.object({ id: z.string() });
const tokens = z.object({ access_token: z.string() });
const page = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      outcome: z.enum(['done', 'denied']),
      actor_email: z.string().nullable(),
      about: z.string().nullable(),
      target: z.string().nullable(),
      via: z.string().nullable(),
      address: z.string(),
      device: z.string(),
      details: z.record(z.string(), z.string()),
    }),
  ),
  next_cursor: z.string().nullable(),
});
const browser = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
};

let app: TestApp;
let stripe: StripeSandbox;
beforeAll(async () => {
  stripe = await createStripeSandbox({
    publicUrl: 'http://localhost:3000',
    clock: () => Math.floor(app.clock.now().getTime() / 1000),
  });
  const { secretKey, publishableKey, webhookSecret, priceId, port } = stripe;
  app = await createTestApp(
    {},
    stripePayments({ secretKey, publishableKey, webhookSecret, priceId, sandboxPort: port }),
  );
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

/** By REST, as people and programs ask. */
async function ask(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  headers: Headers,
  status = operation.rest?.status ?? 200,
): Promise<unknown> {
  const { method = 'get', path = '' } = operation.rest ?? {};
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name])),
    app.url,
  );
  const fields = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`));
  if (method === 'get')
    for (const [name, value] of fields) url.searchParams.set(name, String(value));
  const answer = await fetch(url, {
    method: method.toUpperCase(),
    headers: { ...browser, ...headers, ...(method === 'get' || method === 'delete' ? {} : json) },
    ...(method === 'get' || method === 'delete'
      ? {}
      : { body: JSON.stringify(Object.fromEntries(fields)) }),
  });
  const text = await answer.text();
  expect([operation.path, answer.status, answer.status === status ? '' : text]).toEqual([
    operation.path,
    status === 200 && text === '' ? 204 : status,
    '',
  ]);
  return answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;
}
const { auth, datasets, usage, admin } = operations;

async function signUp(email: string): Promise<Person> {
  const password = 'rows of beans 7';
  const { access_token: token } = tokens.parse(
    await ask(auth.register, { email, password, full_name: 'Some Body' }, {}),
  );
  await app.core.deliverMail();
  return { email, password, headers: bearer(token) };
}
const logIn = async ({ email, password }: Person, secret = password): Promise<Headers> =>
  bearer(tokens.parse(await ask(auth.login, { email, password: secret }, {})).access_token);

const needsFactor = z.object({ code: z.literal('second_factor_required'), ticket: z.string() });

/**
 * Everything that somebody does with second factors, those removed again; answers what nobody else
 * may read.
 */
async function useSecondFactors(
  { email }: Pick<Person, 'email'>,
  password: string,
  own: Headers,
): Promise<string[]> {
  const { secret } = auth.startTotp.output.parse(await ask(auth.startTotp, {}, own));
  const code = (step: number): string => totpCode(secret, step, app.clock.now());
  const first =
    auth.confirmTotp.output.parse(await ask(auth.confirmTotp, { code: code(-1) }, own))
      .recovery_codes ?? [];
  const passwordStep = async () =>
    needsFactor.parse(await ask(auth.login, { email, password }, {}, 401)).ticket;
  const tickets = [await passwordStep(), await passwordStep(), await passwordStep()];
  const [byCode, byRecovery, byPasskey] = tickets;
  // The code that confirmed the app is used up.
  await ask(auth.completeLogin, { ticket: byCode, code: code(-1) }, {}, 401);
  await ask(auth.completeLogin, { ticket: byCode, code: code(0) }, {});
  const { recovery_codes: codes } = auth.remakeRecoveryCodes.output.parse(
    await ask(auth.remakeRecoveryCodes, {}, own),
  );
  await ask(auth.completeLogin, { ticket: byRecovery, recovery_code: first[0] }, {}, 401);
  await ask(auth.completeLogin, { ticket: byRecovery, recovery_code: codes[0] }, {});

  const device = createTestAuthenticator();
  const origin = app.url.replace('127.0.0.1', 'localhost');
  const made = device.create(
    auth.startPasskey.output.parse(await ask(auth.startPasskey, {}, own)),
    origin,
  );
  const { passkey } = auth.addPasskey.output.parse(
    await ask(auth.addPasskey, { name: 'Laptop', passkey: made }, own),
  );
  const asked = auth.startPasskeyLogin.output.parse(
    await ask(auth.startPasskeyLogin, { ticket: byPasskey }, {}),
  );
  await ask(auth.completeLogin, { ticket: byPasskey, passkey: device.get(asked, origin) }, {});
  const confirm = async (status?: number) => {
    const options = auth.startPasskeyConfirmation.output.parse(
      await ask(auth.startPasskeyConfirmation, {}, own),
    );
    await ask(auth.confirmWithPasskey, { passkey: device.get(options, origin) }, own, status);
  };
  // Without the PIN or the finger of its owner.
  device.verifies = false;
  await confirm(403);
  device.verifies = true;
  await confirm();
  await ask(auth.removeTotp, {}, own);
  await ask(auth.removePasskey, { id: passkey.id }, own);
  return [secret, ...first, ...codes, ...tickets, made.id, made.response.attestationObject];
}

test('the life of an account, as the log of the administrator and the activity of its owner tell it', async () => {
  const ada = await signUp('ada@columnist.example');
  await ask(auth.verifyMyEmail, { token: app.mail.lastTokenTo(ada.email) }, ada.headers);
  const root = await signUp('root@columnist.example');
  await ask(
    auth.verifyEmail,
    { token: app.mail.lastTokenTo(root.email), password: 'a guess of mine' },
    {},
    403,
  );
  await ask(
    auth.verifyEmail,
    { token: app.mail.lastTokenTo(root.email), password: root.password },
    {},
  );
  const rootHeaders = await logIn(root);
  await ask(admin.setUp, { token: 'a guess of mine' }, rootHeaders, 403);
  await ask(admin.setUp, { token: (await app.core.offerSetup()) ?? '' }, rootHeaders);

  // Sign-in and account.
  await ask(auth.login, { email: ada.email, password: 'a guess of mine' }, {}, 401);
  await ask(
    auth.login,
    { email: 'nobody@columnist.example', password: 'a guess of mine' },
    {},
    401,
  );
  let own = await logIn(ada);
  await ask(auth.updateMe, { full_name: 'Ada Lovelace' }, own);
  // Five minutes after the log-in a session asks for the password again.
  await app.core.orm.em
    .fork()
    .execute(
      'update session set confirmed_at = null where user_id = (select id from user_account where email_key = ?)',
      [ada.email],
    );
  await ask(auth.updateMe, { password: 'rows of beans 8' }, own, 403);
  await ask(auth.verifyPassword, { password: 'a guess of mine' }, own, 403);
  await ask(auth.verifyPassword, { password: ada.password }, own);
  await ask(auth.updateMe, { password: 'rows of beans 8' }, own);
  await ask(auth.forgotPassword, { email: ada.email }, {});
  await app.core.deliverMail();
  await ask(
    auth.resetPassword,
    { token: app.mail.lastTokenTo(ada.email), password: 'rows of beans 9' },
    {},
  );
  own = await logIn(ada, 'rows of beans 9');
  await logIn(ada, 'rows of beans 9');
  const sessions = z
    .object({ items: z.array(z.object({ id: z.string(), current: z.boolean() })) })
    .parse(await ask(auth.sessions, {}, own));
  await ask(auth.revokeSession, { id: sessions.items.find(({ current }) => !current)?.id }, own);
  const factorSecrets = await useSecondFactors(ada, 'rows of beans 9', own);
  await ask(auth.revokeOtherSessions, {}, own);

  // Keys, agents, plan.
  const { api_key: key } = z
    .object({ api_key: z.string() })
    .parse(await ask(auth.regenerateApiKey, {}, own));
  await ask(
    auth.limitApiKey,
    { scopes: ['read', 'analyse'], dataset_ids: null, aggregates_only: true, expires_at: null },
    own,
  );
  const nightly = auth.createApiKey.output.parse(
    await ask(
      auth.createApiKey,
      { name: 'Nightly report', scopes: ['read', 'rows'], expires_in_days: 30 },
      own,
    ),
  );
  await ask(
    auth.createApiKey,
    { name: 'Child', scopes: ['read'] },
    { 'API-Key': nightly.api_key },
    403,
  );
  await ask(auth.revokeApiKey, { id: nightly.key.id }, own);
  const actor = await app.core.authenticate({ authorization: own['Authorization'] });
  const agent = (id: string) =>
    grantAgent(
      app.core.contextFor({
        actor,
        signal: new AbortController().signal,
        requestId: '',
        address: '127.0.0.1',
        userAgent: '',
        door: 'browser',
      }),
      {
        id,
        clientId: 'c',
        clientName: 'Claude',
        redirectHost: 'this computer',
        scopes: ['read'],
        datasetIds: null,
        aggregatesOnly: false,
      },
    );
  await agent('grant-1');
  await ask(auth.revokeAgent, { id: 'grant-1' }, own);
  await agent('grant-2');
  await app.core.forgetGrant('grant-2');
  const checkout = z
    .object({ checkout_session_id: z.string() })
    .parse(
      await ask(
        usage.createCheckoutSession,
        { success_url: `${app.url}/app/subscription`, cancel_url: `${app.url}/app/subscription` },
        own,
      ),
    );
  const begun = stripe.state.kept.checkouts.find(({ id }) => id === checkout.checkout_session_id);
  stripe.state.pay(begun ?? expect.fail());
  await ask(usage.cancelSubscription, {}, own);
  await ask(usage.resumeSubscription, {}, own);
  await ask(usage.billingPortal, {}, own);

  // Data and sharing.
  const csv = (row: string) =>
    `mass,kind,note\n${Array.from({ length: 40 }, (_, i) => `${3000 + 37 * i},${['gentoo', 'chinstrap'][i % 2]},plain`).join('\n')}\n${row}\n`;
  const form = (content: string) => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'birds.csv');
    return body;
  };
  const { id } = withId.parse(
    await (
      await fetch(`${app.url}/api/v1/datasets`, {
        method: 'POST',
        headers: { ...own },
        body: form(csv('4000,gentoo,one,two,three')),
      })
    ).json(),
  );
  expect(
    (
      await fetch(`${app.url}/api/v1/datasets/${id}/versions`, {
        method: 'POST',
        headers: { ...own },
        body: form(csv('4000,gentoo,one,two')),
      })
    ).status,
  ).toBe(201);
  await ask(datasets.deleteVersion, { id, version: 1 }, own);
  await ask(datasets.repairs, { id }, own);
  await ask(datasets.download, { id }, own);
  await ask(datasets.export, { id }, own);
  await ask(datasets.export, { id }, { 'API-Key': key }, 403);
  await ask(datasets.file, { id, format: 'tsv' }, own);
  const shared = withId.parse(
    await ask(datasets.share, exampleInputs(id)['datasets.share'] ?? {}, own),
  );
  await ask(datasets.renewShare, { id, share_id: shared.id }, own);
  await ask(datasets.revokeShare, { id, share_id: shared.id }, own);
  await ask(datasets.delete, { id }, own);
  await ask(datasets.restore, { id }, own);
  await ask(auth.exportData, {}, own);

  // What an administrator does.
  const person = z
    .object({ items: z.array(withId) })
    .parse(await ask(admin.users, { q: ada.email }, rootHeaders)).items[0]?.id;
  const [role] = z.array(withId).parse(await ask(admin.roles, {}, rootHeaders));
  await ask(admin.assignRole, { user_id: person, role_id: role?.id }, rootHeaders);
  await ask(admin.removeRole, { user_id: person, role_id: role?.id }, rootHeaders);
  await ask(admin.grantPro, { id: person, until: '2027-01-01T00:00:00.000Z' }, rootHeaders);
  await ask(admin.raiseFileSize, { id: person, megabytes: 2048 }, rootHeaders);
  await grantPro(
    app.core.orm.em.fork(),
    ada.email,
    new Date('2027-02-01T00:00:00.000Z'),
    app.clock,
  );
  await ask(admin.setActive, { id: person, is_active: false }, rootHeaders);
  await ask(admin.setActive, { id: person, is_active: true }, rootHeaders);
  await ask(admin.exportAudit, { kind: 'administration' }, rootHeaders);
  own = await logIn(ada, 'rows of beans 9');

  // Everything of Ada's, oldest first, as she sees it.
  const activity = z
    .object({
      items: z.array(
        z.object({
          action: z.string(),
          outcome: z.string(),
          by: z.string(),
          address: z.string().nullable(),
          device: z.string().nullable(),
          target: z.string().nullable(),
        }),
      ),
      total: z.int(),
    })
    .parse(await ask(auth.listActivity, { limit: 200 }, own));
  const here =
    (outcome: string, target: string | null = null) =>
    (action: string) => ({
      action,
      outcome,
      by: 'you',
      address: '127.0.0.1',
      device: 'Chrome on Linux',
      target,
    });
  const [did, denied] = [here('done'), here('denied')];
  const byAdmin = (action: string) => ({
    action,
    outcome: 'done',
    by: 'administrator',
    address: null,
    device: null,
    target: ada.email,
  });
  const byServer = (action: string, by: string, target: string) => ({
    action,
    outcome: 'done',
    by,
    address: null,
    device: null,
    target,
  });
  const stranger = (action: string, outcome = 'denied') => ({
    action,
    outcome,
    by: 'somebody',
    address: '127.0.0.1',
    device: null,
    target: null,
  });
  const birds = here('done', 'birds.csv');
  expect(activity.items.toReversed()).toEqual([
    did('auth.register'),
    did('auth.verifyMyEmail'),
    stranger('auth.login'),
    did('auth.login'),
    did('auth.updateMe'),
    denied('auth.updateMe'),
    denied('auth.verifyPassword'),
    did('auth.verifyPassword'),
    did('auth.changePassword'),
    stranger('auth.forgotPassword', 'done'),
    did('auth.resetPassword'),
    did('auth.login'),
    did('auth.login'),
    here('done', 'Chrome on Linux, 127.0.0.1')('auth.revokeSession'),
    did('auth.confirmTotp'),
    ...Array.from({ length: 3 }, () => stranger('auth.askSecondFactor', 'done')),
    stranger('auth.completeLogin'),
    did('auth.completeLogin'),
    did('auth.remakeRecoveryCodes'),
    stranger('auth.completeLogin'),
    did('auth.completeLogin'),
    here('done', 'Laptop')('auth.addPasskey'),
    did('auth.completeLogin'),
    denied('auth.confirmWithPasskey'),
    did('auth.confirmWithPasskey'),
    did('auth.removeTotp'),
    here('done', 'Laptop')('auth.removePasskey'),
    did('auth.revokeOtherSessions'),
    here('done', `…${key.slice(-4)}`)('auth.regenerateApiKey'),
    did('auth.limitApiKey'),
    here('done', 'Nightly report')('auth.createApiKey'),
    { ...denied('auth.createApiKey'), by: 'key' },
    here('done', 'Nightly report')('auth.revokeApiKey'),
    { ...here('done', 'Claude')('auth.grantAgent'), device: null },
    here('done', 'Claude')('auth.revokeAgent'),
    { ...here('done', 'Claude')('auth.grantAgent'), device: null },
    byServer('auth.endAgent', 'agent', 'Claude'),
    did('usage.createCheckoutSession'),
    byServer('usage.planChanged', 'server', ada.email),
    byServer('usage.planChanged', 'server', ada.email),
    here('done', ada.email)('usage.cancelSubscription'),
    byServer('usage.planChanged', 'server', ada.email),
    here('done', ada.email)('usage.resumeSubscription'),
    did('usage.billingPortal'),
    birds('datasets.deleteVersion'),
    birds('datasets.repairs'),
    birds('datasets.download'),
    birds('datasets.export'),
    { ...denied('datasets.export'), by: 'key' },
    birds('datasets.file'),
    birds('datasets.share'),
    birds('datasets.renewShare'),
    birds('datasets.revokeShare'),
    birds('datasets.delete'),
    birds('datasets.restore'),
    did('auth.exportData'),
    byAdmin('admin.assignRole'),
    byAdmin('admin.removeRole'),
    byAdmin('admin.grantPro'),
    byAdmin('admin.raiseFileSize'),
    byAdmin('admin.grantPro'),
    byAdmin('admin.deactivate'),
    byAdmin('admin.activate'),
    did('auth.login'),
  ]);
  expect(activity.total).toBe(activity.items.length);

  // The end of the account is in the log, which keeps it.
  await ask(auth.logout, {}, own);
  own = await logIn(ada, 'rows of beans 9');
  await ask(auth.deleteAccount, { email: ada.email, password: 'a guess of mine' }, own, 403);
  await ask(auth.deleteAccount, { email: ada.email, password: 'rows of beans 9' }, own);
  const log = page.parse(await ask(admin.audit, { limit: 200 }, rootHeaders));
  expect(
    log.items
      .slice(0, 4)
      .map(({ action, outcome, actor_email: who, about }) => [action, outcome, who, about]),
  ).toEqual([
    ['auth.deleteAccount', 'done', ada.email, ada.email],
    ['auth.deleteAccount', 'denied', ada.email, ada.email],
    ['auth.login', 'done', ada.email, ada.email],
    ['auth.logout', 'done', ada.email, ada.email],
  ]);

  // Who proved the account theirs, with which factor, and what came of it.
  const isOf =
    (...acts: readonly Operation[]) =>
    ({ action }: { readonly action: string }): boolean =>
      acts.some(({ path }) => path === action);
  const {
    completeLogin,
    confirmTotp,
    removeTotp,
    addPasskey,
    removePasskey,
    remakeRecoveryCodes,
    confirmWithPasskey,
    createApiKey,
    revokeApiKey,
  } = auth;
  const session = {
    outcome: 'done',
    actor_email: ada.email,
    about: ada.email,
    target: null,
    via: 'session',
    address: '127.0.0.1',
    device: 'Chrome on Linux',
  };
  const signedIn = { ...session, action: 'auth.completeLogin', via: null };
  const failed = { ...signedIn, outcome: 'denied', actor_email: null };
  const change = (what: string) => ({ details: { change: what } });
  expect(
    log.items
      .toReversed()
      .filter(
        (line) =>
          line.action === 'auth.askSecondFactor' ||
          isOf(
            completeLogin,
            confirmTotp,
            removeTotp,
            addPasskey,
            removePasskey,
            remakeRecoveryCodes,
            confirmWithPasskey,
            createApiKey,
            revokeApiKey,
          )(line),
      )
      .map(({ id: _id, ...line }) => line),
  ).toEqual([
    { ...session, action: 'auth.confirmTotp', ...change('totp_added') },
    ...Array.from({ length: 3 }, () => ({
      ...failed,
      action: 'auth.askSecondFactor',
      outcome: 'done',
      details: {},
    })),
    {
      ...failed,
      details: {
        factor: 'totp',
        code: 'second_factor_failed',
        reason: 'This code is not right. Codes change every 30 seconds, and each works once.',
      },
    },
    { ...signedIn, details: { factor: 'totp' } },
    { ...session, action: 'auth.remakeRecoveryCodes', ...change('recovery_codes_made') },
    {
      ...failed,
      details: {
        factor: 'recovery_code',
        code: 'second_factor_failed',
        reason: 'This recovery code is not right, or was used before.',
      },
    },
    { ...signedIn, details: { factor: 'recovery_code' } },
    { ...session, action: 'auth.addPasskey', target: 'Laptop', ...change('passkey_added') },
    { ...signedIn, details: { factor: 'passkey' } },
    {
      ...session,
      action: 'auth.confirmWithPasskey',
      outcome: 'denied',
      details: { code: 'forbidden', reason: 'This passkey does not ask who has it.' },
    },
    { ...session, action: 'auth.confirmWithPasskey', details: {} },
    { ...session, action: 'auth.removeTotp', ...change('totp_removed') },
    { ...session, action: 'auth.removePasskey', target: 'Laptop', ...change('passkey_removed') },
    {
      ...session,
      action: 'auth.createApiKey',
      target: 'Nightly report',
      details: {
        scopes: 'read rows',
        datasets: 'all',
        rows: 'as the scopes say',
        ends: nightly.key.expires_at,
      },
    },
    {
      ...session,
      action: 'auth.createApiKey',
      outcome: 'denied',
      via: 'api-key',
      details: {
        code: 'forbidden',
        reason: 'This call needs a signed-in session; an API key or agent token cannot make it.',
        key: 'Nightly report',
      },
    },
    { ...session, action: 'auth.revokeApiKey', target: 'Nightly report', details: {} },
  ]);

  // Every operation that is to be written was seen done here, under its own name or the one that
  // its service gives it.
  const variants: Readonly<Record<string, string>> = { 'admin.setActive': 'admin.deactivate' };
  const seen = new Set(
    log.items.filter(({ outcome }) => outcome === 'done').map(({ action }) => action),
  );
  expect(
    allOperations
      .filter(
        (operation) =>
          isWritten(operation) && !seen.has(variants[operation.path] ?? operation.path),
      )
      .map(({ path }) => path),
  ).toEqual([]);

  // No secret and nothing of a file is in it.
  const everything = JSON.stringify(
    await app.core.orm.em.fork().execute('select * from audit_entry'),
  );
  for (const secret of [
    'rows of beans',
    'a guess of mine',
    key,
    app.mail.lastTokenTo(ada.email),
    'gentoo',
    'nobody@columnist.example',
    nightly.api_key,
    ...factorSecrets,
  ])
    expect(everything).not.toContain(secret);
  expect(await ask(admin.checkAudit, {}, rootHeaders)).toMatchObject({
    first: 1,
    unsealed: 0,
    problem: null,
    next_cursor: null,
    end: expect.stringMatching(/^\d+:[\w-]{43}$/),
  });

  // Filters.
  const actions = async (input: Record<string, string>) =>
    page
      .parse(await ask(admin.audit, { limit: 200, ...input }, rootHeaders))
      .items.map(({ action, outcome }) => `${action} ${outcome}`);
  expect(await actions({ person: 'ADA@columnist.example', kind: 'keys' })).toEqual([
    'auth.revokeApiKey done',
    'auth.createApiKey denied',
    'auth.createApiKey done',
    'auth.limitApiKey done',
    'auth.regenerateApiKey done',
  ]);
  expect(await actions({ kind: 'sign_in', outcome: 'denied' })).toEqual([
    'auth.confirmWithPasskey denied',
    'auth.completeLogin denied',
    'auth.completeLogin denied',
    'auth.verifyPassword denied',
    'auth.login denied',
    'auth.login denied',
  ]);
  expect(await actions({ address: 'this machine' })).toEqual(['admin.grantPro done']);
  expect(await actions({ q: 'SETUP' })).toEqual(['admin.setUp done', 'admin.setUp denied']);
  expect(await actions({ to: app.clock.now().toISOString() })).toEqual([]);
  expect((await actions({ from: app.clock.now().toISOString() })).length).toBe(log.items.length);
});

test('a refusal is written once, by whichever door it comes', async () => {
  const user = await app.createTestUser();
  await ask(admin.stats, {}, { 'API-Key': user.apiKey ?? '' }, 403);
  await fetch(`${app.url}/trpc/admin.stats`, { headers: { 'API-Key': user.apiKey ?? '' } });
  const { items } = z
    .object({
      items: z.array(
        z.object({
          action: z.string(),
          outcome: z.string(),
          via: z.string(),
          details: z.record(z.string(), z.string()),
        }),
      ),
    })
    .parse(await ask(auth.listActivity, { limit: 10 }, bearer(user.accessToken)));
  const refused = {
    action: 'admin.stats',
    outcome: 'denied',
    via: 'api-key',
    details: {
      code: 'forbidden',
      reason: 'This call needs a signed-in session; an API key or agent token cannot make it.',
      key: 'of the account',
    },
  };
  expect(items).toEqual([refused, refused]);
});

test('the activity as CSV, whole, safe to open in a spreadsheet', async () => {
  const user = await app.createTestUser({ email: 'csv@columnist.example' });
  const own = bearer(user.accessToken);
  const form = new FormData();
  form.append('file', new Blob(['a,b\n1,2\n']), '=cmd, "one".csv');
  const made = await fetch(`${app.url}/api/v1/datasets`, {
    method: 'POST',
    headers: { ...own },
    body: form,
  });
  const { id } = withId.parse(await made.json());
  await ask(datasets.download, { id }, own);
  await fetch(new URL('/api/v1/auth/login', app.url), {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: user.email, password: 'a guess of mine' }),
  });
  const { key } = auth.createApiKey.output.parse(
    await ask(
      auth.createApiKey,
      { name: '+Nightly', scopes: ['read', 'analyse'], dataset_ids: [id], aggregates_only: true },
      own,
    ),
  );
  await ask(auth.revokeApiKey, { id: key.id }, own);
  await useSecondFactors(user, user.password, own);
  const at = app.clock.now().toISOString();
  const [, day, time] =
    /, 0?(\d+ \w+ \d+) (\d\d:\d\d)/.exec(
      new Date(app.clock.now().getTime() + 90 * 86_400_000).toUTCString(),
    ) ?? [];
  const ended = `${day}, ${time} UTC`;
  const [you, somebody] = ['You,127.0.0.1,Chrome on Linux', 'Somebody not signed in,127.0.0.1,'];
  const head = 'when,kind,what,outcome,by,address,device,about,details,action';
  const keyLines = [
    `${at},API keys,Named API key revoked,done,${you},'+Nightly,,auth.revokeApiKey`,
    `${at},API keys,New named API key,done,${you},'+Nightly,"May list datasets and their columns, compute statistics; 1 dataset; no single rows; until ${ended}",auth.createApiKey`,
  ];
  expect(await ask(auth.exportActivity, {}, own)).toBe(
    [
      head,
      `${at},Account,Passkey removed,done,${you},Laptop,,auth.removePasskey`,
      `${at},Account,Authenticator app removed,done,${you},,,auth.removeTotp`,
      `${at},Sign-in,Confirmation with a passkey,done,${you},,,auth.confirmWithPasskey`,
      `${at},Sign-in,Confirmation with a passkey,denied,${you},,This passkey does not ask who has it.,auth.confirmWithPasskey`,
      `${at},Sign-in,Log-in with a second factor,done,${you},,With a passkey,auth.completeLogin`,
      `${at},Account,Passkey added,done,${you},Laptop,,auth.addPasskey`,
      `${at},Sign-in,Log-in with a second factor,done,${you},,With a recovery code,auth.completeLogin`,
      `${at},Sign-in,Log-in with a second factor,denied,${somebody},,"With a recovery code. This recovery code is not right, or was used before.",auth.completeLogin`,
      `${at},Account,New recovery codes,done,${you},,,auth.remakeRecoveryCodes`,
      `${at},Sign-in,Log-in with a second factor,done,${you},,With a code from the authenticator app,auth.completeLogin`,
      `${at},Sign-in,Log-in with a second factor,denied,${somebody},,"With a code from the authenticator app. This code is not right. Codes change every 30 seconds, and each works once.",auth.completeLogin`,
      ...Array.from(
        { length: 3 },
        () =>
          `${at},Sign-in,Password accepted and second factor asked,done,${somebody},,,auth.askSecondFactor`,
      ),
      `${at},Account,Authenticator app added,done,${you},,,auth.confirmTotp`,
      ...keyLines,
      `${at},Sign-in,Log-in,denied,${somebody},,Incorrect email or password,auth.login`,
      `${at},Data,Download of a file,done,${you},"'=cmd, ""one"".csv",,datasets.download`,
      '',
    ].join('\r\n'),
  );
  expect(await ask(auth.exportActivity, { kind: 'keys' }, own)).toBe(
    [head, ...keyLines, ''].join('\r\n'),
  );
});
