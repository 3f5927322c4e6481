import { expect, test } from 'vitest';
import { refuseCommonPassword } from './refuse-common-password.ts';

const refusal = {
  code: 'invalid_input',
  message: 'This password is one of the most common ones. Choose another.',
  details: { errors: [{ field: 'password', message: 'Too common: choose another.' }] },
};

// Of the first thousand of a published list of leaked passwords (SecLists,
// 10-million-password-list-top-1000000).
const leaked = [
  '12345678',
  '123456789',
  '1234567890',
  'password',
  'password1',
  'password123',
  'qwertyuiop',
  '1q2w3e4r',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'trustno1',
  'starwars',
  'computer',
  'michelle',
  'jennifer',
  'jordan23',
  'passw0rd',
  '11111111',
  '00000000',
  '88888888',
  '12341234',
  '87654321',
  '987654321',
  '123123123',
  'abcd1234',
  'abc12345',
  'a1b2c3d4',
  'asdfghjk',
  'zaq12wsx',
  '1qaz2wsx',
  'changeme',
  'liverpool',
  '147258369',
  '1234qwer',
  'internet',
  'samsung1',
  'linkedin',
  'corvette',
  'mercedes',
  'midnight',
  'maverick',
  'victoria',
  'whatever',
  'nicholas',
  'godzilla',
  'scorpion',
  'qazwsxedc',
  'rush2112',
  'redskins',
  'mountain',
  'elephant',
  'access14',
  'december',
  'danielle',
];

test.each(leaked)('%s is refused', async (password) => {
  await expect(refuseCommonPassword(password)).rejects.toMatchObject(refusal);
});

test.each(['PassWord123', 'P@ssword', 'ＰＡＳＳＷＯＲＤ', 'ABCDEFGHIJ', 'abcabcabc', 'zyxwvuts'])(
  '%s is refused, however it is written',
  async (password) => {
    await expect(refuseCommonPassword(password)).rejects.toMatchObject(refusal);
  },
);

test.each([
  'correct horse battery',
  'rows of beans 7',
  'pässwörter im Garten',
  'tr0ub4dor&3xyz',
  '8 Zebras grazing',
  '密码是很长的一句话吧',
])('%s is taken', async (password) => {
  await expect(refuseCommonPassword(password)).resolves.toBeUndefined();
});
