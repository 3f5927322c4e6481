import { checkCaptcha, recaptchaCaptcha } from '@columnist/core';
import { createTestCore, usualDatabase, type TestCore } from '@columnist/core/testing';
import { createCaptchaSandbox, type CaptchaSandbox } from '@columnist/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';

let google: CaptchaSandbox;
let app: TestCore;
beforeAll(async () => {
  google = await createCaptchaSandbox('the site secret');
  app = await createTestCore(
    usualDatabase,
    {},
    recaptchaCaptcha('the site secret', google.verifyUrl),
  );
});
afterAll(async () => {
  await app.close();
  await google.close();
});

const check = async (token: string) => checkCaptcha(await app.contextOf(), 'login', token);
const refused = {
  code: 'captcha_failed',
  message: 'CAPTCHA verification failed. Please try again or refresh the page.',
};

test('a good token for the action is taken, once', async () => {
  const token = google.tokenFor('login', 0.9);
  await check(token);
  await expect(check(token)).rejects.toMatchObject(refused);
});

test.each([
  ['another action', () => google.tokenFor('register', 0.9)],
  ['a low score', () => google.tokenFor('login', 0.4)],
  ['an invented one', () => 'invented'],
  ['an empty one', () => ''],
])('%s is refused', async (_, token) => {
  await expect(check(token())).rejects.toMatchObject(refused);
});

test('a wrong secret, and a provider that does not answer, refuse: never open', async () => {
  const other = await createTestCore(
    usualDatabase,
    {},
    recaptchaCaptcha('not the secret', google.verifyUrl),
  );
  await expect(
    checkCaptcha(await other.contextOf(), 'login', google.tokenFor('login', 0.9)),
  ).rejects.toMatchObject(refused);
  await other.close();
  google.down = true;
  await expect(check(google.tokenFor('login', 0.9))).rejects.toMatchObject(refused);
  google.down = false;
  const gone = await createTestCore(
    usualDatabase,
    {},
    recaptchaCaptcha('the site secret', 'http://127.0.0.1:1/siteverify'),
  );
  await expect(
    checkCaptcha(await gone.contextOf(), 'login', google.tokenFor('login', 0.9)),
  ).rejects.toMatchObject(refused);
  await gone.close();
});
