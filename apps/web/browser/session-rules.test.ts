import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { operationsIn, refuse } from './answers.ts';
import { openVisitor } from './columnist.ts';
import { logOut, signUp, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const visit = () => openVisitor(browser, columnist.url);
const tokens = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]);

/** Every time that one operation is asked for, with the token it was asked with. */
function asked(context: BrowserContext, call: string): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  context.on('request', (request) => {
    if (operationsIn(request).includes(call)) found.push(request.headers()['authorization']);
  });
  return found;
}

/** Goes to an address of the client as a link does. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('a bearer access token is attached to every request of somebody who is signed in [S7.3]', async () => {
  const { page, context } = await visit();
  const access = await signUp(page, 'bearer@example.com');
  const calls: Request[] = [];
  context.on('request', (request) => {
    if (/^\/(?:trpc|api)\//.test(new URL(request.url()).pathname)) calls.push(request);
  });
  await page.goto('/app/dashboard');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n3,5\n') });
  await page.getByRole('link', { name: 'a.csv' }).click();
  await page.getByRole('heading', { name: 'a.csv' }).waitFor();
  await page.goto('/app/subscription');
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await page.getByText('Verify your email address to upgrade.', { exact: true }).waitFor();
  const kinds = new Set(calls.map((request) => `${request.method()} ${request.resourceType()}`));
  expect([...kinds].toSorted()).toEqual(['GET fetch', 'POST fetch', 'POST xhr']);
  expect([...new Set(calls.map((request) => request.headers()['authorization']))]).toEqual([
    `Bearer ${access}`,
  ]);
  await context.close();
});

test('a call that is refused for its token is repeated once, with the new token, which is stored [S4.5 S8.10]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'repeated@example.com');
  await page.goto('/app/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  const sent = asked(context, 'usage.subscription');
  const refreshes: Request[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/v1/auth/refresh')) refreshes.push(request);
  });
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
  await page.getByRole('link', { name: 'Subscription' }).first().click();
  await page.getByText('Plan Details', { exact: true }).waitFor();
  const [renewed] = await tokens(page);
  expect([refreshes.length, sent]).toEqual([1, ['Bearer expired', `Bearer ${renewed}`]]);

  // Refused again with the new token: that is the answer.
  const passwords = asked(context, 'auth.verifyPassword');
  await refuse(page, 'auth.verifyPassword', 'Not this session.', {
    status: 401,
    code: 'unauthenticated',
  });
  await page.goto('/app/profile?tab=security');
  await page.getByLabel('Current password').fill('correct horse battery');
  await page.getByLabel('New password', { exact: true }).fill('another horse battery');
  await page.getByLabel('Confirm new password').fill('another horse battery');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Current password is incorrect', { exact: true }).waitFor();
  expect([refreshes.length, passwords.length, new Set(passwords).size]).toEqual([2, 2, 2]);
  await context.close();
});

test('a call without a token is no end: new tokens are asked for, and without any the login page comes [S4.5 S8.10]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'emptied@example.com');
  await page.goto('/app/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  await page.getByRole('link', { name: 'Subscription' }).first().click();
  await page.getByText('Plan Details', { exact: true }).waitFor();
  expect(await tokens(page)).toEqual([expect.any(String), expect.any(String)]);

  await page.evaluate(() => localStorage.clear());
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.waitForURL('**/app/login');
  await context.close();
});

test('tokens that another tab has stored are noticed, and checked once [S2.13 S4.1]', async () => {
  const { page, context } = await visit();
  const checks = asked(context, 'auth.me');
  await page.goto('/app/login');
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  const other = await context.newPage();
  await signUp(other, 'tabs@example.com');
  // Only this tab may have asked: the other one is not on a page of the session.
  await page.waitForURL('**/app/dashboard');
  await page.getByText('No dataset yet.').waitFor();
  expect(checks).toHaveLength(1);
  await context.close();
});

test('a protected page checks once where nobody is signed in [S2.13 S2.8]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'protected@example.com');
  // This tab knows of no session: it started without one, and stored the tokens itself.
  const checks = asked(context, 'auth.me');
  await follow(page, '/app/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(checks).toHaveLength(1);
  await logOut(page, /Ines Marlow/);
  await follow(page, '/app/settings');
  await page.waitForURL('**/app/login');
  expect(checks).toHaveLength(1);
  await context.close();
});

test('who goes back to a protected page before the login page is there sees the login page [S2.8]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'back@example.com');
  await follow(page, '/app/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  // Back as soon as the address is that of the login page, before anything of it is drawn.
  await page.evaluate(() => {
    const replaceState = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      replaceState(...args);
      history.replaceState = replaceState;
      queueMicrotask(() => {
        history.pushState(null, '', '/app/settings');
        dispatchEvent(new PopStateEvent('popstate'));
      });
    };
  });
  await page.getByRole('button', { name: /Ines Marlow/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/login');
  await context.close();
});

test('where somebody wanted to go is kept on the way over the other pages before the account [S2.8 S2.9]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'detour@example.com');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/app/settings');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('link', { name: 'Return to login' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  // The page before has such fields, too.
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await page.getByLabel('Email').fill('detour@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/app/settings');
  await context.close();
});

test('an address that was verified elsewhere counts once the tab is looked at again [S2.27]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'elsewhere@example.com');
  await page.goto('/app/settings');
  await page.getByText('Email Verification Required').waitFor();
  const other = await context.newPage();
  await verify(other, 'elsewhere@example.com');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await page.getByText('Email Verification Required').waitFor({ state: 'detached' });
  await context.close();
});

test('tokens are cleared where the check at start fails: at once if they are refused, else after repeats [S4.3 S2.11]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'unreachable@example.com');
  // A restart of the server is waited for.
  let asked = 0;
  await page.route('**/trpc/auth.me**', async (route) => {
    asked += 1;
    await (asked < 3 ? route.abort() : route.continue());
  });
  await page.goto('/app/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(asked).toBe(3);
  await page.unroute('**/trpc/auth.me**');

  await page.route('**/trpc/auth.me**', (route) => route.fulfill({ status: 502, body: 'no' }));
  await page.reload();
  // It is tried again for 15 seconds.
  await page.waitForURL('**/app/login', { timeout: 60_000 });
  await page
    .getByText('Your session could not be checked. The server answered 502. Please log in again.')
    .waitFor();
  expect(await tokens(page)).toEqual([null, null]);
  await page.unroute('**/trpc/auth.me**');
  await page.getByLabel('Email').fill('unreachable@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();

  await refuse(page, 'auth.me', 'This account is deactivated.', { status: 403, code: 'forbidden' });
  await page.reload();
  await page.waitForURL('**/app/login');
  expect([
    await tokens(page),
    await page.getByText('Your session could not be checked.', { exact: false }).count(),
  ]).toEqual([[null, null], 0]);
  await context.close();
});

test('the check at start is behind a spinner that fills the screen [S2.12]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'spinner@example.com');
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/trpc/auth.me**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/app/dashboard');
  const status = page.getByRole('status');
  await status.getByText('Loading', { exact: true }).waitFor();
  expect([
    await status.boundingBox(),
    await status.locator('.ant-spin').count(),
    await page.locator('#root').innerText(),
  ]).toEqual([{ x: 0, y: 0, width: 1440, height: 900 }, 1, 'Loading']);
  release();
  await page.getByText('No dataset yet.').waitFor();
  await context.close();
});

test('logging out replaces the page in the history, and forgets the tokens also when the call fails [S2.25 S4.4]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'leaves@example.com');
  await page.goto('/app/dashboard');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  const pages = () => page.evaluate(() => history.length);
  const before = await pages();
  await page.route('**/trpc/auth.logout**', (route) => route.abort());
  await logOut(page, /Ines Marlow/);
  expect([await pages(), await tokens(page)]).toEqual([before, [null, null]]);
  await page.goBack();
  await page.waitForURL('**/app/login');
  await context.close();
});

test('a reset is shown once, by a flag of this tab [S2.36 S3.13]', async () => {
  const { page, context } = await visit();
  const notice = 'Your password has been reset successfully. Please log in with your new password.';
  await page.route('**/trpc/auth.resetPassword**', (route) =>
    route.fulfill({ json: [{ result: { data: { message: 'ok' } } }] }),
  );
  await page.goto('/app/reset-password?token=x');
  await page.getByLabel('New password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm new password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('heading', { name: 'Success!', exact: true }).waitFor();
  const stored = () => page.evaluate(() => [Object.keys(localStorage), { ...sessionStorage }]);
  expect(await stored()).toEqual([[], { loginNotice: 'reset' }]);
  const other = await context.newPage();
  await other.goto('/app/login');
  await other.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(await other.getByText(notice).count()).toBe(0);
  await page.waitForURL('**/app/login');
  await page.getByText(notice, { exact: true }).waitFor();
  expect(await stored()).toEqual([[], {}]);
  await page.reload();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(await page.getByText(notice).count()).toBe(0);
  await context.close();
});
