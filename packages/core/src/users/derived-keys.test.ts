import { createDecipheriv, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveSecrets } from './secrets.ts';

const hmac = (key: string | Buffer, data: string | Buffer): Buffer =>
  createHmac('sha256', key).update(data).digest();

/** HKDF with SHA-256 as RFC 5869 writes it in section 2, for one block of output. */
const derived = (secret: string, purpose: string): Buffer =>
  hmac(hmac('columnist', secret), `${purpose}\u0001`);

const [current, before] = ['the secret of today', 'the secret of yesterday'];
const secrets = deriveSecrets(current, [before]);

test('each purpose has its own key of the secret, by RFC 5869, those of earlier secrets behind it', () => {
  const of = (purpose: string): Buffer[] =>
    [current, before].map((secret) => derived(secret, purpose));
  const signed = (purpose: string, text: string): string[] =>
    of(purpose).map((key) => hmac(key, text).toString('base64url'));
  expect({
    jwt: secrets.jwtKeys.map((key) => Buffer.from(key)),
    oauth: secrets.oauthKeys,
    lookups: secrets.lookups('col_live_key'),
    successors: secrets.successors('a refresh token'),
  }).toEqual({
    jwt: of('access token'),
    oauth: of('authorization server'),
    lookups: signed('api-key look-up', 'col_live_key'),
    successors: signed('refresh token successor', 'a refresh token'),
  });
});

test('what is encrypted is opened by AES-256-GCM with the key of its purpose, and its owner', () => {
  const bytes = Buffer.from(secrets.encrypt('col_live_key', 'its owner'), 'base64url');
  const opened = createDecipheriv(
    'aes-256-gcm',
    derived(current, 'api-key encryption'),
    bytes.subarray(0, 12),
  )
    .setAAD(Buffer.from('its owner'))
    .setAuthTag(bytes.subarray(-16));
  expect(
    Buffer.concat([opened.update(bytes.subarray(12, -16)), opened.final()]).toString('utf8'),
  ).toBe('col_live_key');
});
