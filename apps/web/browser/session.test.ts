import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openVisitor } from './columnist.ts';
import { firstLoads, scriptsOf, weightOf } from './first-load.ts';
import { logOut } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

const password = 'correct horse battery';

useColumnist();

/** Somebody signed in, on a page that has asked for nothing but who they are. */
async function signedIn(): Promise<{
  context: BrowserContext;
  page: Page;
  email: string;
  refreshes: () => number;
}> {
  const email = `${randomUUID()}@example.com`;
  const answer = await fetch(`${columnist.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, full_name: 'Ines Marlow' }),
  });
  const { access_token, refresh_token } = z
    .object({ access_token: z.string(), refresh_token: z.string() })
    .parse(await answer.json());
  const { context, page } = await openVisitor(browser, columnist.url);
  let refreshes = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) refreshes += 1;
  });
  await page.goto('/app/login');
  await setTokens(page, access_token, refresh_token);
  await page.goto('/app/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  return { context, page, email, refreshes: () => refreshes };
}

const setTokens = (page: Page, access: string | null, refresh: string | null): Promise<void> =>
  page.evaluate(
    ([access, refresh]) => {
      if (access !== null) localStorage.setItem('accessToken', access ?? '');
      if (refresh !== null) localStorage.setItem('refreshToken', refresh ?? '');
    },
    [access, refresh],
  );
const tokens = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]);
const openDashboard = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByText('No dataset yet.').waitFor();
  await page.getByText('of 5 (Free Tier)').waitFor();
};

test('the calls of a page share one refresh, also when only some of their batch were refused [S4.5]', async () => {
  const { context, page, refreshes } = await signedIn();
  await setTokens(page, 'expired', null);
  await openDashboard(page);
  expect(refreshes()).toBe(1);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expect((await tokens(page))[0]).not.toBe('expired');
  await context.close();
});

test('two tabs share one refresh', async () => {
  const { context, page, refreshes } = await signedIn();
  const other = await context.newPage();
  await other.goto('/app/settings');
  await other.getByRole('heading', { name: 'Settings' }).waitFor();
  await setTokens(page, 'expired', null);
  await Promise.all([openDashboard(page), openDashboard(other)]);
  expect(refreshes()).toBe(1);
  await context.close();
});

test('a session that is over leads to the login, and from there back', async () => {
  const { context, page, email, refreshes } = await signedIn();
  await setTokens(page, 'expired', 'used up');
  await page.getByRole('link', { name: 'Subscription' }).first().click();
  await page.waitForURL('**/app/login');
  expect(refreshes()).toBe(1);
  await expect.poll(() => tokens(page)).toEqual([null, null]);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('a wrong one');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Incorrect email or password').waitFor();
  expect(refreshes()).toBe(1);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/app/subscription');
  await context.close();
});

test('logging out refreshes nothing, ends the session in every tab, and forgets the page', async () => {
  const { context, page, email, refreshes } = await signedIn();
  const other = await context.newPage();
  await other.goto('/app/settings');
  await other.getByRole('heading', { name: 'Settings' }).waitFor();
  await setTokens(page, 'expired', null);
  await logOut(page, /Ines Marlow/);
  await other.waitForURL('**/app/login');
  expect(refreshes()).toBe(0);
  await expect.poll(() => tokens(page)).toEqual([null, null]);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/app/dashboard');
  await context.close();
});

test('logging out ends the session here also when the browser is offline and nothing is answered', async () => {
  const { context, page } = await signedIn();
  // Offline as the browser sees it: a library that waits for the network would wait for ever.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    dispatchEvent(new Event('offline'));
  });
  await page.route('**/auth.logout**', () => undefined);
  await openDashboard(page);
  await logOut(page, /Ines Marlow/);
  await expect.poll(() => tokens(page)).toEqual([null, null]);
  await context.close();
});

test('a first visit loads no more script than its limits, before and after the log-in', async () => {
  const [ofLogin, ofDashboard] = firstLoads;
  const stranger = await openVisitor(browser, columnist.url);
  expect(weightOf(await scriptsOf(stranger.page, ofLogin.path, ofLogin.ready))).toBeLessThanOrEqual(
    ofLogin.limit,
  );
  await stranger.context.close();
  const { context } = await signedIn();
  // With an empty cache, as on another day.
  const storageState = await context.storageState();
  await context.close();
  const returned = await browser.newContext({ baseURL: columnist.url, storageState });
  const page = await returned.newPage();
  expect(weightOf(await scriptsOf(page, ofDashboard.path, ofDashboard.ready))).toBeLessThanOrEqual(
    ofDashboard.limit,
  );
  await returned.close();
});
