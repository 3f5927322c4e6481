import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change, replace } from './answers.ts';
import { openVisitor, phone } from './columnist.ts';
import { becomeAdmin, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist({});

const password = 'correct horse battery';
const visit = (options?: Parameters<typeof openVisitor>[2]) =>
  openVisitor(browser, columnist.url, options);

async function register(page: Page, email: string, name = 'Ines Marlow'): Promise<void> {
  await page.goto('/app/register');
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Registration Successful!').waitFor();
}

/**
 * From here on these calls end as when the server cannot be reached, or with an answer of the
 * test's own.
 */
const fail = async (page: Page, path: string): Promise<void> => {
  await page.route(path, (route) => route.abort());
};
/** The texts of some elements, once the first of them is there. */
async function texts(list: Locator): Promise<string[]> {
  await list.first().waitFor();
  return list.allTextContents();
}
const shows = async (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();
const pathOf = (page: Page): string => new URL(page.url()).pathname;

describe('routes', () => {
  it('send visitors to the login and back to where they wanted [S2.1 S2.2 S2.3 S2.6 S2.7 S2.8 S2.9 S6.1 S6.2 S8.11 S9.12]', async () => {
    const { page, context } = await visit();
    for (const path of [
      '/',
      '/app/',
      '/app/dashboard',
      '/app/profile',
      '/app/settings',
      '/app/subscription',
      '/app/admin/users',
      '/app/nowhere',
    ]) {
      await page.goto(path);
      await page.waitForURL('**/app/login');
    }
    for (const path of [
      '/app/login',
      '/app/register',
      '/app/forgot-password',
      '/app/reset-password',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(pathOf(page)).toBe(path);
    }
    await register(page, 'routes@example.com');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/app/settings?tab=notifications');
    await page.waitForURL('**/app/login');
    await page.getByLabel('Email').fill('routes@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/app/settings?tab=notifications');
    await page.goto('/app/nowhere');
    await page.waitForURL('**/app/dashboard');
    await context.close();
  });

  it('send people who are signed in to the dashboard, and those without the role away [S2.4 S2.5 S2.10 S2.55 S2.56 S8.12]', async () => {
    const { page, context } = await visit();
    await page.goto('/app/unauthorized');
    await shows(page, 'Access Denied');
    await register(page, 'plain@example.com');
    for (const path of [
      '/app/login',
      '/app/register',
      '/app/forgot-password',
      '/app/reset-password?token=x',
    ]) {
      await page.goto(path);
      await page.waitForURL('**/app/dashboard');
    }
    await page.goto('/app/admin/statistics');
    await page.waitForURL('**/app/unauthorized');
    await shows(
      page,
      'You do not have permission to see this page. If you believe you should, please contact an administrator.',
    );
    for (const name of ['Go Back', 'Go to Dashboard', 'Logout'])
      await expect.poll(() => page.getByRole('button', { name }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/app/login');
    await context.close();
  });

  it('check the session once at start, behind a spinner; tokens that are no good are cleared [S2.11 S3.13 S4.1 S4.2 S4.3 S4.6 S8.10]', async () => {
    const { page, context } = await visit();
    await register(page, 'start@example.com');
    await expect
      .poll(() =>
        page.evaluate(() =>
          [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')].every(
            (token) => token !== null,
          ),
        ),
      )
      .toBe(true);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let checks = 0;
    await page.route('**/trpc/**auth.me**', async (route) => {
      checks += 1;
      await held;
      await route.continue();
    });
    await page.goto('/app/dashboard');
    await page.getByRole('status').getByText('Loading').waitFor();
    release();
    await shows(page, 'No dataset yet. Drop a CSV file here, and every column introduces itself.');
    expect(checks).toBe(1);
    await page.unroute('**/trpc/**auth.me**');
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'wrong');
      localStorage.setItem('refreshToken', 'wrong');
    });
    await page.goto('/app/dashboard');
    await page.waitForURL('**/app/login');
    await expect
      .poll(() =>
        page.evaluate(() => [
          localStorage.getItem('accessToken'),
          localStorage.getItem('refreshToken'),
        ]),
      )
      .toEqual([null, null]);
    await context.close();
  });
});

describe('the shell', () => {
  it('themes the document, before it is painted and as the system changes [S2.14 S2.15 S2.16 S2.59 S2.60 S4.17 S9.13]', async () => {
    const { page, context } = await visit({ colorScheme: 'dark' });
    const theme = () => page.evaluate(() => document.documentElement.getAttribute('data-theme'));
    await page.goto('/app/login');
    await expect.poll(() => theme()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await register(page, 'theme@example.com');
    await page.goto('/app/settings');
    await expect.poll(() => texts(page.getByRole('tab'))).toEqual(['Theme', 'Notifications']);
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(theme).toBe('dark');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(theme).toBe('dark');
    // What another tab chooses is seen here too.
    const other = await context.newPage();
    await other.goto('/app/settings');
    await other.getByText('Light', { exact: true }).click();
    await expect.poll(theme).toBe('light');
    await context.close();
  });

  it('fails a page alone, and tries again [S2.17 S2.18 S4.18]', async () => {
    const { page, context } = await visit();
    await register(page, 'failure@example.com');
    await replace(page, 'datasets.list', () => ({ items: [null], total: 1, next_cursor: null }));
    await page.goto('/app/dashboard');
    await shows(page, 'Something went wrong.');
    await shows(
      page,
      'We encountered an unexpected error while rendering this page. You can try refreshing the page or clicking the button below.',
    );
    await page.unroute('**/trpc/**datasets.list**');
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('No dataset yet.').waitFor();
    await context.close();
  });

  it('has its header, menus and footer [S2.19 S2.21 S2.24 S2.26 S4.4]', async () => {
    const { page, context } = await visit();
    await register(page, 'shell@example.com', 'ada Byron');
    await page.goto('/app/profile?tab=security');
    await shows(page, 'This session');
    const header = page.locator('header.top');
    await expect
      .poll(() => header.getByRole('navigation').getByRole('link').allTextContents())
      .toEqual(['Dashboard', 'Profile', 'Settings', 'Subscription']);
    await expect
      .poll(() => header.evaluate((element) => getComputedStyle(element).position))
      .toBe('sticky');
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.mouse.wheel(0, 300);
    await page.locator('header.top.scrolled').waitFor();
    await expect
      .poll(() => header.evaluate((element) => getComputedStyle(element).boxShadow))
      .not.toBe('none');
    await header.getByRole('link', { name: 'Columnist' }).click();
    await page.waitForURL('**/app/dashboard');
    await shows(page, 'No dataset yet. Drop a CSV file here, and every column introduces itself.');
    const menu = page.getByRole('button', { name: /ada Byron/ });
    await expect.poll(() => menu.locator('.ava').textContent()).toBe('A');
    await menu.click();
    const items = page.getByRole('menu');
    await expect
      .poll(() => items.getByRole('menuitem').allTextContents())
      .toEqual([
        'ada Byronshell@example.com',
        'Profile',
        'Settings',
        'Subscription Free',
        'Logout',
      ]);
    const footer = page.locator('footer');
    await expect
      .poll(() => footer.textContent())
      .toBe(
        `Advanced data analysis and statistics for professionals with powerful dataset tools.Quick LinksDashboardProfileSettingsSubscriptionContactsupport@columnist.example© ${new Date().getFullYear()} Columnist`,
      );
    await fail(page, '**/trpc/auth.logout**');
    await items.getByText('Logout').click();
    await page.waitForURL('**/app/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.goBack();
    await page.waitForURL('**/app/login');
    await context.close();

    const narrow = await visit({ viewport: phone });
    await register(narrow.page, 'narrow@example.com');
    await narrow.page.goto('/app/dashboard');
    await narrow.page.getByRole('button', { name: 'Open menu' }).click();
    await narrow.page.locator('.drawer-nav').getByRole('link', { name: 'Settings' }).click();
    await narrow.page.waitForURL('**/app/settings');
    await narrow.page.getByRole('button', { name: 'Open menu' }).waitFor();
    await expect.poll(() => narrow.page.locator('.drawer-nav').count()).toBe(0);
    await narrow.context.close();
  });

  it('asks for verification above the content, and sends the message again once a minute [S2.27 S2.28 S2.29 S2.30 S4.7 S6.8]', async () => {
    const { page, context } = await visit();
    await register(page, 'verify@example.com');
    await page.goto('/app/profile?verify=true');
    const resend = page.getByRole('button', { name: 'Resend verification email' });
    await expect.poll(() => resend.count()).toBe(1);
    const banner = page.locator('.page-note');
    await expect.poll(() => banner.locator('b').textContent()).toBe('Email Verification Required');
    await expect
      .poll(() => banner.textContent())
      .toContain(
        "Please verify your email address to access all features. We've sent a verification link to verify@example.com.",
      );
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Resend verification email');
    await page.getByRole('tab', { name: 'API Key' }).click();
    await page.getByText('Verify your email address to get an API key.').waitFor();
    await banner.getByRole('button', { name: 'Resend verification email' }).click();
    await banner.getByRole('button', { name: /^Resend in (60|5\d)s$/ }).waitFor();
    await expect.poll(() => banner.getByRole('button').isDisabled()).toBe(true);
    await context.close();
  });
});

describe('forms', () => {
  it('of the login say what is missing, and tell what led here [S2.32 S2.33 S2.34 S2.35 S5.3]', async () => {
    const { page, context } = await visit();
    await page.goto('/app/login?verified=true');
    await shows(page, 'Your email has been verified successfully. You can now log in.');
    await page.goto('/app/login?verified=false&error=This%20link%20%26%20all%20others');
    await shows(page, 'This link & all others');
    const submit = page.getByRole('button', { name: 'Log in' });
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await page.getByLabel('Email').focus();
    await page.getByLabel('Password').focus();
    await shows(page, 'Email is required');
    await page.getByLabel('Email').fill('someone@example.com');
    await page.getByLabel('Password').focus();
    await page.getByLabel('Email').focus();
    await shows(page, 'Password is required');
    await page.getByLabel('Password').fill('x');
    await expect.poll(() => submit.isEnabled()).toBe(true);
    await expect
      .poll(() => page.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href'))
      .toBe('/app/forgot-password');
    await expect
      .poll(() => page.getByRole('link', { name: 'Create an account' }).getAttribute('href'))
      .toBe('/app/register');
    await context.close();
  });

  it('of registration ask for three fields, welcome by name and sign in [S2.37 S2.38 S2.39 S5.2]', async () => {
    const { page, context } = await visit();
    await page.goto('/app/register');
    const submit = page.getByRole('button', { name: 'Create account' });
    for (const [label, text] of [
      ['Full name', 'Ada Byron'],
      ['Email', 'three@example.com'],
      ['Password', 'short'],
    ] as const) {
      await expect.poll(() => submit.isDisabled()).toBe(true);
      await page.getByLabel(label).fill(text);
    }
    await submit.click();
    await shows(page, 'Must be at least 8 characters');
    await page.getByLabel('Password').fill(password);
    await submit.click();
    await shows(page, 'Registration Successful!');
    await shows(page, 'Welcome Ada Byron! Your account has been created.');
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await page.waitForURL('**/app/dashboard');
    await context.close();
  });

  it('of forgot and reset follow the specification [S2.40 S2.41 S2.42 S2.43 S2.44 S4.8 S5.4 S5.5]', async () => {
    const { page, context } = await visit();
    await page.goto('/app/forgot-password');
    await page.getByLabel('Email').focus();
    await page.getByRole('link', { name: 'Return to login' }).focus();
    await shows(page, 'Email is required');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByRole('heading', { name: 'Email Sent', exact: true }).waitFor();
    await shows(page, 'Password reset link has been sent to your email.');
    await expect
      .poll(() => page.getByRole('link', { name: 'Return to login' }).getAttribute('href'))
      .toBe('/app/login');
    await page.getByRole('button', { name: 'Try another email' }).click();
    await page.getByRole('button', { name: 'Send reset link' }).waitFor();

    await page.goto('/app/reset-password?token=%20');
    await shows(page, 'Invalid or missing reset token. Please request a new password reset link.');
    await page.goto('/app/reset-password');
    await shows(page, 'Invalid or missing reset token. Please request a new password reset link.');
    await expect
      .poll(() => page.getByRole('link', { name: 'Request a new link' }).getAttribute('href'))
      .toBe('/app/forgot-password');
    await page.goto('/app/reset-password?token=none');
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('Confirm new password').fill('other');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await shows(page, 'Password must be at least 8 characters long');
    await shows(page, 'Passwords do not match');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Reset password' }).click();
    await shows(page, 'Invalid or missing reset token. Please request a new password reset link.');
    const refused = await fetch(`${columnist.url}/api/v1/auth/reset-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: 'x', password }),
    });
    expect(await refused.json()).toMatchObject({
      detail: 'CAPTCHA verification is required. Please refresh the page and try again.',
    });

    await page.route('**/trpc/auth.resetPassword**', (route) =>
      route.fulfill({
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify([{ result: { data: { message: 'ok' } } }]),
      }),
    );
    const done = Date.now();
    await page.getByRole('button', { name: 'Reset password' }).click();
    await shows(page, 'Success!');
    await page.waitForURL('**/app/login');
    expect(Date.now() - done).toBeGreaterThanOrEqual(3000);
    await shows(
      page,
      'Your password has been reset successfully. Please log in with your new password.',
    );
    await context.close();
  });

  it('of profile and settings [S1.7 S2.51 S2.52 S2.54 S3.11 S3.12 S5.6 S5.7]', async () => {
    const { page, context } = await visit();
    await register(page, 'profile@example.com');
    await page.goto('/app/profile');
    await expect
      .poll(() => texts(page.getByRole('tab')))
      .toEqual(['Profile', 'API Key', 'Security']);
    await expect.poll(() => page.getByLabel('Email').getAttribute('readonly')).not.toBeNull();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await shows(page, 'No changes were made to your profile.');
    // As a link with this navigation state leaves it behind.
    await page.evaluate(() => history.replaceState({ usr: 'apikey', key: 'x' }, ''));
    await page.reload();
    await page.getByRole('tab', { name: 'API Key', selected: true }).waitFor();
    await expect
      .poll(() => page.locator('pre').first().textContent())
      .toMatch(/curl .*\/api\/v1\/statistics[\s\S]*API-Key/);
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByLabel('Current password').fill('wrong one');
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('Confirm new password').fill('other');
    await page.getByRole('button', { name: 'Change password' }).click();
    await shows(page, 'New password must be at least 8 characters long');
    await shows(page, 'New passwords do not match');
    await page.getByLabel('New password', { exact: true }).fill(`${password}!`);
    await page.getByLabel('Confirm new password').fill(`${password}!`);
    await page.getByRole('button', { name: 'Change password' }).click();
    await shows(page, 'Current password is incorrect');

    await page.goto('/app/settings?tab=notifications');
    await page.getByRole('switch').first().waitFor();
    await page.waitForLoadState('networkidle');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await expect.poll(() => page.getByRole('switch', { checked: true }).count()).toBe(5);
    await page.getByRole('switch', { name: 'Comments' }).click();
    await page.getByRole('button', { name: 'Save preferences' }).click();
    await shows(page, 'Saved on this device.');
    expect(sent).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('notifications') ?? '')))
      .toEqual({
        email_notifications: true,
        dataset_updates: true,
        comments: false,
        role_changes: true,
        security_alerts: true,
      });
    await context.close();
  });
});

describe('what fails says so', () => {
  it('with the specified texts where the server says nothing [S8.3 S8.4]', async () => {
    const { page, context } = await visit();
    const tried = async (call: string, act: () => Promise<void>, text: string) => {
      await fail(page, `**/trpc/${call}**`);
      await act();
      await shows(page, text);
      await page.unroute(`**/trpc/${call}**`);
    };
    await page.goto('/app/login');
    await page.getByLabel('Email').fill('a@example.com');
    await page.getByLabel('Password').fill(password);
    await tried(
      'auth.login',
      () => page.getByRole('button', { name: 'Log in' }).click(),
      'Failed to login',
    );
    await page.goto('/app/forgot-password');
    await page.getByLabel('Email').fill('a@example.com');
    await tried(
      'auth.forgotPassword',
      () => page.getByRole('button', { name: 'Send reset link' }).click(),
      'Failed to send password reset email',
    );
    await page.goto('/app/reset-password?token=x');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await tried(
      'auth.resetPassword',
      () => page.getByRole('button', { name: 'Reset password' }).click(),
      'Failed to reset password',
    );
    await page.goto('/app/register');
    await page.getByLabel('Full name').fill('Ada Byron');
    await page.getByLabel('Email').fill('fails@example.com');
    await page.getByLabel('Password').fill(password);
    await tried(
      'auth.register',
      () => page.getByRole('button', { name: 'Create account' }).click(),
      'Failed to register',
    );
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await tried(
      'auth.resendVerification',
      () => page.getByRole('button', { name: 'Resend verification email' }).click(),
      'Failed to resend verification email',
    );
    await fail(page, '**/api/v1/datasets');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') });
    await shows(page, 'Failed to upload file');
    await page.unroute('**/api/v1/datasets');
    await page.locator('.card.up').getByRole('button', { name: 'Try Again', exact: true }).click();
    await page.getByRole('link', { name: 'a.csv' }).waitFor();
    await tried(
      'datasets.delete',
      () => page.getByRole('button', { name: 'Delete a.csv' }).click(),
      'Failed to delete dataset',
    );
    await page.goto('/app/profile');
    await page.getByLabel('Full name').fill('Ada King');
    await tried(
      'auth.updateMe',
      () => page.getByRole('button', { name: 'Save changes' }).click(),
      'Failed to update profile. Please try again.',
    );
    await page.goto('/app/profile?tab=security');
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password', { exact: true }).fill(`${password}!`);
    await page.getByLabel('Confirm new password').fill(`${password}!`);
    await tried(
      'auth.updateMe',
      () => page.getByRole('button', { name: 'Change password' }).click(),
      'Failed to change password',
    );
    await fail(page, '**/trpc/**datasets.list**');
    await page.goto('/app/dashboard');
    await shows(page, 'Failed to load datasets');
    await context.close();
  });

  it('with the captcha texts [S5.9 S7.33 S8.2]', async () => {
    const { page, context } = await visit();
    const actions: string[] = [];
    page.on('request', (request) => {
      const action = /captcha\/challenge\?action=(.+)$/.exec(request.url())?.[1];
      if (action !== undefined) actions.push(action);
    });
    await page.goto('/app/login');
    await page.getByLabel('Email').fill('a@example.com');
    await page.getByLabel('Password').fill(password);
    const spoilt = {
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        nonce: '00',
        salt: '00',
        cost: 1,
        keyLength: 32,
        keyPrefix: '0',
        data: { action: 'login', expires: 0 },
      },
      signature: 'x',
    };
    await page.route('**/captcha/challenge**', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(spoilt) }),
    );
    await page.getByRole('button', { name: 'Log in' }).click();
    await shows(page, 'CAPTCHA verification failed. Please try again or refresh the page.');
    await page.unroute('**/captcha/challenge**');
    await fail(page, '**/captcha/challenge**');
    await page.getByRole('button', { name: 'Log in' }).click();
    await shows(page, 'reCAPTCHA verification failed. Please refresh and try again.');
    await page.unroute('**/captcha/challenge**');
    await page.goto('/app/forgot-password');
    await page.getByLabel('Email').fill('a@example.com');
    await page.route('**/captcha/challenge**', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(spoilt) }),
    );
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await shows(page, 'CAPTCHA verification failed. Please refresh the page and try again.');
    await page.unroute('**/captcha/challenge**');
    await register(page, 'captcha@example.com');
    await page.goto('/app/dashboard');
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await page.getByRole('button', { name: /^Resend in/ }).waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/app/reset-password?token=none');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Reset password' }).click();
    await shows(page, 'Invalid or missing reset token. Please request a new password reset link.');
    expect([...new Set(actions)].toSorted()).toEqual([
      'forgot_password',
      'login',
      'register',
      'resend_verification',
      'reset_password',
    ]);
    const other = await fetch(`${columnist.url}/api/v1/captcha/challenge?action=log-in`);
    expect(other.status).toBe(422);
    await context.close();
  });
});

describe('the dashboard and the admin area', () => {
  beforeAll(async () => {
    const { page, context } = await visit();
    await register(page, 'root@example.com');
    await verify(page, 'root@example.com');
    await becomeAdmin(page, columnist);
    await context.close();
  });

  async function enter(page: Page): Promise<void> {
    await page.goto('/app/login');
    await page.getByLabel('Email').fill('root@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/app/dashboard');
  }

  it('show what they are specified to show [S2.45 S2.46 S2.47 S2.48 S2.49 S6.9 S9.10]', async () => {
    const { page, context } = await visit();
    await enter(page);
    await shows(page, 'of 5 (Free Tier)');
    await shows(page, '/100');
    for (const name of [
      'Total Datasets',
      'API Calls this month',
      'Subscription',
      'API Access',
      'MCP Server',
    ])
      await page
        .getByRole('heading', { name: new RegExp(`^${name}`) })
        .first()
        .waitFor();
    await expect
      .poll(() =>
        texts(page.getByRole('region', { name: 'Usage', exact: true }).getByRole('heading')),
      )
      .toEqual(['Total Datasets', 'API Calls this month', 'Subscription Compare plans']);
    await expect
      .poll(() => page.getByRole('link', { name: 'Compare plans' }).getAttribute('href'))
      .toBe('/app/subscription');
    await page.getByRole('button', { name: 'Create API key' }).click();
    const key = page.getByRole('group', { name: /API key/ });
    await expect.poll(() => key.textContent()).toMatch(/^•{28}[\w-]{4}$/);
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => key.textContent()).toMatch(/^col_test_[\w-]{43}$/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const access = page.getByRole('region', { name: 'API Access' });
    await access.getByRole('button', { name: 'Copy' }).first().click();
    await access.getByRole('button', { name: 'Copied' }).waitFor();
    await access.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Regenerate' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a\n1\n') });
    await shows(page, 'Only .csv files can be uploaded.');
    await page.locator('input[type=file]').setInputFiles({
      name: 'b.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`a\n${'1234567\n'.repeat(200)}`),
    });
    await page.getByRole('link', { name: 'b.csv' }).waitFor();
    const card = page.locator('.card', { hasText: 'b.csv' });
    await expect.poll(() => card.textContent()).toMatch(/CSV · 1\.6 KB · \d+ \w+ \d{4}/);
    await expect
      .poll(() => card.getByRole('button', { name: 'Delete b.csv' }).isVisible())
      .toBe(true);
    await context.close();
  });

  it('list users with roles, and figures [S1.6 S2.57 S6.3 S8.5]', async () => {
    const { page, context } = await visit();
    await enter(page);
    const admin = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Admin' });
    await admin.click();
    await page.waitForURL('**/app/admin/users');
    await expect.poll(() => admin.getAttribute('aria-current')).toBe('page');
    await expect
      .poll(() => texts(page.getByRole('navigation', { name: 'Admin' }).getByRole('link')))
      .toEqual(['User Management', 'System Statistics', 'Audit Log']);
    await page.getByRole('cell', { name: 'root@example.com' }).waitFor();
    const act = async (label: string, call: string, text: string) => {
      await fail(page, `**/trpc/${call}**`);
      await page
        .getByRole('row', { name: /root@example\.com/ })
        .getByRole('button', { name: /Actions/ })
        .click();
      await page.getByText(label).last().click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await shows(page, text);
      await page.unroute(`**/trpc/${call}**`);
    };
    await act('Remove role admin', 'admin.removeRole', 'Failed to remove user role');
    await change(page, 'admin.users', ({ items }) => ({
      items: z
        .array(z.looseObject({}))
        .parse(items)
        .map((user) => ({ ...user, roles: [] })),
    }));
    await page.reload();
    await page.getByRole('cell', { name: 'root@example.com' }).waitFor();
    await act('Assign role admin', 'admin.assignRole', 'Failed to assign user role');
    await page.unroute('**/trpc/**admin.users**');
    await page.getByRole('link', { name: 'System Statistics' }).click();
    for (const name of [
      'Total Users',
      'Active Users',
      'Total Datasets',
      'Storage Used',
      'API Requests Today',
      'Active Sessions',
    ])
      await page.getByRole('heading', { name: new RegExp(`^${name}`) }).waitFor();
    await page.getByText(/^Updated \d\d:\d\d UTC, again in 5 minutes$/).waitFor();
    await fail(page, '**/trpc/**admin.stats**');
    await page.reload();
    await shows(page, 'Failed to load system statistics');
    expect(await page.getByText('Loading…').count()).toBe(0);
    await fail(page, '**/trpc/**admin.users**');
    await page.goto('/app/admin/users');
    await shows(page, 'Failed to load users and roles');
    await page.unroute('**/trpc/**admin.users**');
    await replace(page, 'admin.roles', () => ({}));
    await page.reload();
    await page.getByRole('cell', { name: 'root@example.com' }).waitFor();
    await shows(page, 'Failed to load users and roles');
    await page.unroute('**/trpc/**admin.roles**');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(() => page.getByText('Failed to load users and roles').count()).toBe(0);
    await fail(page, '**/trpc/**admin.users**');
    await page.reload();
    await shows(page, 'Failed to load users and roles');
    // Nothing is said of users that nobody has seen.
    expect(await page.getByText('Nobody is like that').count()).toBe(0);
    await context.close();
  });
});
