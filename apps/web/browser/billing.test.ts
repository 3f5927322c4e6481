import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openVisitor, phone } from './columnist.ts';
import { accessibilityProblems } from './looks.ts';
import { verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const password = 'correct horse battery';

/** Registered, verified by the mailed link, and on the dashboard. */
async function arrive(page: Page, email: string): Promise<void> {
  await page.goto('/app/register');
  await page.getByLabel('Full name').fill('Ines Marlow');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Registration Successful!', { exact: true }).waitFor();
  await verify(page, email);
}

const large = {
  name: 'large.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`a,b\n${'123456789,abcdefghij\n'.repeat(550_000)}`),
};

describe('Pro', () => {
  it('is met at a gate, paid for in test mode, used, canceled, and ends with its period [S2.61 S2.65 S2.66 S2.67 S2.68 S2.70 S2.75 S2.76 S2.77 S4.9 S4.10 S4.11 S4.12 S6.7 S6.10 S7.29 S7.30 S9.2 S9.11]', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await arrive(page, 'pro@example.com');
    await page.locator('input[type=file]').setInputFiles(large);
    await page
      .getByText('The file is larger than 10 MB, the limit of your plan.', { exact: true })
      .waitFor();
    await page.getByText('Premium Feature', { exact: true }).waitFor();
    await page
      .getByText('This feature requires a paid subscription ($29/month).', { exact: true })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Upgrade', exact: true }).click();
    await page.waitForURL('**/app/subscription');
    await page
      .getByText('Manage your subscription plan and view usage statistics', { exact: true })
      .waitFor();
    await page.getByText('Basic access with limited features', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'write to us' }).isVisible()).toBe(true);
    await expect
      .poll(() => page.getByRole('link', { name: 'write to priority support' }).count())
      .toBe(0);
    await expect
      .poll(() => page.getByRole('row', { name: /^Price/ }).textContent())
      .toBe('Price Free$29.00 a month');
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await page.waitForURL('**/sandbox/checkout/**');
    await expect.poll(() => page.getByText('Test mode').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await page
      .getByText('Checkout was canceled. You have not been charged.', { exact: true })
      .waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page
      .getByRole('note')
      .filter({ hasText: 'Premium Feature' })
      .getByRole('link', { name: 'Upgrade' })
      .click();
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await page.getByRole('button', { name: 'Upgrade', exact: true }).click();
    await page.getByRole('button', { name: 'Pay $29.00' }).click();
    await page.getByText('Welcome to Pro!', { exact: true }).waitFor();
    // The address says it once: a reload does not.
    await expect.poll(() => page.url()).toMatch(/\/app\/subscription$/);
    await page
      .getByText('Full access to all premium features and higher usage limits', { exact: true })
      .waitFor();
    await page.getByText('$29.00', { exact: true }).first().waitFor();
    await expect
      .poll(() =>
        page.getByRole('region', { name: 'Invoices' }).getByRole('row').nth(1).textContent(),
      )
      .toMatch(/^TEST-0001\d+ \w+ \d{4}Paid\$29\.00$/);
    await expect.poll(() => page.getByRole('button', { name: 'Downgrade' }).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('link', { name: 'write to us' }).isVisible()).toBe(true);
    await expect
      .poll(() =>
        page.getByRole('link', { name: 'write to priority support' }).getAttribute('href'),
      )
      .toContain('subject=%5BPro%5D');

    await page.goto('/app/dashboard');
    await page.locator('input[type=file]').setInputFiles(large);
    await page.getByRole('link', { name: 'large.csv' }).waitFor({ timeout: 60_000 });

    await page.goto('/app/subscription');
    await page.getByRole('button', { name: 'Manage Subscription' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page
      .getByText(
        'Your subscription has been canceled successfully. You will have access to premium features until the end of your billing period.',
        { exact: true },
      )
      .waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Billing and invoices' }).click();
    await page.waitForURL('**/sandbox/billing/**');
    await page.getByRole('button', { name: 'Move the clock 31 days ahead' }).click();
    await page.getByText('TEST-0001').waitFor();
    await page.goto('/app/subscription');
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByText('Plan Details', { exact: true }).waitFor();
          return page.getByRole('button', { name: 'Upgrade to Pro' }).count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
    await page.goto('/app/dashboard');
    await page.getByRole('link', { name: 'large.csv' }).click();
    await page.getByText('550,000').first().waitFor();
    await context.close();
  }, 120_000);

  it('draws usage with its colours, caps and the unlimited case, and warns at 90 percent; plans are those of the server [S9.3 S2.50 S2.71 S2.72 S2.73 S2.74 S9.5 S9.6]', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await arrive(page, 'usage@example.com');
    let counts = {};
    await page.route('**/trpc/**usage.get**', async (route) => {
      const response = await route.fetch();
      const answers = z
        .array(z.object({ result: z.object({ data: z.unknown() }) }))
        .parse(await response.json());
      const changed = answers.map(({ result: { data } }) => ({
        result: {
          data: z.object({ api_queries: z.number() }).safeParse(data).success
            ? { ...Object(data), ...counts }
            : data,
        },
      }));
      await route.fulfill({ response, json: changed });
    });
    const bars = async (path: string) => {
      await page.goto(path);
      const both = page.getByRole('progressbar');
      await both.nth(1).waitFor();
      return both.evaluateAll((list) =>
        list.map((bar) => [
          bar.getAttribute('aria-valuetext'),
          bar.parentElement?.querySelector('.pc')?.textContent ?? null,
          bar.classList.contains('err'),
          bar.querySelector('i')?.style.width,
        ]),
      );
    };
    counts = { datasets_uploaded: 4, api_queries: 81 };
    expect(await bars('/app/subscription')).toEqual([
      ['4 of 5', '80%', false, '80%'],
      ['81 of 100', '81%', true, '81%'],
    ]);
    await expect.poll(() => page.getByText(/^Last reset: 1 \w+ \d{4}$/).isVisible()).toBe(true);
    counts = { datasets_uploaded: 7, api_queries: 12_345, max_api_queries: 0 };
    expect(await bars('/app/subscription')).toEqual([
      ['7 of 5', '100%', true, '100%'],
      ['12,345 of Unlimited', null, false, '5%'],
    ]);
    await page.route('**/trpc/**usage.plans**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll('"max_datasets":50', '"max_datasets":77'),
      });
    });
    await page.goto('/app/subscription');
    await page.getByRole('cell', { name: '77' }).waitFor();
    await page.unroute('**/trpc/**usage.plans**');
    counts = { datasets_uploaded: 0, api_queries: 89 };
    await page.goto('/app/dashboard');
    await page.getByText('/100', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Upgrade Now' }).count()).toBe(0);
    counts = { datasets_uploaded: 0, api_queries: 90 };
    await page.goto('/app/dashboard');
    await expect
      .poll(() => page.getByRole('link', { name: 'Upgrade Now' }).getAttribute('href'))
      .toBe('/app/subscription');
    await context.close();
  });

  it('stays on the page and says that checkout failed where its answer is not valid [S8.8]', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await arrive(page, 'no-checkout@example.com');
    const session = {
      public_key: 'pk_test_x',
      checkout_session_id: 'cs_test_x',
      checkout_url: 'https://checkout.stripe.example/pay',
    };
    const { checkout_url: _, ...withoutAddress } = session;
    const answers = [
      {},
      null,
      withoutAddress,
      { ...session, checkout_url: '' },
      { ...session, checkout_url: 'checkout.stripe.example/pay' },
      { ...session, checkout_url: 'javascript:void(document.title = "taken")' },
      { ...session, checkout_url: 7 },
      { ...session, checkout_session_id: '' },
      { ...session, public_key: undefined },
    ];
    for (const answer of answers) {
      await page.goto('/app/subscription');
      await page.route('**/trpc/**usage.createCheckoutSession**', (route) =>
        route.fulfill({ json: [{ result: { data: answer } }] }),
      );
      await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
      await page
        .getByText('Failed to initiate checkout process. Please try again later.', { exact: true })
        .waitFor({ timeout: 10_000 });
      expect([
        new URL(page.url()).pathname,
        await page.title(),
        await page.getByRole('button', { name: 'Upgrade to Pro' }).isEnabled(),
      ]).toEqual(['/app/subscription', 'Subscription · Columnist', true]);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says what failed in the specified words [S2.63 S8.6 S8.7 S8.8 S8.9]', async () => {
    const { page, context } = await openVisitor(browser, columnist.url, { viewport: phone });
    await arrive(page, 'fails@example.com');
    const failing = async (call: string, act: () => Promise<unknown>, text: string) => {
      await page.route(`**/trpc/**${call}**`, (route) => route.abort());
      await act();
      await page.getByText(text, { exact: true }).first().waitFor({ timeout: 20_000 });
      await page.unroute(`**/trpc/**${call}**`);
    };
    await page.goto('/app/subscription');
    await page.getByRole('button', { name: 'Upgrade to Pro' }).waitFor();
    await failing(
      'usage.createCheckoutSession',
      () => page.getByRole('button', { name: 'Upgrade to Pro' }).click(),
      'Failed to initiate checkout process. Please try again later.',
    );
    await expect
      .poll(() => page.getByRole('button', { name: 'Upgrade to Pro' }).isEnabled())
      .toBe(true);
    await failing(
      'usage.subscription',
      () => page.reload(),
      'Failed to load subscription information. Please try again later.',
    );
    await page.getByText('Basic access with limited features', { exact: true }).waitFor();
    await failing('usage.get', () => page.reload(), 'Could not load usage data');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await page.getByRole('button', { name: 'Pay $29.00' }).click();
    await page.getByText('Welcome to Pro!', { exact: true }).waitFor({ timeout: 10_000 });
    await page.route('**/trpc/usage.cancelSubscription**', (route) => route.abort());
    await page.getByRole('button', { name: 'Manage Subscription' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page
      .getByText('Failed to manage subscription. Please try again later.', { exact: true })
      .waitFor();
    await context.close();
  }, 120_000);
});
