import { hash, verify } from '@node-rs/argon2';

/**
 * OWASP's argon2id parameters: 19 MiB, two passes, one lane (the library's default algorithm is
 * argon2id).
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One password, one form: é typed on one keyboard must match é typed on another (NIST SP 800-63B,
 * 5.1.1.2).
 */
const normalized = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> =>
  hash(normalized(password), parameters);

let decoy: Promise<string> | null = null;

/** Takes the same time whether there is a hash to compare with or not. */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const matches = await verify(passwordHash ?? (await decoy), normalized(password));
  return matches && passwordHash !== null;
}
