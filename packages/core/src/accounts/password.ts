import { AppError } from '@columnist/contract';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane (the library's default algorithm is argon2id). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The passwords that open most doors (length 8 or more, lower case), from the published lists of leaked passwords. */
const common = new Set(
  ('12345678 123456789 1234567890 password password1 password12 password123 qwertyuiop qwerty123 1q2w3e4r 1q2w3e4r5t iloveyou sunshine princess ' +
    'football baseball superman trustno1 starwars computer whatever michelle jennifer jordan23 passw0rd p@ssw0rd p@ssword 11111111 00000000 88888888 ' +
    '12341234 87654321 123123123 abcd1234 abc12345 a1b2c3d4 qwertyui asdfghjk asdfasdf zxcvbnm1 zaq12wsx 1qaz2wsx letmein1 welcome1 welcome123 admin123 ' +
    'administrator changeme changeme1 master123 dragon123 monkey123 shadow123 charlie1 liverpool chelsea1 manchester 147258369 987654321 1234qwer qwer1234 ' +
    'test1234 testtest password! password1! secret123 internet samsung1 google123 facebook linkedin').split(' '),
);

export function refuseCommonPassword(password: string): void {
  if (!common.has(password.toLowerCase())) return;
  throw new AppError('invalid_input', 'This password is one of the most common ones. Choose another.', { errors: [{ field: 'password', message: 'Too common: choose another.' }] });
}

/** One password, one form: é typed on one keyboard must match é typed on another (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(normalized(password), parameters);

let decoy: Promise<string> | null = null;

/** Takes the same time whether there is a hash to compare with or not. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const matches = await verify(passwordHash ?? (await decoy), normalized(password));
  return matches && passwordHash !== null;
}
