import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVisitor } from './columnist.ts';
import { logOut, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

let folder: string;

useColumnist({});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-files-'));
  await writeFile(join(folder, 'birds.csv'), birds());
  await writeFile(join(folder, 'binary.csv'), `a,b\n${'2,y\0z\n'.repeat(5)}`);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** 300 rows whose figures are known: mass is 3000 + 10 i, and every tenth sex is missing. */
function birds(): string {
  const rows = Array.from(
    { length: 300 },
    (_, i) =>
      `${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${3000 + 10 * i},${(i * 0.1).toFixed(1)},${i % 10 === 0 ? 'NA' : i % 2 === 0 ? 'male' : 'female'},2026-01-${String((i % 28) + 1).padStart(2, '0')}`,
  );
  return `species,mass_g,bill_mm,sex,day\n${rows.join('\n')}\n`;
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/app/register');
  await page.getByLabel('Full name').fill('Ines Marlow');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Registration Successful!').waitFor();
}

async function upload(page: Page, name: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(join(folder, name));
}

describe('a CSV goes in, its statistics come out', () => {
  it('registers, uploads, looks at every tab, filters, sorts, deletes and takes it back', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await page.goto('/app/');
    await page.waitForURL('**/app/login');
    await register(page, 'ines@example.com');
    await expect
      .poll(() => page.getByText('Welcome Ines Marlow! Your account has been created.').isVisible())
      .toBe(true);
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await page.getByText('No dataset yet.').waitFor();
    await expect
      .poll(() => page.getByText('Email Verification Required').first().isVisible())
      .toBe(true);

    await upload(page, 'binary.csv');
    await page.getByText('Line 5 contains a NUL byte: this is not plain text.').waitFor();
    await page.getByRole('button', { name: 'Dismiss binary.csv' }).click();

    await upload(page, 'birds.csv');
    await page.getByRole('link', { name: 'birds.csv' }).waitFor();
    await page.getByText('of 5 (Free Tier)').waitFor();
    await page.getByRole('link', { name: 'birds.csv' }).click();

    await page.getByRole('heading', { name: 'Missing values' }).waitFor();
    await page.getByLabel('Pearson correlations').waitFor();
    await expect
      .poll(() => page.getByText("30 cells 'NA' are read as missing.").isVisible())
      .toBe(true);

    await page.getByRole('link', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'mass_g', exact: true }).click();
    const detail = page.getByRole('complementary', { name: 'Column mass_g' });
    await detail.getByText('Standard deviation').waitFor();
    // Σ (3000 + 10 i), i = 0…299: mean 4495; sd = 10 √(300 · 301 / 12).
    await expect
      .poll(() => detail.getByRole('row', { name: /^Mean/ }).textContent())
      .toBe('Mean4,495');
    await expect
      .poll(() => detail.getByRole('row', { name: /^Standard deviation/ }).textContent())
      .toBe('Standard deviation867.468');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('complementary', { name: 'Column bill_mm' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goBack();

    await page.getByRole('link', { name: 'Rows', exact: true }).click();
    await page.getByRole('button', { name: /^Filter species: Gentoo/ }).click();
    await page.getByText('of 300 rows').waitFor();
    await page.getByText('100', { exact: true }).first().waitFor();
    await page.getByTitle('Sort by mass_g').click();
    await page.getByText('Sorted by mass_g, largest first').waitFor();
    await expect
      .poll(() => page.locator('.gr-row').first().textContent(), { timeout: 15_000 })
      .toBe('299Gentoo5,98029.8male2026-01-19');
    const shared = page.url();
    await page.reload();
    await expect
      .poll(() => page.locator('.gr-row').first().textContent(), { timeout: 15_000 })
      .toBe('299Gentoo5,98029.8male2026-01-19');
    expect(page.url()).toBe(shared);

    await page.goto('/app/dashboard');
    await page.getByRole('button', { name: 'Delete birds.csv' }).click();
    await page.getByText('No dataset yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'birds.csv' }).waitFor();
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });

  it('verifies the address by the mailed link, and then there is a key that works', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await register(page, 'key@example.com');
    await verify(page, 'key@example.com');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('button', { name: 'Show' }).click();
    const key = (await page.getByLabel('API key', { exact: true }).textContent()) ?? '';
    expect(key).toMatch(/^col_test_[\w-]{43}$/);
    const answer = await fetch(`${columnist.url}/api/v1/statistics`, {
      method: 'POST',
      headers: { 'API-Key': key, 'Content-Type': 'text/csv' },
      body: 'x\n1\n2\n3\n',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Quota-Used')).toBe('1');
    await context.close();
  });

  it('sends a visitor to the page they wanted after logging in, and logs out for good', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await register(page, 'return@example.com');
    await page.goto('/app/dashboard');
    await logOut(page, /Ines Marlow/);
    await expect
      .poll(() =>
        page.evaluate(() => [
          localStorage.getItem('accessToken'),
          localStorage.getItem('refreshToken'),
        ]),
      )
      .toEqual([null, null]);
    await page.goto('/app/settings');
    await page.waitForURL('**/app/login');
    await page.getByLabel('Email').fill('return@example.com');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Incorrect email or password').waitFor();
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/app/settings');
    await context.close();
  });

  it('an access token that expires in the middle of work is invisible', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await register(page, 'expiry@example.com');
    await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
    await page.goto('/app/dashboard');
    await page.getByText('No dataset yet.').waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('accessToken')))
      .not.toBe('expired');
    await context.close();
  });
});
