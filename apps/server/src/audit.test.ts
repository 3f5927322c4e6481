import { actOf, allOperations, exampleInputs, operations, type Operation } from '@columnist/contract';
import { grantAgent, grantPro, stripePayments } from '@columnist/core';
import { createStripeSandbox, type StripeSandbox } from '@columnist/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

const isWritten = ({ audit }: Operation): boolean => audit !== undefined && !('not' in audit);
const named = (list: readonly Operation[]) => list.map((operation): [string, Operation] => [operation.path, operation]);

describe('what is written is a fact of every operation', () => {
  test.each(named(allOperations.filter(({ kind, rest }) => kind === 'mutation' || rest?.answer === 'file')))('%s, which changes something or hands out a file', (path, { audit }) => {
    // It says how the log names it, or why it is not in the log.
    if (audit !== undefined && 'not' in audit) expect(audit.not.length).toBeGreaterThan(40);
    else expect(audit).toEqual({ kind: actOf(path).kind, said: expect.stringMatching(/^[A-Z].{4,60}[^.]$/) });
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
const page = z.object({ items: z.array(z.object({ id: z.string(), action: z.string(), outcome: z.enum(['done', 'denied']), actor_email: z.string().nullable(), about: z.string().nullable(), target: z.string().nullable(), via: z.string().nullable(), address: z.string(), device: z.string(), details: z.record(z.string(), z.string()) })), next_cursor: z.string().nullable() });
const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' };

let app: TestApp;
let stripe: StripeSandbox;
beforeAll(async () => {
  stripe = await createStripeSandbox({ publicUrl: 'http://localhost:3000', clock: () => Math.floor(app.clock.now().getTime() / 1000) });
  const { secretKey, publishableKey, webhookSecret, priceId, port } = stripe;
  app = await createTestApp({}, stripePayments({ secretKey, publishableKey, webhookSecret, priceId, sandboxPort: port }));
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

/** By REST, as people and programs ask. */
async function ask(operation: Operation, input: Readonly<Record<string, unknown>>, headers: Headers, status = operation.rest?.status ?? 200): Promise<unknown> {
  const { method = 'get', path = '' } = operation.rest ?? {};
  const url = new URL(path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name])), app.url);
  const fields = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`));
  if (method === 'get') for (const [name, value] of fields) url.searchParams.set(name, String(value));
  const answer = await fetch(url, { method: method.toUpperCase(), headers: { ...browser, ...headers, ...(method === 'get' || method === 'delete' ? {} : json) }, ...(method === 'get' || method === 'delete' ? {} : { body: JSON.stringify(Object.fromEntries(fields)) }) });
  const text = await answer.text();
  expect([operation.path, answer.status, answer.status === status ? '' : text]).toEqual([operation.path, status === 200 && text === '' ? 204 : status, '']);
  return answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;
}
const { auth, datasets, usage, admin } = operations;

async function signUp(email: string): Promise<Person> {
  const password = 'rows of beans 7';
  const { access_token: token } = tokens.parse(await ask(auth.register, { email, password, full_name: 'Some Body' }, {}));
  await app.core.deliverMail();
  return { email, password, headers: bearer(token) };
}
const logIn = async ({ email, password }: Person, secret = password): Promise<Headers> => bearer(tokens.parse(await ask(auth.login, { email, password: secret }, {})).access_token);

test('the life of an account, as the log of the administrator and the activity of its owner tell it', async () => {
  const ada = await signUp('ada@columnist.example');
  await ask(auth.verifyMyEmail, { token: app.mail.lastTokenTo(ada.email) }, ada.headers);
  const root = await signUp('root@columnist.example');
  await ask(auth.verifyEmail, { token: app.mail.lastTokenTo(root.email), password: 'a guess of mine' }, {}, 403);
  await ask(auth.verifyEmail, { token: app.mail.lastTokenTo(root.email), password: root.password }, {});
  const rootHeaders = await logIn(root);
  await ask(admin.setUp, { token: 'a guess of mine' }, rootHeaders, 403);
  await ask(admin.setUp, { token: (await app.core.offerSetup()) ?? '' }, rootHeaders);

  // Sign-in and account.
  await ask(auth.login, { email: ada.email, password: 'a guess of mine' }, {}, 401);
  await ask(auth.login, { email: 'nobody@columnist.example', password: 'a guess of mine' }, {}, 401);
  let own = await logIn(ada);
  await ask(auth.updateMe, { full_name: 'Ada Lovelace' }, own);
  // Five minutes after the log-in a session asks for the password again.
  await app.core.orm.em.fork().execute('update session set confirmed_at = null where user_id = (select id from user_account where email_key = ?)', [ada.email]);
  await ask(auth.updateMe, { password: 'rows of beans 8' }, own, 403);
  await ask(auth.verifyPassword, { password: 'a guess of mine' }, own, 403);
  await ask(auth.verifyPassword, { password: ada.password }, own);
  await ask(auth.updateMe, { password: 'rows of beans 8' }, own);
  await ask(auth.forgotPassword, { email: ada.email }, {});
  await app.core.deliverMail();
  await ask(auth.resetPassword, { token: app.mail.lastTokenTo(ada.email), password: 'rows of beans 9' }, {});
  own = await logIn(ada, 'rows of beans 9');
  await logIn(ada, 'rows of beans 9');
  const sessions = z.object({ items: z.array(z.object({ id: z.string(), current: z.boolean() })) }).parse(await ask(auth.sessions, {}, own));
  await ask(auth.revokeSession, { id: sessions.items.find(({ current }) => !current)?.id }, own);
  await ask(auth.revokeOtherSessions, {}, own);

  // Keys, agents, plan.
  const { api_key: key } = z.object({ api_key: z.string() }).parse(await ask(auth.regenerateApiKey, {}, own));
  await ask(auth.limitApiKey, { scopes: ['read', 'analyse'], dataset_ids: null, aggregates_only: true, expires_at: null }, own);
  const actor = await app.core.authenticate({ authorization: own['Authorization'] });
  const agent = (id: string) => grantAgent(app.core.contextFor({ actor, signal: new AbortController().signal, requestId: '', address: '127.0.0.1', userAgent: '', door: 'browser' }), { id, clientId: 'c', clientName: 'Claude', redirectHost: 'this computer', scopes: ['read'], datasetIds: null, aggregatesOnly: false });
  await agent('grant-1');
  await ask(auth.revokeAgent, { id: 'grant-1' }, own);
  await agent('grant-2');
  await app.core.forgetGrant('grant-2');
  const checkout = z.object({ checkout_session_id: z.string() }).parse(await ask(usage.createCheckoutSession, { success_url: `${app.url}/app/subscription`, cancel_url: `${app.url}/app/subscription` }, own));
  const begun = stripe.state.kept.checkouts.find(({ id }) => id === checkout.checkout_session_id);
  stripe.state.pay(begun ?? expect.fail());
  await ask(usage.cancelSubscription, {}, own);
  await ask(usage.resumeSubscription, {}, own);
  await ask(usage.billingPortal, {}, own);

  // Data and sharing.
  const csv = (row: string) => `mass,kind,note\n${Array.from({ length: 40 }, (_, i) => `${3000 + 37 * i},${['gentoo', 'chinstrap'][i % 2]},plain`).join('\n')}\n${row}\n`;
  const form = (content: string) => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'birds.csv');
    return body;
  };
  const { id } = withId.parse(await (await fetch(`${app.url}/api/v1/datasets`, { method: 'POST', headers: { ...own }, body: form(csv('4000,gentoo,one,two,three')) })).json());
  expect((await fetch(`${app.url}/api/v1/datasets/${id}/versions`, { method: 'POST', headers: { ...own }, body: form(csv('4000,gentoo,one,two')) })).status).toBe(201);
  await ask(datasets.deleteVersion, { id, version: 1 }, own);
  await ask(datasets.repairs, { id }, own);
  await ask(datasets.download, { id }, own);
  await ask(datasets.export, { id }, own);
  await ask(datasets.export, { id }, { 'API-Key': key }, 403);
  const shared = withId.parse(await ask(datasets.share, exampleInputs(id)['datasets.share'] ?? {}, own));
  await ask(datasets.renewShare, { id, share_id: shared.id }, own);
  await ask(datasets.revokeShare, { id, share_id: shared.id }, own);
  await ask(datasets.delete, { id }, own);
  await ask(datasets.restore, { id }, own);
  await ask(auth.exportData, {}, own);

  // What an administrator does.
  const person = z.object({ items: z.array(withId) }).parse(await ask(admin.users, { q: ada.email }, rootHeaders)).items[0]?.id;
  const [role] = z.array(withId).parse(await ask(admin.roles, {}, rootHeaders));
  await ask(admin.assignRole, { user_id: person, role_id: role?.id }, rootHeaders);
  await ask(admin.removeRole, { user_id: person, role_id: role?.id }, rootHeaders);
  await ask(admin.grantPro, { id: person, until: '2027-01-01T00:00:00.000Z' }, rootHeaders);
  await grantPro(app.core.orm.em.fork(), ada.email, new Date('2027-02-01T00:00:00.000Z'), app.clock);
  await ask(admin.setActive, { id: person, is_active: false }, rootHeaders);
  await ask(admin.setActive, { id: person, is_active: true }, rootHeaders);
  await ask(admin.exportAudit, { kind: 'administration' }, rootHeaders);
  own = await logIn(ada, 'rows of beans 9');

  // Everything of Ada's, oldest first, as she sees it.
  const activity = z.object({ items: z.array(z.object({ action: z.string(), outcome: z.string(), by: z.string(), address: z.string().nullable(), device: z.string().nullable(), target: z.string().nullable() })), total: z.int() }).parse(await ask(auth.listActivity, { limit: 200 }, own));
  const here = (outcome: string, target: string | null = null) => (action: string) => ({ action, outcome, by: 'you', address: '127.0.0.1', device: 'Chrome on Linux', target });
  const [did, denied] = [here('done'), here('denied')];
  const byAdmin = (action: string) => ({ action, outcome: 'done', by: 'administrator', address: null, device: null, target: ada.email });
  const byServer = (action: string, by: string, target: string) => ({ action, outcome: 'done', by, address: null, device: null, target });
  const stranger = (action: string, outcome = 'denied') => ({ action, outcome, by: 'somebody', address: '127.0.0.1', device: null, target: null });
  const birds = here('done', 'birds.csv');
  expect(activity.items.toReversed()).toEqual([
    did('auth.register'), did('auth.verifyMyEmail'), stranger('auth.login'), did('auth.login'), did('auth.updateMe'), denied('auth.updateMe'), denied('auth.verifyPassword'), did('auth.verifyPassword'),
    did('auth.changePassword'), stranger('auth.forgotPassword', 'done'), did('auth.resetPassword'), did('auth.login'), did('auth.login'), here('done', 'Chrome on Linux, 127.0.0.1')('auth.revokeSession'), did('auth.revokeOtherSessions'),
    here('done', `…${key.slice(-4)}`)('auth.regenerateApiKey'), did('auth.limitApiKey'), { ...here('done', 'Claude')('auth.grantAgent'), device: null }, here('done', 'Claude')('auth.revokeAgent'), { ...here('done', 'Claude')('auth.grantAgent'), device: null }, byServer('auth.endAgent', 'agent', 'Claude'),
    did('usage.createCheckoutSession'), byServer('usage.planChanged', 'server', ada.email), byServer('usage.planChanged', 'server', ada.email), here('done', ada.email)('usage.cancelSubscription'), byServer('usage.planChanged', 'server', ada.email), here('done', ada.email)('usage.resumeSubscription'), did('usage.billingPortal'),
    birds('datasets.deleteVersion'), birds('datasets.repairs'), birds('datasets.download'), birds('datasets.export'), here('denied')('datasets.export'), birds('datasets.share'), birds('datasets.renewShare'), birds('datasets.revokeShare'), birds('datasets.delete'), birds('datasets.restore'), did('auth.exportData'),
    byAdmin('admin.assignRole'), byAdmin('admin.removeRole'), byAdmin('admin.grantPro'), byAdmin('admin.grantPro'), byAdmin('admin.deactivate'), byAdmin('admin.activate'), did('auth.login'),
  ]);
  expect(activity.total).toBe(activity.items.length);

  // The end of the account is in the log, which keeps it.
  await ask(auth.logout, {}, own);
  own = await logIn(ada, 'rows of beans 9');
  await ask(auth.deleteAccount, { email: ada.email, password: 'a guess of mine' }, own, 403);
  await ask(auth.deleteAccount, { email: ada.email, password: 'rows of beans 9' }, own);
  const log = page.parse(await ask(admin.audit, { limit: 200 }, rootHeaders));
  expect(log.items.slice(0, 4).map(({ action, outcome, actor_email: who, about }) => [action, outcome, who, about])).toEqual([
    ['auth.deleteAccount', 'done', ada.email, ada.email], ['auth.deleteAccount', 'denied', ada.email, ada.email], ['auth.login', 'done', ada.email, ada.email], ['auth.logout', 'done', ada.email, ada.email],
  ]);

  // Every operation that is to be written was seen done here, under its own name or the one that its service gives it.
  const variants: Readonly<Record<string, string>> = { 'admin.setActive': 'admin.deactivate' };
  const seen = new Set(log.items.filter(({ outcome }) => outcome === 'done').map(({ action }) => action));
  expect(allOperations.filter((operation) => isWritten(operation) && !seen.has(variants[operation.path] ?? operation.path)).map(({ path }) => path)).toEqual([]);

  // No secret and nothing of a file is in it.
  const everything = JSON.stringify(await app.core.orm.em.fork().execute('select * from audit_entry'));
  for (const secret of ['rows of beans', 'a guess of mine', key, app.mail.lastTokenTo(ada.email), 'gentoo', 'nobody@columnist.example']) expect(everything).not.toContain(secret);
  expect(await ask(admin.checkAudit, {}, rootHeaders)).toMatchObject({ first: 1, unsealed: 0, problem: null, next_cursor: null, end: expect.stringMatching(/^\d+:[\w-]{43}$/) });

  // Filters.
  const actions = async (input: Record<string, string>) => page.parse(await ask(admin.audit, { limit: 200, ...input }, rootHeaders)).items.map(({ action, outcome }) => `${action} ${outcome}`);
  expect(await actions({ person: 'ADA@columnist.example', kind: 'keys' })).toEqual(['auth.limitApiKey done', 'auth.regenerateApiKey done']);
  expect(await actions({ kind: 'sign_in', outcome: 'denied' })).toEqual(['auth.verifyPassword denied', 'auth.login denied', 'auth.login denied']);
  expect(await actions({ address: 'this machine' })).toEqual(['admin.grantPro done']);
  expect(await actions({ q: 'SETUP' })).toEqual(['admin.setUp done', 'admin.setUp denied']);
  expect(await actions({ to: app.clock.now().toISOString() })).toEqual([]);
  expect((await actions({ from: app.clock.now().toISOString() })).length).toBe(log.items.length);
});

test('a refusal is written once, by whichever door it comes', async () => {
  const user = await app.createTestUser();
  await ask(admin.stats, {}, { 'API-Key': user.apiKey ?? '' }, 403);
  await fetch(`${app.url}/trpc/admin.stats`, { headers: { 'API-Key': user.apiKey ?? '' } });
  const { items } = z.object({ items: z.array(z.object({ action: z.string(), outcome: z.string(), via: z.string(), details: z.record(z.string(), z.string()) })) }).parse(await ask(auth.listActivity, { limit: 10 }, bearer(user.accessToken)));
  const refused = { action: 'admin.stats', outcome: 'denied', via: 'api-key', details: { code: 'forbidden', reason: 'This call needs a signed-in session; an API key or agent token cannot make it.' } };
  expect(items).toEqual([refused, refused]);
});

test('the activity as CSV, whole, safe to open in a spreadsheet', async () => {
  const user = await app.createTestUser({ email: 'csv@columnist.example' });
  const own = bearer(user.accessToken);
  const form = new FormData();
  form.append('file', new Blob(['a,b\n1,2\n']), '=cmd, "one".csv');
  const made = await fetch(`${app.url}/api/v1/datasets`, { method: 'POST', headers: { ...own }, body: form });
  const { id } = withId.parse(await made.json());
  await ask(datasets.download, { id }, own);
  await fetch(new URL('/api/v1/auth/login', app.url), { method: 'POST', headers: json, body: JSON.stringify({ email: user.email, password: 'a guess of mine' }) });
  const at = app.clock.now().toISOString();
  expect(await ask(auth.exportActivity, {}, own)).toBe(
    [
      'when,kind,what,outcome,by,address,device,about,details,action',
      `${at},Sign-in,Log-in,denied,Somebody who was not signed in,127.0.0.1,,,code: invalid_credentials; reason: Incorrect email or password,auth.login`,
      `${at},Data,Download of a file,done,You,127.0.0.1,Chrome on Linux,"'=cmd, ""one"".csv",,datasets.download`,
      '',
    ].join('\r\n'),
  );
  expect(await ask(auth.exportActivity, { kind: 'keys' }, own)).toBe('when,kind,what,outcome,by,address,device,about,details,action\r\n');
});
