import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openVisitor } from './columnist.ts';
import { isAccessible } from './looks.ts';
import { choose, signUp, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const password = 'correct horse battery';

/** Looked at in both themes and sizes; with a folder in SCREENSHOTS also kept as pictures. */
const looksRight = (page: Page, name: string): Promise<void> =>
  isAccessible(page, async (look) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true });
  });

const statusWith = async (key: string): Promise<number> =>
  (
    await fetch(`${columnist.url}/api/v1/statistics`, {
      method: 'POST',
      headers: { 'API-Key': key, 'Content-Type': 'application/json' },
      body: '{"data":{"x":[1,2,3]}}',
    })
  ).status;

test('a named key is made in a dialog, shown once, listed with its limits and its end, and revoked', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  await signUp(page, 'keys@example.com', password);
  await page.goto('/app/profile?tab=apikey');
  await page.getByText('Verify your email address to get an API key.').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Named keys' }).count()).toBe(0);
  await verify(page, 'keys@example.com');

  await page.goto('/app/profile?tab=apikey');
  const section = page.getByRole('region', { name: 'Named keys' }).first();
  await section.getByText('None yet.').waitFor();
  await section.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Give the key a name.').waitFor();
  await looksRight(page, 'new-key');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly report');
  await expect
    .poll(() => dialog.getByRole('checkbox', { name: 'Compute statistics' }).isChecked())
    .toBe(true);
  await expect
    .poll(() => dialog.getByRole('checkbox', { name: 'Upload, rename and delete' }).isChecked())
    .toBe(false);
  await choose(page, 'Works for', 'No end');
  await dialog.getByText('A key without an end works until you revoke it').waitFor();
  await choose(page, 'Works for', '30 days');
  await page.keyboard.press('Tab');
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');

  const shown = page.getByRole('dialog', { name: 'nightly report' });
  const key = (await shown.getByRole('group', { name: 'The new key' }).innerText()).trim();
  expect(key).toMatch(/^col_test_[\w-]{43}$/);
  await expect
    .poll(() =>
      shown
        .getByRole('button', { name: 'Copy' })
        .evaluate((button) => button === document.activeElement),
    )
    .toBe(true);
  await looksRight(page, 'shown-key');
  // Neither Escape nor a click beside it loses the key.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect.poll(() => shown.isVisible()).toBe(true);
  await shown.getByRole('button', { name: 'Copy' }).click();
  await shown.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(await statusWith(key)).toBe(200);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(key);

  // A second one of the same name is refused, and what was typed stays.
  await section.getByRole('button', { name: 'New key' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly report');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('You have a key with the name “nightly report” already.').waitFor();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue())
    .toBe('nightly report');
  await dialog
    .getByRole('textbox', { name: 'Name' })
    .fill('a dashboard of the whole team with quite a long name for it');
  await choose(page, 'Works for', 'No end');
  await dialog.getByRole('checkbox', { name: 'Aggregates only: no single rows, no files' }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page
    .getByRole('dialog', { name: /^a dashboard/ })
    .getByRole('button', { name: 'Done' })
    .click();

  await page.reload();
  await expect
    .poll(() => section.getByRole('row', { name: /^nightly report/ }).innerText())
    .toMatch(
      new RegExp(
        `nightly report\\s+read, analyse\\s+…${key.slice(-4)}\\s+\\d+ \\w+ \\d{4}\\s+127\\.0\\.0\\.1\\s+\\d+ \\w+ \\d{4}\\s+Revoke`,
      ),
    );
  await expect
    .poll(() => section.getByRole('row', { name: /^a dashboard/ }).innerText())
    .toMatch(/read, analyse\s+no single rows\s+….{4}\s+Not yet\s+No end/);
  await expect
    .poll(() =>
      page
        .getByRole('table', { name: 'Calls' })
        .getByRole('row', { name: /statistics/ })
        .innerText(),
    )
    .toMatch(/nightly report/);
  await page.mouse.move(0, 0);
  await looksRight(page, 'keys');
  await section.getByRole('button', { name: 'Revoke nightly report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => section.getByRole('row').count()).toBe(2);
  expect(await statusWith(key)).toBe(401);
  await page.goto('/sandbox/mail');
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole('row', { name: /An API key was created/ }).count();
    })
    .toBe(2);
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  await context.close();
});

const stored = z.tuple([z.string(), z.string()]);

test('a refresh token that was taken from the storage is worth nothing elsewhere, and the browser goes on', async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  await page.goto('/app/register');
  await page.getByLabel('Full name').fill('Ines Marlow');
  await page.getByLabel('Email').fill('cookie@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Registration Successful!').waitFor();
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await page.waitForURL('**/app/dashboard*');
  const tokens = async () =>
    stored.parse(
      await page.evaluate(() => [
        localStorage.getItem('accessToken'),
        localStorage.getItem('refreshToken'),
      ]),
    );
  const [access, token] = await tokens();
  const [cookie] = (await context.cookies(`${columnist.url}/api/v1`)).filter(({ name }) =>
    name.startsWith('columnist-session'),
  );
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api' });
  expect(await page.evaluate(() => document.cookie)).toBe('');

  const refresh = () =>
    fetch(`${columnist.url}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    });
  expect((await refresh()).status).toBe(401);
  const thief = await openVisitor(browser, columnist.url);
  await thief.page.goto('/app/login');
  await thief.page.evaluate((taken) => {
    localStorage.setItem('accessToken', 'expired');
    localStorage.setItem('refreshToken', taken);
  }, token);
  await thief.page.goto('/app/dashboard');
  await thief.page.waitForURL('**/app/login*');
  await thief.context.close();

  // Where it was signed in, two tabs get over the end of the access token.
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
  const second = await context.newPage();
  await Promise.all([page.goto('/app/settings'), second.goto(`${columnist.url}/app/settings`)]);
  for (const tab of [page, second]) await tab.getByRole('heading', { name: 'Settings' }).waitFor();
  const [newAccess, newToken] = await tokens();
  expect([newAccess === 'expired', newAccess === access, newToken === token]).toEqual([
    false,
    false,
    false,
  ]);
  await context.close();
});
