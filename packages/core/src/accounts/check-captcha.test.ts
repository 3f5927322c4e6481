import type { CaptchaAction } from '@columnist/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { altchaCaptcha } from '../ports/altcha-captcha.ts';
import { createTestCore, type TestCore } from '../testing.ts';
import { checkCaptcha } from './check-captcha.ts';
import { makeChallenge } from './make-challenge.ts';

let app: TestCore;
beforeAll(async () => {
  app = await createTestCore(
    'PostgreSQL',
    {},
    altchaCaptcha('a secret of this installation', { cost: 200 }),
  );
});
afterAll(() => app.close());

async function solved(action: CaptchaAction): Promise<string> {
  const challenge = await makeChallenge(await app.contextOf(), { action });
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
const check = async (action: CaptchaAction, token?: string) =>
  checkCaptcha(await app.contextOf(), action, token);
const refused = {
  code: 'captcha_failed',
  message: 'CAPTCHA verification failed. Please try again or refresh the page.',
};

describe('ALTCHA', () => {
  test('a solution is good for its action, once', async () => {
    const token = await solved('login');
    await expect(check('register', token)).rejects.toMatchObject(refused);
    await check('login', token);
    await expect(check('login', token)).rejects.toMatchObject(refused);
  });

  test('of twenty uses at once, one counts', async () => {
    const token = await solved('login');
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, () => check('login', token)),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('expires', async () => {
    const token = await solved('login');
    app.clock.advance(20 * 60);
    await expect(check('login', token)).rejects.toMatchObject(refused);
  });

  test.each<[string, (token: string) => string | undefined]>([
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['no base64', () => '∑'],
    ['no payload', () => Buffer.from('{"challenge":1}').toString('base64')],
    [
      'another action signed in',
      (token) => alter(token, (text) => text.replace('"register"', '"login"')),
    ],
    [
      'a later expiry',
      (token) =>
        alter(token, (text) =>
          text.replace(/"expires":(\d+)/, (_, at) => `"expires":${Number(at) + 1000}`),
        ),
    ],
    [
      'another counter',
      (token) =>
        alter(token, (text) =>
          text.replace(/"counter":(\d+)/, (_, at) => `"counter":${Number(at) + 1}`),
        ),
    ],
    [
      'less work',
      (token) => alter(token, (text) => text.replace('"keyPrefix":"00"', '"keyPrefix":"0"')),
    ],
  ])('refuses %s', async (_, change) => {
    const token = await solved('register');
    await expect(check('login', change(token))).rejects.toMatchObject(refused);
  });

  test('says what each action says', async () => {
    await expect(check('reset_password')).rejects.toMatchObject({
      code: 'captcha_failed',
      message: 'CAPTCHA verification is required. Please refresh the page and try again.',
    });
    await expect(check('forgot_password', 'x')).rejects.toMatchObject({
      message: 'CAPTCHA verification failed. Please refresh the page and try again.',
    });
  });
});

const alter = (token: string, change: (text: string) => string): string =>
  Buffer.from(change(Buffer.from(token, 'base64').toString())).toString('base64');
