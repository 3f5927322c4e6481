import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

let app: TestApp;
let secure: TestApp;
beforeAll(async () => {
  [app, secure] = await Promise.all([
    createTestApp(),
    createTestApp({ publicUrl: 'https://columnist.example' }),
  ]);
});
afterAll(() => Promise.all([app.close(), secure.close()]));

const pair = z.object({ access_token: z.string(), refresh_token: z.string() });
const inTrpc = z
  .object({ result: z.object({ data: pair }) })
  .transform(({ result }) => result.data);
const password = 'rows of beans 7';
const asJson = { 'Content-Type': 'application/json' };
/** What browsers send along with a POST of a page of ours. */
const browser = (): Record<string, string> => ({
  Origin: app.url,
  'Sec-Fetch-Site': 'same-origin',
});

const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  at = app,
): Promise<Response> =>
  fetch(at.url + path, {
    method: 'POST',
    headers: { ...asJson, ...headers },
    body: JSON.stringify(body),
  });
const register = (headers: Record<string, string>, at = app) =>
  post(
    '/api/v1/auth/register',
    { email: `${randomUUID()}@example.com`, password, full_name: 'No Body' },
    headers,
    at,
  );
const cookieOf = (response: Response): string =>
  response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const attributesOf = (response: Response): string[] =>
  (response.headers.getSetCookie()[0] ?? '')
    .split('; ')
    .slice(1)
    .map((part) => part.replace(/^Expires=.*/, 'Expires'));
const refresh = (token: string, headers: Record<string, string> = {}) =>
  post('/api/v1/auth/refresh', { refresh_token: token }, headers);
const end = {
  status: 401,
  body: { code: 'unauthenticated', detail: 'The session has ended. Log in again.' },
};
const shown = async (response: Response) => ({
  status: response.status,
  body: await response.json(),
});

test('a browser gets a cookie that no script and no other site can use, and a program gets none', async () => {
  const answer = await register(browser());
  const { port } = new URL(app.url);
  expect(cookieOf(answer)).toMatch(new RegExp(`^columnist-session-${port}=[\\w-]{43}$`));
  expect(attributesOf(answer)).toEqual(['Path=/api', 'Expires', 'HttpOnly', 'SameSite=Strict']);
  for (const headers of [
    { Origin: 'https://columnist.example' },
    { 'Sec-Fetch-Site': 'same-origin' },
  ]) {
    const overTls = await register(headers, secure);
    expect(cookieOf(overTls)).toMatch(/^__Secure-columnist-session=[\w-]{43}$/);
    expect(attributesOf(overTls)).toEqual([
      'Path=/api',
      'Expires',
      'HttpOnly',
      'Secure',
      'SameSite=Strict',
    ]);
  }
  const program = await register({});
  expect(program.headers.getSetCookie()).toEqual([]);
  const { refresh_token: token } = pair.parse(await program.json());
  const next = await refresh(token);
  expect([next.status, next.headers.getSetCookie()]).toEqual([200, []]);
});

describe.each([
  ['REST', '/api/v1/auth/login', (json: unknown) => pair.parse(json), '/api/v1/auth/logout'],
  ['tRPC', '/trpc/auth.login', (json: unknown) => inTrpc.parse(json), '/trpc/auth.logout'],
])('a session that a browser opened by %s', (_door, loginPath, read, logoutPath) => {
  const signIn = async () => {
    const email = `${randomUUID()}@example.com`;
    await post('/api/v1/auth/register', { email, password, full_name: 'No Body' });
    const answer = await post(loginPath, { email, password }, browser());
    return { cookie: cookieOf(answer), ...read(await answer.json()) };
  };

  test('is refreshed with its cookie alone, among others', async () => {
    const { cookie, refresh_token: token } = await signIn();
    expect(await shown(await refresh(token))).toMatchObject(end);
    expect(await shown(await refresh(token, browser()))).toMatchObject(end);
    expect(
      await shown(await refresh(token, { ...browser(), Cookie: 'columnist-session=x; other=1' })),
    ).toMatchObject(end);
    const answer = await refresh(token, {
      ...browser(),
      Cookie: `theme=dark; ${cookie}; other="a=b"`,
    });
    expect(answer.status).toBe(200);
    expect(pair.parse(await answer.json()).refresh_token).not.toBe(token);
  });

  test('ends where its token comes with a cookie that is not its own', async () => {
    const [victim, thief] = [await signIn(), await signIn()];
    expect(
      await shown(await refresh(victim.refresh_token, { Cookie: thief.cookie })),
    ).toMatchObject(end);
    expect(
      await shown(await refresh(victim.refresh_token, { Cookie: victim.cookie })),
    ).toMatchObject(end);
    expect((await refresh(thief.refresh_token, { Cookie: thief.cookie })).status).toBe(200);
  });

  test('loses its cookie at logout', async () => {
    const { access_token: access } = await signIn();
    const answer = await post(logoutPath, {}, { ...browser(), Authorization: `Bearer ${access}` });
    expect([answer.ok, cookieOf(answer), answer.headers.getSetCookie()[0]]).toEqual([
      true,
      expect.stringMatching(/^columnist-session-\d+=$/),
      expect.stringContaining('Expires=Thu, 01 Jan 1970'),
    ]);
  });
});

test('a reset of the password takes the cookie of the browser that asks', async () => {
  const user = await app.createTestUser();
  await post('/api/v1/auth/forgot-password', { email: user.email });
  await app.core.deliverMail();
  const answer = await post(
    '/api/v1/auth/reset-password',
    { token: app.mail.lastTokenTo(user.email), password: 'another one of beans' },
    browser(),
  );
  expect([answer.status, answer.headers.getSetCookie()[0]]).toEqual([
    200,
    expect.stringContaining('Expires=Thu, 01 Jan 1970'),
  ]);
});

test('by itself the cookie is no credential', async () => {
  const cookie = cookieOf(await register(browser()));
  expect(
    (await fetch(`${app.url}/api/v1/auth/me`, { headers: { ...browser(), Cookie: cookie } }))
      .status,
  ).toBe(401);
  expect((await post('/api/v1/auth/refresh', {}, { ...browser(), Cookie: cookie })).status).toBe(
    422,
  );
});
