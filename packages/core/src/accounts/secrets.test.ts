import { expect, test } from 'vitest';
import { deriveSecrets, hashToken, randomToken } from './secrets.ts';

// Expected values: Python's hmac and hashlib, HKDF written out after RFC 5869.
test('keys are derived from the secret, one a purpose', () => {
  const secrets = deriveSecrets('a test secret of enough length');
  expect(Buffer.from(secrets.jwtKey).toString('hex')).toBe('c368a2508703ea2545ddb05bf48b90a2978cdfd1f93a0043afc15a4bdd69280a');
  expect(secrets.lookup('col_test_example')).toBe('uErBFs1NGt6r0p7YGvzPBsdUBxbNCtNVozayntfA-GE');
  expect(hashToken('token')).toBe('PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A');
});

test('a ciphertext opens with the same secret and owner, and with nothing else', () => {
  const secrets = deriveSecrets('a test secret of enough length');
  const ciphertext = secrets.encrypt('col_live_ключ', 'owner');
  expect(secrets.decrypt(ciphertext, 'owner')).toBe('col_live_ключ');
  expect(secrets.encrypt('col_live_ключ', 'owner')).not.toBe(ciphertext);
  expect(() => secrets.decrypt(ciphertext, 'other')).toThrow('unable to authenticate data');
  expect(() => deriveSecrets('another secret').decrypt(ciphertext, 'owner')).toThrow('unable to authenticate data');
  expect(() => secrets.decrypt(`A${ciphertext.slice(1, -1)}A`, 'owner')).toThrow('unable to authenticate data');
});

test('tokens have 256 bits and do not repeat', () => {
  const tokens = Array.from({ length: 1000 }, () => randomToken());
  expect(new Set(tokens).size).toBe(1000);
  expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true);
});
