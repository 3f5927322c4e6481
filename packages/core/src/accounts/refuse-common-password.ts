import { AppError } from '@columnist/contract';

/** No password is shorter, so shorter ones of the list need no memory. */
const shortest = 8;
/** Well known, and not in the list. */
const further = ['p@ssword', 'password1!', 'linkedin'];
/** The name of the product, with what people put behind a name. */
const ofProduct = /^columnist[\d!.]*$/;

let list: Promise<ReadonlySet<string>> | null = null;

/**
 * Read when the first password is chosen, not at the start of the server: it takes about a tenth of
 * a second and 5 MB.
 */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([
    ...dictionary['passwords-common'].filter(({ length }) => length >= shortest),
    ...further,
  ]);
}

/**
 * Throws invalid_input for one of the passwords that people choose most, in upper or lower case.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  list ??= readList();
  if (!isRegular(plain) && !ofProduct.test(plain) && !(await list).has(plain)) return;
  throw new AppError(
    'invalid_input',
    'This password is one of the most common ones. Choose another.',
    {
      errors: [{ field: 'password', message: 'Too common: choose another.' }],
    },
  );
}

/** Throws invalid_input for a password that is the name of its owner. */
export function refuseOwnName(password: string, fullName: string): void {
  const plain = (text: string): string =>
    text.normalize('NFKC').toLowerCase().replaceAll(/[\s.]/g, '');
  if (plain(password) !== plain(fullName)) return;
  throw new AppError('invalid_input', 'This password is your name. Choose another.', {
    errors: [{ field: 'password', message: 'Your name is easy to guess: choose another.' }],
  });
}

/**
 * A short piece again and again, or characters that follow each other: the list leaves out what is
 * found by rule.
 */
const isRegular = (plain: string): boolean =>
  /^(.{1,4})\1+$/u.test(plain) || follows(plain, 1) || follows(plain, -1);

function follows(text: string, step: number): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  // After 9 comes 0, as on a keyboard.
  return points.every(
    (point, i) =>
      i === 0 ||
      point === (points[i - 1] ?? 0) + step ||
      (step === 1 && point === 48 && points[i - 1] === 57),
  );
}
