import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { becomeAdmin, logOut, mailedLink, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist({});

const password = 'correct horse battery';

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/app/register');
  await page.getByLabel('Full name').fill('Ines Marlow');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Registration Successful!').waitFor();
}

async function login(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/app/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
}

describe('an account', () => {
  it('register → verify by the mailed link → login → key → profile → password change → forgot → reset → login [S1.1]', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await register(page, 'ines@example.com');
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await page.getByText("We've sent a verification link to ines@example.com.").waitFor();
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await page.getByRole('button', { name: /^Resend in \d+s$/ }).waitFor();
    await verify(page, 'ines@example.com', 2);
    await page
      .getByText('Your email has been verified successfully. You can now log in.')
      .waitFor();
    await expect.poll(() => page.getByText('Email Verification Required').count()).toBe(0);
    await logOut(page, /Ines|Ada/);

    await login(page, 'ines@example.com');
    await page.waitForURL('**/app/dashboard');
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await page.getByRole('tab', { name: 'API Key' }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('button', { name: 'Show' }).waitFor();
    await page.getByLabel('Aggregates only: no single rows, no files').check();
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('The limits of your key were saved.').waitFor();

    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('No changes were made to your profile.').waitFor();
    await page.getByLabel('Full name').fill('   ');
    await page.getByText('Full name is required').waitFor();
    await page.getByLabel('Full name').fill(' A ');
    await page.getByText('Must be between 2 and 100 characters').waitFor();
    await page.getByLabel('Full name').fill('Ada King');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Your profile was updated.').waitFor();
    await page.getByRole('button', { name: /Ada King/ }).waitFor();

    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByLabel('Current password').fill('not it');
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('Confirm new password').fill('shorter');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('New password must be at least 8 characters long').waitFor();
    await page.getByText('New passwords do not match').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('a second secret 99');
    await page.getByLabel('Confirm new password').fill('a second secret 99');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Current password is incorrect').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page
      .getByText('Your password was changed. Every other session was signed out.')
      .waitFor();
    await page.getByText('This session').waitFor();
    await logOut(page, /Ines|Ada/);

    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The page before has such a field, too.
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email').fill('ines@example.com');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByText('Password reset link has been sent to your email.').waitFor();
    await page.goto(await mailedLink(page, 'Reset your password', 'ines@example.com'));
    await page.getByLabel('New password', { exact: true }).fill('a third secret 100');
    await page.getByLabel('Confirm new password').fill('a third secret');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByText('Passwords do not match').waitFor();
    await page.getByLabel('Confirm new password').fill('a third secret 100');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByText('Success!').waitFor();
    await page.waitForURL('**/app/login');
    await page
      .getByText('Your password has been reset successfully. Please log in with your new password.')
      .waitFor();
    await login(page, 'ines@example.com', 'a third secret 100');
    await page.waitForURL('**/app/dashboard');
    expect(problems.filter((problem) => !/40[13]|422/.test(problem))).toEqual([]);
    await context.close();
  });

  it('is deleted with what is typed, and gone', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await register(page, 'leaving@example.com');
    await page.goto('/app/profile?tab=security');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Delete for good' }).isDisabled())
      .toBe(true);
    await dialog.getByLabel('Type leaving@example.com to confirm').fill('leaving@example.com');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not confirm that it is you, so nothing was done.').waitFor();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await confirm.getByLabel('Current password').fill(password);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/app/login');
    await page
      .getByText('Your account is deleted, with its datasets, files and keys.', { exact: true })
      .waitFor();
    await login(page, 'leaving@example.com');
    await page.getByText('Incorrect email or password').waitFor();
    await context.close();
  });

  it('without a token, the reset page says what to do', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await page.goto('/app/reset-password');
    await page
      .getByText('Invalid or missing reset token. Please request a new password reset link.')
      .waitFor();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.waitForURL('**/app/forgot-password');
    await page.goto('/app/login?verified=false&error=The%20link%20has%20expired');
    await page.getByText('The link has expired').waitFor();
    await context.close();
  });
});

describe('administration', () => {
  it('an administrator assigns a role; a plain user is sent to /unauthorized', async () => {
    const plain = await openVisitor(browser, columnist.url);
    await register(plain.page, 'plain@example.com');
    // A role needs an address that is known to be theirs.
    await verify(plain.page, 'plain@example.com');
    await plain.page.goto('/app/admin/users');
    await plain.page.waitForURL('**/app/unauthorized');
    await plain.page.getByText('Access Denied').waitFor();
    await plain.page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await plain.page.waitForURL('**/app/dashboard');
    await expect.poll(() => plain.page.getByRole('link', { name: 'Admin' }).count()).toBe(0);

    const { page, context } = await openVisitor(browser, columnist.url);
    await register(page, 'root@example.com');
    await verify(page, 'root@example.com');
    await becomeAdmin(page, columnist);
    await page.getByRole('link', { name: 'Admin' }).waitFor();
    await page.getByLabel('Search users').fill('plain@');
    await page.getByLabel('Search users').press('Enter');
    await page.getByText('1 user', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Ines Marlow' }).click();
    await page.getByText('Assign role admin').click();
    await page.getByRole('dialog').getByText('plain@example.com').waitFor();
    const [assigned] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('admin.assignRole')),
      page.getByRole('button', { name: 'Yes' }).click(),
    ]);
    expect(assigned.status()).toBe(200);
    await page.getByRole('cell', { name: 'admin', exact: true }).waitFor();
    await plain.page.goto('/app/admin/audit');
    await plain.page.getByText('admin.assignRole').waitFor();
    await page.getByRole('link', { name: 'System Statistics' }).click();
    await page.getByText('Total Users').waitFor();

    // Who loses the role while a page of it is open is led away from it.
    await plain.page.goto('/app/admin/users?q=root@');
    await plain.page.getByRole('button', { name: 'Actions for Ines Marlow' }).click();
    await plain.page.getByText('Remove role admin').click();
    await plain.page.getByRole('dialog').getByText('root@example.com').waitFor();
    await Promise.all([
      plain.page.waitForResponse((response) => response.url().includes('admin.removeRole')),
      plain.page.getByRole('button', { name: 'Yes' }).click(),
    ]);
    await page.getByRole('link', { name: 'User Management' }).click();
    await page.waitForURL('**/app/unauthorized');
    await plain.context.close();
    await context.close();
  });
});
