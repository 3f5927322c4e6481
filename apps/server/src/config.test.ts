import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const all = mkdtempSync(join(tmpdir(), 'columnist-config-'));
afterAll(() => rmSync(all, { recursive: true }));
const folder = () => mkdtempSync(join(all, 'data-'));
const refusal = (env: Record<string, string>): string[] => {
  try {
    readConfig({ DATA_DIR: folder(), ...env });
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
};
const real = {
  SMTP_URL: 'smtps://user:pass@mail.columnist.example',
  PUBLIC_URL: 'https://columnist.example',
  APP_SECRET: 'q7Zr1xVb9LkT3mWc5NsD8pYf2HjG6uEa',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_ID: 'price_1',
  TRUST_PROXY: 'none',
};

test('nothing set: everything embedded, on this machine alone', () => {
  const DATA_DIR = folder();
  const config = readConfig({ DATA_DIR, SMTP_URL: '' });
  expect(config).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    dataDir: DATA_DIR,
    databaseUrl: `pglite:${join(DATA_DIR, 'database')}`,
    exposed: false,
    SUPPORT_EMAIL: 'support@columnist.example',
  });
  expect(config.SMTP_URL).toBe(undefined);
});

test('the secret is made once, kept, and readable by its owner alone', () => {
  const DATA_DIR = folder();
  const { appSecret } = readConfig({ DATA_DIR });
  expect(Buffer.from(appSecret, 'base64url')).toHaveLength(32);
  expect(readConfig({ DATA_DIR }).appSecret).toBe(appSecret);
  expect(readFileSync(join(DATA_DIR, 'app-secret'), 'utf8')).toBe(appSecret);
  expect(statSync(join(DATA_DIR, 'app-secret')).mode & 0o777).toBe(0o600);
});

test('each wrong variable is named, all at once', () => {
  const lines = refusal({
    PORT: 'many',
    DATABASE_URL: 'mysql://x/y',
    ADMIN_EMAIL: 'nobody',
    LOG_LEVEL: 'loud',
  });
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'ADMIN_EMAIL',
    'LOG_LEVEL',
  ]);
});

test.each<Record<string, string>>([
  { NODE_ENV: 'production' },
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.5' },
  { HOST: 'columnist.example' },
  // A proxy on the same machine brings others to a server that listens on loopback.
  { PUBLIC_URL: 'https://columnist.example' },
  { PUBLIC_URL: 'http://192.168.1.5:3000' },
  { PUBLIC_URL: 'http://localhost.columnist.example' },
  { TRUST_PROXY: '1' },
  { TRUST_PROXY: 'loopback' },
])('%j takes no sandbox parts and no weak secrets', (where) => {
  const named = (env: Record<string, string>) =>
    refusal({ ...where, ...env })
      .slice(1)
      .map((line) => line.split(':')[0]);
  expect(named({})).toEqual([
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    ...('PUBLIC_URL' in where ? [] : ['PUBLIC_URL']),
    ...('TRUST_PROXY' in where ? [] : ['TRUST_PROXY']),
    'APP_SECRET',
  ]);
  const [name = '', value] = Object.entries(where)[0] ?? [];
  expect(refusal(where)[0]).toBe(
    `Refusing to start with ${name}=${value} on sandbox parts or weak secrets:`,
  );
  expect(named({ ...real, APP_SECRET: 'short' })).toContain('APP_SECRET');
  expect(named({ ...real, APP_SECRET: 'a'.repeat(64) })).toEqual(['APP_SECRET']);
  expect(named({ ...real, CAPTCHA: 'off', THROTTLE_SCALE: '10' })).toEqual([
    'CAPTCHA',
    'THROTTLE_SCALE',
  ]);
  expect(refusal({ ...real, ...where })).toEqual([]);
});

test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('%s is this machine', (HOST) => {
  expect(refusal({ HOST })).toEqual([]);
  const PUBLIC_URL = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:3000`;
  expect(refusal({ PUBLIC_URL })).toEqual([]);
});

test('proxies are a number or addresses', () => {
  expect(readConfig({ DATA_DIR: folder(), ...real, TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
  expect(
    readConfig({ DATA_DIR: folder(), ...real, TRUST_PROXY: 'loopback, 10.0.0.0/8' }).TRUST_PROXY,
  ).toBe('loopback, 10.0.0.0/8');
  expect(readConfig({ DATA_DIR: folder(), TRUST_PROXY: 'none' }).TRUST_PROXY).toBe(null);
});

test('reCAPTCHA needs its two keys', () => {
  expect(refusal({ CAPTCHA: 'recaptcha', RECAPTCHA_SITE_KEY: 'site' })).toEqual([
    'CAPTCHA: recaptcha needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY',
  ]);
  expect(
    refusal({ CAPTCHA: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' }),
  ).toEqual([]);
});

test('a Stripe account is set whole', () => {
  expect(
    refusal({ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PRICE_ID: 'price_1' }).map(
      (line) => line.split(':')[0],
    ),
  ).toEqual(['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']);
});
