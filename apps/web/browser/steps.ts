import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Registers over REST and signs this browser in; gives the access token. */
export async function signUp(page: Page, email: string): Promise<string> {
  const answer = await page.request.post('/api/v1/auth/register', { data: { email, password: 'correct horse battery', full_name: 'Ines Marlow' } });
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

/** Verified by the mailed link, pays in test mode. */
export async function becomePro(page: Page, email: string): Promise<void> {
  await page.goto('/sandbox/mail');
  const message = page.getByRole('row', { name: new RegExp(email) }).getByRole('link');
  await expect.poll(async () => {
    await page.reload();
    return message.count();
  }, { timeout: 15_000 }).toBeGreaterThan(0);
  await message.first().click();
  await page.goto((await page.frameLocator('iframe').getByRole('link').first().getAttribute('href')) ?? '');
  await page.waitForURL('**/app/dashboard?verified=true');
  await page.goto('/app/subscription');
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await page.getByRole('button', { name: 'Pay $29.00' }).click();
  await page.getByText('Welcome to Pro!').waitFor();
}

/** Chooses in an antd select. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: new RegExp(`^${option}$`) }).click();
}

/** No violation of WCAG 2.2 AA, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}
