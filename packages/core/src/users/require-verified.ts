import { AppError } from '@columnist/contract';
import type { User } from './user.entity.ts';

/** A role goes to somebody who has the address: anybody may register it. Throws conflict. */
export function requireVerified({
  email,
  emailVerifiedAt,
}: Pick<User, 'email' | 'emailVerifiedAt'>): void {
  if (emailVerifiedAt === null || emailVerifiedAt === undefined)
    throw new AppError(
      'conflict',
      `The address ${email} is not verified, so it may have been registered by somebody ` +
        'else. A role needs a verified address.',
    );
}
