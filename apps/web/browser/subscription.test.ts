import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { change, refuse } from './answers.ts';
import { openVisitor } from './columnist.ts';
import { signUp } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

/** Signed in; what the server says of their plan is changed to these. */
async function arrive(email: string, plan: Record<string, unknown> = {}) {
  const visitor = await openVisitor(browser, columnist.url);
  await signUp(visitor.page, email);
  if (Object.keys(plan).length > 0) {
    await change(visitor.page, 'auth.me', () => ({ subscription_tier: 'paid' }));
    await change(visitor.page, 'usage.subscription', () => plan);
  }
  return visitor;
}
const paid = {
  tier: 'paid',
  price: 29,
  max_datasets: 50,
  max_api_queries: 0,
  status: 'active',
  period_ends_at: '2027-01-01T00:00:00.000Z',
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
/** Calls of this kind are held until the result is called; then they end as if unanswered. */
async function hold(page: Page, call: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(`**/trpc/**${call}**`, async (route) => {
    await held;
    await route.abort();
  });
  return release;
}

test('while it loads there is a spinner with its text; what fails is filled by the defaults, and said [S2.61 S2.62 S2.63 S7.26 S7.27 S7.28 S8.6 S8.7]', async () => {
  const { page, context } = await arrive('loads@example.com');
  const loading = page.getByRole('status').filter({ hasText: 'Loading subscription details' });
  const failed = 'Failed to load subscription information. Please try again later.';
  const cards = async () => ({
    heading: await page.getByRole('heading', { level: 1 }).textContent(),
    subtitle: await page.locator('main > p').first().textContent(),
    tiles: await page.locator('.tiles dd').allTextContents(),
    bars: await page.locator('.usage .row span:nth-child(2)').allTextContents(),
    reset: /^Last reset: 1 \w{3} \d{4}$/.test(
      (await page.getByText(/^Last reset/).textContent()) ?? '',
    ),
    plans: await page.getByRole('row', { name: /Max File Size/ }).allTextContents(),
  });
  const whole = {
    heading: 'Subscription',
    subtitle: 'Manage your subscription plan and view usage statistics',
    tiles: ['Free', '5', '100'],
    bars: ['0 of 5', '0 of 100'],
    reset: true,
    plans: ['Max File Size (MB) 10100'],
  };
  for (const [call, text] of [
    ['usage.plans', failed],
    ['usage.subscription', failed],
    ['usage.get', 'Could not load usage data'],
  ] as const) {
    const release = await hold(page, call);
    await page.goto('/app/subscription');
    await loading.waitFor();
    expect([
      (await loading.textContent())?.trim(),
      await loading.locator('.ant-spin').count(),
      await page.getByText('Plan Details').count(),
    ]).toEqual(['Loading subscription details...', 1, 0]);
    release();
    await says(page, text);
    await says(page, 'Plan Details');
    expect([await cards(), await loading.count()]).toEqual([whole, 0]);
    await page.unroute(`**/trpc/**${call}**`);
  }
  await context.close();
});

test('the buttons of a free user wait while the checkout begins, and work again when it fails [S2.69 S4.13 S8.8]', async () => {
  const { page, context } = await arrive('busy@example.com');
  const states = () =>
    Promise.all(['Upgrade to Pro', 'Upgrade'].map((name) => button(page, name).isDisabled()));
  await page.goto('/app/subscription');
  for (const name of ['Upgrade to Pro', 'Upgrade']) {
    const release = await hold(page, 'usage.createCheckoutSession');
    await button(page, name).click();
    await expect.poll(states).toEqual([true, true]);
    release();
    await says(page, 'Failed to initiate checkout process. Please try again later.');
    await expect.poll(states).toEqual([false, false]);
    await page.unroute('**/trpc/**usage.createCheckoutSession**');
  }
  await context.close();
});

test('Manage Subscription and Downgrade both start the cancel flow, and wait for its end [S2.68 S2.69 S2.77 S4.10 S4.11 S4.13 S8.9]', async () => {
  const { page, context } = await arrive('manages@example.com', paid);
  await page.goto('/app/subscription');
  for (const name of ['Manage Subscription', 'Downgrade']) {
    const release = await hold(page, 'usage.cancelSubscription');
    await button(page, name).click();
    await says(page, 'Cancel your Pro subscription?');
    await button(page, 'Cancel subscription').click();
    await expect.poll(() => button(page, name).isDisabled()).toBe(true);
    release();
    await says(page, 'Failed to manage subscription. Please try again later.');
    await expect.poll(() => button(page, name).isDisabled()).toBe(false);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.unroute('**/trpc/**usage.cancelSubscription**');
  }
  // Once it is canceled, the details are read again.
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('usage.subscription')) reads += 1;
  });
  await page.route('**/trpc/**usage.cancelSubscription**', (route) =>
    route.fulfill({
      json: [
        {
          result: {
            data: {
              ...paid,
              max_file_size_mb: 100,
              description: 'All of it.',
              cancel_at_period_end: true,
              granted_until: null,
              billed: true,
            },
          },
        },
      ],
    }),
  );
  await button(page, 'Downgrade').click();
  await button(page, 'Cancel subscription').click();
  await says(
    page,
    'Your subscription has been canceled successfully. You will have access to premium features until the end of your billing period.',
  );
  expect(reads).toBe(1);
  await context.close();
});

test('who has not verified their address reads so at Upgrade, with the way there', async () => {
  const { page, context } = await arrive('unverified@example.com');
  await page.goto('/app/subscription');
  await button(page, 'Upgrade to Pro').click();
  await says(page, 'Verify your email address to upgrade.');
  await page.getByRole('link', { name: 'Verify email', exact: true }).click();
  await page.waitForURL('**/app/profile?verify=true');
  await context.close();
});

test('a free gate is open to all, a paid gate to Pro [S6.6 S6.7]', async () => {
  const { page, context } = await arrive('gates@example.com');
  const read = async () => {
    await page.goto('/app/subscription');
    await page.getByRole('heading', { name: 'Priority Support' }).waitFor();
    return [
      await page.getByRole('link', { name: 'write to us', exact: true }).count(),
      await page.getByRole('link', { name: 'write to priority support', exact: true }).count(),
      await page.getByText('Premium Feature', { exact: true }).count(),
    ];
  };
  expect(await read()).toEqual([1, 0, 1]);
  await change(page, 'auth.me', () => ({ subscription_tier: 'paid' }));
  expect(await read()).toEqual([1, 1, 0]);
  await context.close();
});

test('the upload gate of the dashboard is at the limit of the plan: 5 for free, 50 for paid [S6.9 S9.4]', async () => {
  const { page, context } = await arrive('gate@example.com');
  let tier = {};
  let counts = {};
  await change(page, 'auth.me', () => tier);
  await change(page, 'usage.get', () => counts);
  const read = async (subscription_tier: string, limit: number, used: number) => {
    tier = { subscription_tier };
    counts = {
      max_datasets: limit,
      datasets_uploaded: used,
      api_queries: 7,
      max_api_queries: limit === 50 ? 0 : 100,
    };
    await page.goto('/app/dashboard');
    const figures = page.getByRole('region', { name: 'Usage', exact: true }).locator('.fig');
    await expect.poll(() => figures.first().textContent()).toMatch(new RegExp(`^${used} of`));
    return [
      await page.locator('input[type=file]').isDisabled(),
      await page.locator('.drop > p').first().textContent(),
      await figures.allTextContents(),
    ];
  };
  const open = 'Drop a CSV file here or choose a file';
  expect([
    await read('free', 5, 4),
    await read('free', 5, 5),
    await read('paid', 50, 49),
    await read('paid', 50, 50),
  ]).toEqual([
    [false, open, ['4 of 5 (Free Tier)', '7/100', 'Free']],
    [
      true,
      'All 5 places are taken. Delete a dataset or upgrade.',
      ['5 of 5 (Free Tier)', '7/100', 'Free'],
    ],
    [false, open, ['49 of 50', '7 Unlimited', 'Pro']],
    [true, 'All 50 places are taken. Delete a dataset.', ['50 of 50', '7 Unlimited', 'Pro']],
  ]);
  expect(await page.locator('input[type=file]').getAttribute('accept')).toBe('.csv,text/csv');
  await context.close();
});

test('what the server says is shown, else the default of the call [S8.1 S8.4]', async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  const password = 'correct horse battery';
  /** Tries the same twice: refused in words, and not answered. */
  const tried = async (
    call: string,
    act: () => Promise<void>,
    text: string,
    settle?: () => Promise<void>,
  ) => {
    await refuse(page, call, `The server says no to ${call}.`);
    await act();
    await says(page, `The server says no to ${call}.`);
    await page.unroute(`**/trpc/${call}**`);
    await settle?.();
    await page.route(`**/trpc/${call}**`, (route) => route.abort());
    await act();
    await says(page, text);
    await page.unroute(`**/trpc/${call}**`);
  };
  await page.goto('/app/login');
  await page.getByLabel('Email').fill('a@example.com');
  await page.getByLabel('Password').fill(password);
  await tried('auth.login', () => button(page, 'Log in').click(), 'Failed to login');
  await page.goto('/app/register');
  await page.getByLabel('Full name').fill('Ada Byron');
  await page.getByLabel('Email').fill('a@example.com');
  await page.getByLabel('Password').fill(password);
  await tried('auth.register', () => button(page, 'Create account').click(), 'Failed to register');
  await page.goto('/app/forgot-password');
  await page.getByLabel('Email').fill('a@example.com');
  await tried(
    'auth.forgotPassword',
    () => button(page, 'Send reset link').click(),
    'Failed to send password reset email',
  );
  await page.goto('/app/reset-password?token=x');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await tried(
    'auth.resetPassword',
    () => button(page, 'Reset password').click(),
    'Failed to reset password',
  );
  await signUp(page, 'details@example.com');
  await page.goto('/app/profile?tab=security');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill(`${password}!`);
  await page.getByLabel('Confirm new password').fill(`${password}!`);
  await tried(
    'auth.updateMe',
    () => button(page, 'Change password').click(),
    'Failed to change password',
  );
  await tried(
    'auth.resendVerification',
    () => button(page, 'Resend verification email').click(),
    'Failed to resend verification email',
  );
  await page.goto('/app/profile');
  let name = 0;
  await tried(
    'auth.updateMe',
    async () => {
      name += 1;
      await page.getByLabel('Full name').fill(`Ada King ${name}`);
      await button(page, 'Save changes').click();
    },
    'Failed to update profile. Please try again.',
  );
  await change(page, 'auth.me', () => ({ email_verified: true }));
  await page.goto('/app/dashboard');
  await tried(
    'auth.regenerateApiKey',
    () => button(page, 'Create API key').click(),
    'Failed to regenerate API key',
  );
  await context.close();
});
