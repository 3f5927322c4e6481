import { expect, test } from 'vitest';
import { captchaSecret, deriveSecrets, hashToken, randomToken } from './secrets.ts';

// Expected values: Python's hmac and hashlib, HKDF written out after RFC 5869.
test('keys are derived from the secret, one a purpose', () => {
  const secrets = deriveSecrets('a test secret of enough length');
  expect(Buffer.from(secrets.jwtKeys[0]).toString('hex')).toBe(
    'c368a2508703ea2545ddb05bf48b90a2978cdfd1f93a0043afc15a4bdd69280a',
  );
  expect(secrets.lookups('col_test_example')).toEqual([
    'uErBFs1NGt6r0p7YGvzPBsdUBxbNCtNVozayntfA-GE',
  ]);
  expect(captchaSecret('a test secret of enough length')).toBe(
    '0yA7OJ6enajIxcoliyy5rKWUovZHofWIVDD2HLByrkw',
  );
  expect(hashToken('token')).toBe('PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A');
});

test('a ciphertext opens with the same secret and owner, and with nothing else', () => {
  const secrets = deriveSecrets('a test secret of enough length');
  const ciphertext = secrets.encrypt('col_live_ключ', 'owner');
  expect(secrets.decrypt(ciphertext, 'owner')).toBe('col_live_ключ');
  expect(secrets.encrypt('col_live_ключ', 'owner')).not.toBe(ciphertext);
  expect(secrets.decrypt(ciphertext, 'other')).toBeNull();
  expect(deriveSecrets('another secret').decrypt(ciphertext, 'owner')).toBeNull();
  expect(secrets.decrypt(`A${ciphertext.slice(1, -1)}A`, 'owner')).toBeNull();
});

test('what was made under a fallback opens too, and all that is made is made under the current secret', () => {
  const [before, now] = [
    deriveSecrets('the secret of before'),
    deriveSecrets('the secret of now', ['the secret of before']),
  ];
  const ciphertext = before.encrypt('text', 'owner');
  expect([now.decrypt(ciphertext, 'owner'), now.isCurrent(ciphertext, 'owner')]).toEqual([
    'text',
    false,
  ]);
  expect([
    before.decrypt(now.encrypt('text', 'owner'), 'owner'),
    now.isCurrent(now.encrypt('text', 'owner'), 'owner'),
  ]).toEqual([null, true]);
  const current = deriveSecrets('the secret of now');
  expect(now.lookups('key')).toEqual([current.lookups('key')[0], before.lookups('key')[0]]);
  expect(now.jwtKeys).toEqual([current.jwtKeys[0], before.jwtKeys[0]]);
  expect(now.oauthKeys).toEqual([current.oauthKeys[0], before.oauthKeys[0]]);
});

test('tokens have 256 bits and do not repeat', () => {
  const tokens = Array.from({ length: 1000 }, () => randomToken());
  expect(new Set(tokens).size).toBe(1000);
  expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true);
});
