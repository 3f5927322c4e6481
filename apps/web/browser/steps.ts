import { AxeBuilder } from '@axe-core/playwright';
import type { APIResponse, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { z } from 'zod';

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Registers over REST and signs this browser in; gives the access token. */
export async function signUp(page: Page, email: string, password = 'correct horse battery'): Promise<string> {
  return enter(page, await page.request.post('/api/v1/auth/register', { data: { email, password, full_name: 'Ines Marlow' } }));
}

/** Logs in over REST and signs this browser in; gives the access token. */
export async function signIn(page: Page, email: string, password: string): Promise<string> {
  return enter(page, await page.request.post('/api/v1/auth/login', { data: { email, password } }));
}

async function enter(page: Page, answer: APIResponse): Promise<string> {
  const { access_token: access, refresh_token: refresh } = tokens.parse(await answer.json());
  await page.goto('/app/login');
  await page.evaluate(([a, r]) => {
    localStorage.setItem('accessToken', a ?? '');
    localStorage.setItem('refreshToken', r ?? '');
  }, [access, refresh]);
  return access;
}

/** Uploads a table over REST; gives its id. */
export async function uploadCsv(page: Page, access: string, name: string, csv: string): Promise<string> {
  const made = await page.request.post('/api/v1/datasets', { headers: { Authorization: `Bearer ${access}` }, multipart: { file: { name, mimeType: 'text/csv', buffer: Buffer.from(csv) } } });
  return z.object({ id: z.string() }).parse(await made.json()).id;
}

/** Follows the mailed link, on to the dashboard. */
export async function verify(page: Page, email: string): Promise<void> {
  await page.goto('/sandbox/mail');
  const message = page.getByRole('row', { name: new RegExp(email) }).filter({ hasText: 'Verify your email address' }).getByRole('link');
  await vi.waitFor(async () => {
    await page.reload();
    expect(await message.count()).toBeGreaterThan(0);
  }, { timeout: 15_000 });
  await message.first().click();
  await page.goto((await page.frameLocator('iframe').getByRole('link').first().getAttribute('href')) ?? '');
  await page.waitForURL('**/app/dashboard?verified=true');
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
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: new RegExp(`^${option}$`) }).click();
  await page.locator('.ant-select').filter({ has: select }).filter({ hasText: new RegExp(option) }).waitFor();
}

/** Logs out by the menu of the page's head. */
export async function logOut(page: Page, user: RegExp): Promise<void> {
  await page.getByRole('button', { name: user }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/app/login');
}

/** What violates WCAG 2.2 AA, and whether the page is wider than the window; in the legacy mode axe needs no second page. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`), ...(wide ? ['wider than the window'] : [])];
}
