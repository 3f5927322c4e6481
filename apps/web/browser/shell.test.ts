import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { change, operationsIn } from './answers.ts';
import { openVisitor } from './columnist.ts';
import { becomeAdmin, signUp, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

const repository = 'https://code.example.org/columnist-mcp';

useColumnist({
  CAPTCHA: 'off',
  PUBLIC_REPOSITORY_URL: repository,
  SUPPORT_EMAIL: 'help@example.org',
});

const visit = () => openVisitor(browser, columnist.url);
const settled = (page: Page): Promise<void> => page.getByText('No dataset yet.').waitFor();
/** Lets a little of a stopped clock pass at a time, until this is seen. */
async function passUntil(page: Page, locator: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(2);
      return locator.isVisible();
    })
    .toBe(true);
}

test('the links of the header say which page is open, Admin on each of its pages, whose figures are asked for again every five minutes [S1.6 S2.20 S6.3 S7.25 S9.8]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'root@example.com');
  await verify(page, 'root@example.com');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const read = () =>
    links.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('aria-current')]),
    );
  const pages = ['Dashboard', 'Profile', 'Settings', 'Subscription'];
  for (const open of pages) {
    await page.goto(`/app/${open.toLowerCase()}`);
    await expect.poll(read).toEqual(pages.map((name) => [name, name === open ? 'page' : null]));
  }
  await becomeAdmin(page, columnist);
  const marks = () => links.nth(4).evaluate((link) => getComputedStyle(link).borderBottomColor);
  await page.goto('/app/dashboard');
  await settled(page);
  const plain = await marks();
  for (const path of ['users', 'statistics', 'audit']) {
    await page.goto(`/app/admin/${path}`);
    await expect.poll(read).toEqual([...pages.map((name) => [name, null]), ['Admin', 'page']]);
    expect(await marks()).not.toBe(plain);
  }
  // Paths that are none lead away, as all others do.
  await page.goto('/app/admin/users/1/edit');
  await page.waitForURL('**/app/dashboard');

  // The figures are asked for again after five minutes, and not before.
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(...operationsIn(request)));
  const stats = () => asked.filter((path) => path === 'admin.stats').length;
  await page.goto('/app/admin/statistics');
  await page.getByRole('heading', { name: 'Total Users' }).waitFor();
  expect(stats()).toBe(1);
  await page.clock.fastForward('04:50');
  await page.getByRole('button', { name: 'Refresh' }).isEnabled();
  expect(stats()).toBe(1);
  await page.clock.fastForward('00:10');
  await expect.poll(stats).toBe(2);
  await context.close();
});

test('every path below /admin is closed to those without the role [S2.10 S8.12]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'plain@example.com');
  for (const path of ['/app/admin', '/app/admin/users', '/app/admin/x', '/app/admin/x/y']) {
    await page.goto(path);
    await page.waitForURL('**/app/unauthorized');
  }
  await context.close();
});

test('the buttons of the access-denied screen do what they say [S2.55 S2.56]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'denied@example.com');
  await page.goto('/app/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  const denied = async () => {
    await page.evaluate(() => {
      history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', '/app/unauthorized');
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
    await page.getByRole('heading', { name: 'Access Denied', exact: true }).waitFor();
  };
  await denied();
  await page
    .getByText(
      'You do not have permission to see this page. If you believe you should, please contact an administrator.',
      { exact: true },
    )
    .waitFor();
  await page.getByRole('button', { name: 'Go Back', exact: true }).click();
  await page.waitForURL('**/app/settings');
  await denied();
  await page.getByRole('button', { name: 'Go to Dashboard', exact: true }).click();
  await page.waitForURL('**/app/dashboard');
  // Opened by its address, with a page of the product before it.
  await page.goto('/app/settings');
  await page.goto('/app/unauthorized');
  await page.getByRole('button', { name: 'Go Back', exact: true }).click();
  await page.waitForURL('**/app/settings');
  // Opened by its address, with another site before it: back would leave the product.
  await page.goto('about:blank');
  await page.goto('/app/unauthorized');
  await page.getByRole('button', { name: 'Go Back', exact: true }).click();
  await page.waitForURL('**/app/dashboard');
  await page.goto('/app/unauthorized');
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await page.waitForURL('**/app/login');
  await context.close();
});

test('the header is sticky, and translucent with a shadow once the page is scrolled [S2.19 S2.22]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'header@example.com');
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto('/app/profile?tab=security');
  await page.getByText('This session').waitFor();
  const header = page.locator('header.top');
  const look = () =>
    header.evaluate((element) => {
      const { position, boxShadow, backgroundColor, backdropFilter } = getComputedStyle(element);
      const alpha = /[\d.]+(?=\)$)/.exec(
        /^rgba|\//.test(backgroundColor) ? backgroundColor : '',
      )?.[0];
      return [
        position,
        boxShadow === 'none',
        alpha === undefined || Number(alpha) >= 1,
        backdropFilter === 'none',
        element.getBoundingClientRect().top,
      ];
    });
  expect((await look()).slice(0, 2)).toEqual(['sticky', true]);
  await page.mouse.wheel(0, 300);
  await expect.poll(look).toEqual(['sticky', false, false, false, 0]);
  await context.close();
});

test('the menu of the user has their initial, names and badge [S2.23 S2.24]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'menu@example.com');
  let fields: Record<string, unknown> = {};
  await change(page, 'auth.me', () => fields);
  const read = async (changed: Record<string, unknown>) => {
    fields = changed;
    await page.goto('/app/settings');
    const button = page.locator('button.me');
    await button.click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    return [
      await button.locator('.ava').textContent(),
      await items.first().locator('.who > *').allTextContents(),
      (await items.allTextContents()).slice(1),
      await items.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
      await items.locator('.tag').getAttribute('class'),
    ];
  };
  const links = ['/app/profile', '/app/settings', '/app/subscription'];
  expect(await read({ full_name: 'ada Byron' })).toEqual([
    'A',
    ['ada Byron', 'menu@example.com'],
    ['Profile', 'Settings', 'Subscription Free', 'Logout'],
    links,
    'tag out',
  ]);
  expect(await read({ full_name: '', subscription_tier: 'paid' })).toEqual([
    'M',
    ['menu@example.com', 'menu@example.com'],
    ['Profile', 'Settings', 'Subscription Pro', 'Logout'],
    links,
    'tag pro',
  ]);
  await context.close();
});

test('footer and cards name the addresses of this installation [S1.3 S1.4 S1.5 S2.26 S2.47]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'footer@example.com');
  await page.goto('/app/dashboard');
  await settled(page);
  const footer = page.locator('footer');
  expect([
    await footer.locator('p').first().textContent(),
    await footer
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
    await page
      .getByRole('region', { name: 'MCP Server' })
      .getByRole('link', { name: 'Public code repository', exact: true })
      .getAttribute('href'),
  ]).toEqual([
    'Advanced data analysis and statistics for professionals with powerful dataset tools.',
    [
      ['Dashboard', '/app/dashboard'],
      ['Profile', '/app/profile'],
      ['Settings', '/app/settings'],
      ['Subscription', '/app/subscription'],
      ['help@example.org', 'mailto:help@example.org'],
    ],
    repository,
  ]);
  await context.close();
});

test('the banner leads to verification, keeps its minute, and goes once the address is verified [S2.27 S2.28 S2.29 S2.30 S2.52 S2.53 S4.7 S6.8 S9.8]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'banner@example.com');
  await page.clock.install();
  await page.goto('/app/dashboard');
  await settled(page);
  const access = page.getByRole('region', { name: 'API Access' });
  expect(await access.getByRole('status').first().textContent()).toBe(
    'Email Verification Required Verify your email address to get an API key.Verify email',
  );
  await access.getByRole('link', { name: 'Verify email' }).click();
  await page.waitForURL('**/app/profile?verify=true');
  await page.getByRole('tab', { name: 'API Key' }).waitFor();
  const banner = page.locator('.page-note .note');
  expect(await banner.locator('div').first().textContent()).toBe(
    "Email Verification Required Please verify your email address to access all features. We've sent a verification link to banner@example.com.",
  );
  const above = await banner.evaluate(
    (note) => note.compareDocumentPosition(document.querySelector('main') ?? note) & 4,
  );
  expect(above).toBe(4);
  const resend = page.getByRole('button', { name: /^Resend/ });
  expect(await resend.evaluate((button) => button === document.activeElement)).toBe(true);
  const [sent] = await Promise.all([
    page.waitForRequest((request) => operationsIn(request).includes('auth.resendVerification')),
    resend.click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ '0': { email: 'banner@example.com' } });
  // Stopped, the clock shows each second.
  await page.getByText(/^Resend in (60|59|58|57)s$/).waitFor();
  await page.clock.fastForward(50_000);
  await page.getByText(/^Resend in \ds$/).waitFor();
  expect([await resend.count(), await resend.isDisabled()]).toEqual([1, true]);
  await page.reload();
  await page.getByText(/^Resend in \ds$/).waitFor();
  const beside = await context.newPage();
  await beside.goto('/app/settings');
  await beside.getByText(/^Resend in \ds$/).waitFor();
  await beside.close();
  await page.clock.fastForward(10_000);
  await page.getByRole('button', { name: 'Resend verification email', exact: true }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('verificationSent');
  await expect.poll(() => resend.isEnabled()).toBe(true);

  await page.goto('/app/dashboard');
  await access.getByRole('link', { name: 'Limits and further keys' }).click();
  await page.getByRole('tab', { name: 'API Key', selected: true }).waitFor();
  expect(await page.evaluate(() => history.state.usr)).toBe('apikey');

  await change(page, 'auth.me', () => ({ email_verified: true }));
  await page.evaluate(() =>
    localStorage.setItem(
      'verificationSent',
      JSON.stringify({ email: 'banner@example.com', until: 1 }),
    ),
  );
  await page.goto('/app/dashboard');
  await settled(page);
  await page.getByRole('button', { name: 'Create API key' }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('verificationSent');
  expect(await page.getByText('Email Verification Required').count()).toBe(0);
  await context.close();
});

test('the key is shown, hidden and made again, and Copied says so for two seconds [S2.46 S4.15 S9.8 S9.9]', async () => {
  const { page, context } = await visit();
  await signUp(page, 'key@example.com');
  await verify(page, 'key@example.com');
  await page.goto('/app/dashboard');
  const access = page.getByRole('region', { name: 'API Access' });
  const button = (name: string) => access.getByRole('button', { name, exact: true });
  await button('Create API key').click();
  const key = access.getByRole('group', { name: /API key/ });
  const masked = async () => {
    await expect.poll(() => key.textContent()).toMatch(/^•{28}[\w-]{4}$/);
    return (await key.textContent())?.slice(-4);
  };
  const last = await masked();
  await button('Show').click();
  await expect.poll(() => key.textContent()).toMatch(/^col_test_[\w-]{43}$/);
  const shown = (await key.textContent()) ?? '';
  expect(shown.slice(-4)).toBe(last);
  await button('Hide').click();
  await masked();
  await access.locator('.key').getByRole('button', { name: 'Copy', exact: true }).click();
  await access.locator('.key').getByRole('button', { name: 'Copied', exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await button('Regenerate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate', exact: true }).click();
  await expect.poll(() => key.textContent()).not.toBe(`${'•'.repeat(28)}${last}`);
  await button('Show').click();
  await expect.poll(() => key.textContent()).toMatch(/^col_test_[\w-]{43}$/);
  expect(await key.textContent()).not.toBe(shown);
  const old = await page.request.get('/api/v1/datasets', { headers: { 'API-Key': shown } });
  expect(old.status()).toBe(401);

  await page.clock.install();
  await page.goto('/app/dashboard');
  await settled(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const code = access.locator('.code');
  await code.getByRole('button', { name: 'Copy', exact: true }).click();
  const copied = code.getByRole('button', { name: 'Copied', exact: true });
  await passUntil(page, copied);
  await page.clock.runFor(1800);
  expect(await copied.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await code.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  await context.close();
});

test('the reset page leads to the login after three seconds [S2.44 S4.8 S9.8]', async () => {
  const { page, context } = await visit();
  await page.route('**/trpc/auth.resetPassword**', (route) =>
    route.fulfill({ json: [{ result: { data: { message: 'ok' } } }] }),
  );
  await page.clock.install();
  await page.goto('/app/reset-password?token=x');
  await page.getByLabel('New password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm new password').fill('correct horse battery');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('button', { name: 'Reset password' }).click();
  const success = page.getByRole('heading', { name: 'Success!', exact: true });
  await passUntil(page, success);
  await page.clock.runFor(2800);
  // What is drawn may be late: where the page is, is not.
  expect(await page.evaluate(() => location.pathname)).toBe('/app/reset-password');
  expect(await success.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await page.waitForURL('**/app/login');
  await context.close();
});
