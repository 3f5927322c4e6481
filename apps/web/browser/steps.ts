import type { APIResponse, Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Columnist } from './columnist.ts';

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Registers over REST and signs this browser in; gives the access token. */
export async function signUp(
  page: Page,
  email: string,
  password = 'correct horse battery',
): Promise<string> {
  return enter(
    page,
    await page.request.post('/api/v1/auth/register', {
      data: { email, password, full_name: 'Ines Marlow' },
    }),
  );
}

/** Logs in over REST and signs this browser in; gives the access token. */
export async function signIn(page: Page, email: string, password: string): Promise<string> {
  return enter(page, await page.request.post('/api/v1/auth/login', { data: { email, password } }));
}

async function enter(page: Page, answer: APIResponse): Promise<string> {
  const { access_token: access, refresh_token: refresh } = tokens.parse(await answer.json());
  await page.goto('/app/login');
  // Once the client has begun, it knows of no session.
  await page.locator('#root > *').first().waitFor({ state: 'attached' });
  await page.evaluate(
    ([a, r]) => {
      localStorage.setItem('accessToken', a ?? '');
      localStorage.setItem('refreshToken', r ?? '');
    },
    [access, refresh],
  );
  return access;
}

/**
 * Marks the session of the page as confirmed, however long ago it began; for five minutes nothing
 * asks for the password.
 */
export async function confirmPassword(page: Page, password: string): Promise<void> {
  const access = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request.post('/api/v1/auth/verify-password', {
    headers: { Authorization: `Bearer ${access}` },
    data: { password },
  });
  expect(answer.status()).toBe(200);
}

/** Uploads a table over REST; gives its id. */
export async function uploadCsv(
  page: Page,
  access: string,
  name: string,
  csv: string,
): Promise<string> {
  const made = await page.request.post('/api/v1/datasets', {
    headers: { Authorization: `Bearer ${access}` },
    multipart: { file: { name, mimeType: 'text/csv', buffer: Buffer.from(csv) } },
  });
  return z.object({ id: z.string() }).parse(await made.json()).id;
}

/**
 * The link in the newest of `sent` messages of this subject to this address; a newer link voids the
 * older ones.
 */
export async function mailedLink(
  page: Page,
  subject: string,
  email: string,
  sent = 1,
): Promise<string> {
  await page.goto('/sandbox/mail');
  const messages = page.getByRole('row', { name: new RegExp(email) }).filter({ hasText: subject });
  // Benches take these steps too, where nothing of a test run waits.
  for (const end = Date.now() + 15_000; (await messages.count()) !== sent; await page.reload())
    if (Date.now() > end)
      throw new Error(
        `Of ${sent} messages ‘${subject}’ to ${email}, ${await messages.count()} came.`,
      );
  await messages.first().getByRole('link').first().click();
  return (await page.frameLocator('iframe').getByRole('link').first().getAttribute('href')) ?? '';
}

/**
 * Opens the mailed link in the browser that is signed in, and presses its button, on to the
 * dashboard.
 */
export async function verify(page: Page, email: string, sent = 1): Promise<void> {
  await page.goto(await mailedLink(page, 'Verify your email address', email, sent));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await page.waitForURL('**/app/dashboard?verified=true');
}

/** Signed in and verified: becomes the first administrator by the token that the server printed. */
export async function becomeAdmin(page: Page, columnist: Columnist): Promise<void> {
  await page.goto('/app/setup');
  await page.getByLabel('Set-up token', { exact: true }).fill(await columnist.setupToken());
  await page.getByRole('button', { name: 'Become the administrator' }).click();
  await page.waitForURL('**/app/admin/users');
}

/** Verified by the mailed link, pays in test mode. */
export async function becomePro(page: Page, email: string): Promise<void> {
  await verify(page, email);
  await page.goto('/app/subscription');
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await page.getByRole('button', { name: 'Pay $29.00' }).click();
  await page.getByText('Welcome to Pro!').waitFor();
}

/** Chooses in an antd select, and sees that it was taken. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const select = page.getByLabel(label, { exact: true });
  await select.click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: new RegExp(`^${option}$`) })
    .click();
  await page
    .locator('.ant-select')
    .filter({ has: select })
    .filter({ hasText: new RegExp(option) })
    .waitFor();
}

/** Logs out by the menu of the page's head. */
export async function logOut(page: Page, user: RegExp): Promise<void> {
  await page.getByRole('button', { name: user }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/app/login');
}
