import { generate } from 'otplib';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { desktop, openVisitor, phone } from './columnist.ts';
import { accessibilityProblems } from './looks.ts';
import { becomeAdmin, logOut, signUp, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

// Passkeys are bound to names.
useColumnist({ CAPTCHA: 'off', HOST: 'localhost' });

/** Refusals are part of these journeys. */
const unexpected = (problem: string): boolean => !/40[13]|422/.test(problem);

const password = 'correct horse battery';
const user = /Ines/;

async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** By the user's menu, or where that has no room by the page's. */
async function leave(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 768) return logOut(page, user);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/app/login');
}

/** Both themes of what is on the screen. */
async function mustBeAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['theme']))
      .toBe(colorScheme);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  }
}

/** A code for a time step that was not used: the server takes the next one, too. */
const codeOf = (secret: string, stepsAhead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsAhead });

/** A device with a finger that always fits; the result says whether the finger is there. */
async function addAuthenticator(page: Page): Promise<(isThere: boolean) => Promise<unknown>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (enabled) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
}

/** On the security page of the profile, with its first code; gives the secret. */
async function setUpApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await setUp.getByLabel('Code from your authenticator app').fill(await codeOf(secret));
  await page.keyboard.press('Enter');
  await setUp.waitFor({ state: 'hidden' });
  return secret;
}

/** A change of the password uses up what the session was confirmed by, as five minutes do. */
async function changePassword(
  page: Page,
  access: string,
  changed: string,
  current = password,
): Promise<void> {
  const headers = { Authorization: `Bearer ${access}` };
  await page.request.post('/api/v1/auth/verify-password', {
    headers,
    data: { password: current },
  });
  const answer = await page.request.put('/api/v1/auth/me', {
    headers,
    data: { password: changed },
  });
  expect(answer.status()).toBe(200);
}

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
] as const)('on %s', (_name, viewport) => {
  it('an authenticator app is set up, logs in, and is removed', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const email = `app-${viewport.width}@example.com`;
    await signUp(page, email);
    await page.goto('/app/profile?tab=security');
    await page.getByText('Not set up: your password alone opens this account.').waitFor();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '');
    // An app on the same device cannot scan its own screen.
    await setUp.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    expect(
      await setUp.getByRole('link', { name: 'Open in an app here' }).getAttribute('href'),
    ).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`));
    await setUp.getByLabel('Code from your authenticator app').fill('000000');
    await setUp.getByRole('button', { name: 'Confirm' }).click();
    await setUp.getByText('This code is not right.', { exact: false }).waitFor();
    await mustBeAccessible(page);
    await setUp.getByLabel('Code from your authenticator app').fill(await codeOf(secret));
    await page.keyboard.press('Enter');

    const kept = page.getByRole('dialog', { name: 'Keep these recovery codes' });
    await expect.poll(() => kept.getByRole('listitem').count()).toBe(10);
    const codes = await kept.getByRole('listitem').allTextContents();
    await mustBeAccessible(page);
    const download = page.waitForEvent('download');
    await kept.getByRole('button', { name: 'Download' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
    await kept.getByRole('button', { name: 'Copy' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${codes.join('\n')}\n`);
    await kept.getByRole('button', { name: 'I have saved these codes' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    await mustBeAccessible(page);
    await leave(page);

    await logIn(page, email);
    const code = page.getByLabel('Code from your authenticator app');
    await code.waitFor();
    expect(
      await code.evaluate((input) => [
        input.getAttribute('autocomplete'),
        input.getAttribute('inputmode'),
        document.activeElement === input,
      ]),
    ).toEqual(['one-time-code', 'numeric', true]);
    await mustBeAccessible(page);
    await code.fill('000000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page
      .getByText('This code is not right. Codes change every 30 seconds, and each works once.')
      .waitFor();
    // As a person pastes it, with a space in the middle.
    const next = await codeOf(secret, 1);
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${next.slice(0, 3)} ${next.slice(3)}`,
    );
    await code.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+V');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/dashboard');
    await leave(page);

    await logIn(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await mustBeAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/dashboard');
    await page.goto('/app/profile?tab=security');
    await page.getByText('9 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByText('Not set up: your password alone opens this account.').waitFor();
    await leave(page);
    await logIn(page, email);
    await page.waitForURL('**/app/dashboard');
    expect(problems.filter(unexpected)).toEqual([]);
    await context.close();
  });

  it('second factors are changed by who shows one, not by the password alone', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const access = await signUp(page, `shows-${viewport.width}@example.com`);
    await page.goto('/app/profile?tab=security');
    const secret = await setUpApp(page);
    const kept = page.getByRole('dialog', { name: 'Keep these recovery codes' });
    const codes = await kept.getByRole('listitem').allTextContents();
    await page.getByRole('button', { name: 'I have saved these codes' }).click();
    await changePassword(page, access, 'a second secret 99');
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await page.getByRole('button', { name: 'Make new codes' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByLabel('Current password').fill('a second secret 99');
    await page.keyboard.press('Enter');
    await confirm.getByText('Type the code.').waitFor();
    await confirm.getByLabel('Code from your authenticator app').fill('000000');
    await page.keyboard.press('Enter');
    await confirm.getByText('This code is not right.', { exact: false }).waitFor();
    await mustBeAccessible(page);
    await confirm.getByLabel('Code from your authenticator app').fill(await codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect.poll(() => confirm.count()).toBe(0);
    await kept.waitFor();
    expect(await kept.getByRole('listitem').allTextContents()).not.toEqual(codes);
    const [one = ''] = await kept.getByRole('listitem').allTextContents();
    await page.getByRole('button', { name: 'I have saved these codes' }).click();

    await changePassword(page, access, 'a third secret 100', 'a second secret 99');
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await confirm.getByLabel('Current password').fill('a third secret 100');
    await confirm.getByRole('button', { name: 'Use a recovery code' }).click();
    await confirm.getByLabel('Recovery code').fill(one);
    await mustBeAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText('Not set up: your password alone opens this account.').waitFor();
    expect(problems.filter(unexpected)).toEqual([]);
    await context.close();
  });

  it('a log-in that took too many attempts leads back to the password', async () => {
    const { page, context } = await openVisitor(browser, columnist.url, { viewport });
    const email = `slow-${viewport.width}@example.com`;
    await signUp(page, email);
    await page.goto('/app/profile?tab=security');
    const secret = await setUpApp(page);
    await page.getByRole('button', { name: 'I have saved these codes' }).click();
    await leave(page);
    await logIn(page, email);
    for (let i = 0; i < 5; i++) {
      await page.getByLabel('Code from your authenticator app').fill(`00000${i}`);
      const answered = page.waitForResponse(/auth\.completeLogin/);
      await page.getByRole('button', { name: 'Log in' }).click();
      await answered;
    }
    await page.getByLabel('Code from your authenticator app').fill(await codeOf(secret, 1));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('This log-in has ended. Type your password again.').waitFor();
    await page.getByLabel('Password').waitFor();
    await context.close();
  });

  it('a passkey is added, logs in before every other way, and confirms in place of the password', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const email = `passkey-${viewport.width}@example.com`;
    const putFinger = await addAuthenticator(page);
    const access = await signUp(page, email);
    await verify(page, email);
    await page.goto('/app/profile?tab=security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const add = page.getByRole('dialog', { name: 'Add a passkey' });
    await add.getByLabel('Name').fill('My laptop');
    await mustBeAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I have saved these codes' }).click();
    await page.getByRole('cell', { name: 'My laptop passkey' }).waitFor();
    await mustBeAccessible(page);
    // The device has one for this account already.
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await add.getByLabel('Name').fill('The same again');
    await page.keyboard.press('Enter');
    await add.getByText('This device has a passkey for your account already.').waitFor();
    await add.getByRole('button', { name: 'Cancel' }).click();
    const secret = await setUpApp(page);
    const app = page.getByRole('row', { name: /^Authenticator app/ });
    await app.getByText('Not yet').waitFor();
    await mustBeAccessible(page);

    await changePassword(page, access, 'a second secret 99');
    await page.getByRole('tab', { name: 'API Key' }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await mustBeAccessible(page);
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    // The page is complete once it shows what the new key may do.
    await page.getByRole('button', { name: 'Save limits' }).waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(/^col_test_/).waitFor();
    await expect.poll(() => confirm.count()).toBe(0);
    await leave(page);

    // It is asked for at once; who has it elsewhere goes another way meanwhile.
    await putFinger(false);
    await logIn(page, email, 'a second secret 99');
    await page.getByText('Your browser asks for the passkey of this account.').waitFor();
    await page.locator('button[aria-busy=true]').waitFor();
    await mustBeAccessible(page);
    expect(await page.locator('.ways button').allTextContents()).toEqual([
      'Use the authenticator app',
      'Use a recovery code',
      'Use another account',
    ]);
    await page.getByRole('button', { name: 'Use the authenticator app' }).click();
    await page.getByLabel('Code from your authenticator app').fill(await codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/dashboard');
    await page.goto('/app/profile?tab=security');
    await expect.poll(() => app.getByText(/\d{4}/).count()).toBe(2);
    await leave(page);

    await putFinger(true);
    await logIn(page, email, 'a second secret 99');
    await page.waitForURL('**/app/dashboard');
    expect(problems.filter(unexpected)).toEqual([]);
    await context.close();
  });

  it('what would let others act asks for the password, and goes on by itself', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const email = `asked-${viewport.width}@example.com`;
    const access = await signUp(page, email);
    await verify(page, email);
    await page.goto('/app/profile?tab=apikey');
    // A session that began with a log-in a moment ago is not asked.
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('button', { name: 'Save limits' }).waitFor();
    await changePassword(page, access, 'a second secret 99');
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });

    await page.getByRole('button', { name: 'Show' }).click();
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not confirm that it is you, so nothing was done.').waitFor();
    expect(await page.getByText(/^col_test_/).count()).toBe(0);
    await page.getByRole('button', { name: 'Show' }).click();
    const field = confirm.getByLabel('Current password');
    await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true);
    expect(await confirm.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
    await field.fill(password);
    await page.keyboard.press('Enter');
    await confirm.getByText('Current password is incorrect').waitFor();
    await mustBeAccessible(page);
    await field.fill('a second secret 99');
    await page.keyboard.press('Enter');
    await page.getByText(/^col_test_/).waitFor();
    await expect.poll(() => confirm.count()).toBe(0);

    // A file of many rows, which is fetched past the calls of the page.
    const csv = `x\n${Array.from({ length: 10_001 }, (_, i) => i).join('\n')}\n`;
    const made = await page.request.post('/api/v1/datasets', {
      headers: { Authorization: `Bearer ${access}` },
      multipart: { file: { name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) } },
    });
    const { id } = z.object({ id: z.string() }).parse(await made.json());
    await changePassword(page, access, 'a third secret 100', 'a second secret 99');
    await page.goto(`/app/datasets/${id}`);
    await page.getByTitle('The file as it was uploaded').click();
    await confirm.getByLabel('Current password').fill('a third secret 100');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect(await readFile(await (await download).path(), 'utf8')).toBe(csv);
    expect(problems.filter(unexpected)).toEqual([]);
    await context.close();
  });
});

it('an administrator of a server that others reach is led to a second factor', async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  await signUp(page, 'root@example.com');
  await verify(page, 'root@example.com');
  await becomeAdmin(page, columnist);
  // This server is one machine's own: the answer of a public one is put in its place.
  await page.route('**/trpc/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace('"required":false', '"required":true'),
    });
  });
  await page.goto('/app/admin/users');
  await page.getByText('Administrators need a second factor.').waitFor();
  await mustBeAccessible(page);
  await page.getByRole('link', { name: 'Set it up' }).click();
  await page.getByText('Until you have one, this server lets you administer nothing.').waitFor();
  await mustBeAccessible(page);
  await context.close();
});
