import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { change, replace } from './answers.ts';
import { openVisitor } from './columnist.ts';
import { becomePro, signUp } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const visit = () => openVisitor(browser, columnist.url);
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test.each([
  ['usage.get', 'Could not load usage data'],
  ['usage.subscription', 'Failed to load subscription information. Please try again later.'],
  ['usage.plans', 'Failed to load subscription information. Please try again later.'],
])(
  'an answer of %s without its fields is an error of that card, and the defaults fill it [S8.6 S8.7]',
  async (call, failed) => {
    const { page, context } = await visit();
    await signUp(page, `${call}@example.com`);
    await replace(page, call, () => ({}));
    await page.goto('/app/subscription');
    await says(page, failed);
    expect(await page.locator('.tiles dd').allTextContents()).toEqual(['Free', '5', '100']);
    // A good answer is taken at the next visit.
    await page.unroute(`**/trpc/**${call}**`);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByText('No dataset yet.').waitFor();
    await page.getByRole('link', { name: 'Subscription' }).first().click();
    await says(page, 'Plan Details');
    await expect.poll(() => page.getByText(failed, { exact: true }).count()).toBe(0);
    await context.close();
  },
);

test('a moment that is none is an answer without its fields [S8.6]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'moment@example.com');
  await change(page, 'usage.get', () => ({ last_reset: 'nonsense' }));
  await page.goto('/app/subscription');
  await says(page, 'Could not load usage data');
  await context.close();
});

test('a check at start without an answer fails, and says so on the login page [S4.3]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'nobody@example.com');
  await replace(page, 'auth.me', () => null);
  await page.goto('/app/settings');
  await page
    .getByText('Your session could not be checked. The answer of the server could not be read.', {
      exact: false,
    })
    .waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('accessToken');
  await context.close();
});

test('a log-in or a reset without an answer fails in the specified words, and what was typed stays [S8.1]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'odd@example.com');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/app/login');
  for (const answer of [{}, { access_token: 'x', refresh_token: 'y' }]) {
    await page.route('**/trpc/auth.login**', (route) =>
      route.fulfill({ json: [{ result: { data: answer } }] }),
    );
    await page.getByLabel('Email').fill('odd@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await says(page, 'Failed to login');
    expect(await page.getByLabel('Email').inputValue()).toBe('odd@example.com');
    await page.unroute('**/trpc/auth.login**');
  }
  await page.goto('/app/forgot-password');
  await page.route('**/trpc/auth.forgotPassword**', (route) =>
    route.fulfill({ json: [{ result: { data: {} } }] }),
  );
  await page.getByLabel('Email').fill('odd@example.com');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await says(page, 'Failed to send password reset email');
  await context.close();
});

test('nothing is sent to what is no address', async () => {
  const { page, context } = await visit();
  await page.goto('/app/forgot-password');
  await page.getByLabel('Email').fill('bad');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await says(page, 'Enter an e-mail address.');
  expect(await page.getByText('Email Sent').count()).toBe(0);
  await context.close();
});

test('what went wrong stays until the next answer: the button does not move under a double click', async () => {
  const { page, context } = await visit();
  await page.goto('/app/register');
  await page.getByLabel('Full name').fill('Ines Marlow');
  await page.getByLabel('Email').fill('double@example.com');
  await page.getByLabel('Password').fill('password');
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await page.getByText('This password is one of the most common ones. Choose another.').waitFor();
  const before = await create.boundingBox();
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/trpc/auth.register**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Password').fill('correct horse battery');
  const sent = page.waitForRequest('**/trpc/auth.register**');
  await create.click();
  await sent;
  expect(await page.locator('form button[type=submit]').boundingBox()).toEqual(before);
  release();
  await says(page, 'Registration Successful!');
  await context.close();
});

test('a lost answer of a cancellation does not hide that it was done [S8.9]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'lost@example.com');
  await becomePro(page, 'lost@example.com');
  await page.goto('/app/subscription');
  await page.getByText(/^Renews on/).waitFor();
  await page.route('**/trpc/usage.cancelSubscription**', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, body: 'lost' });
  });
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await says(page, 'Failed to manage subscription. Please try again later.');
  await page.getByText(/^Ends on/).waitFor();

  // Who pays can manage it, also while nothing is known of the subscription.
  await replace(page, 'usage.subscription', () => ({}));
  await page.reload();
  await page.getByRole('button', { name: 'Manage Subscription' }).waitFor();
  await page.getByRole('button', { name: 'Downgrade' }).waitFor();
  await context.close();
});
