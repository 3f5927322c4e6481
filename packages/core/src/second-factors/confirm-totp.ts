import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { lockUser } from '../users/lock-user.ts';
import { markFactor } from '../users/mark-confirmed.ts';
import { forgive, throttle } from '../users/throttle.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { codesOfFirst } from './codes-of-first.ts';
import { noteChange } from './note-change.ts';
import { takeTotp } from './totp.ts';

type Confirm = (typeof operations)['auth']['confirmTotp'];

/**
 * The first code of an authenticator app: from now on a log-in asks for one. With the first factor
 * come recovery codes. Throws invalid_input for a wrong code.
 */
export async function confirmTotp(
  ctx: ServiceContext,
  { code }: InputOf<Confirm>,
): Promise<OutputOf<Confirm>> {
  const actor = authorize(ctx, operations.auth.confirmTotp);
  const subject = `factor:${actor.user.id}`;
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  const codes = await ctx.em.transactional(async (em) => {
    await lockUser(em, actor.user.id);
    const first = await codesOfFirst(em, actor, ctx.clock.now());
    if (!(await takeTotp(ctx, em, actor.user.id, code, false))) throw wrong();
    await markFactor(em, actor, ctx.clock.now());
    await noteChange(ctx, em, actor, 'auth.confirmTotp', 'totp_added');
    return first;
  });
  await forgive(ctx, subject);
  return { recovery_codes: codes };
}

const wrong = (): AppError =>
  new AppError(
    'invalid_input',
    'This code is not right. Scan the picture again, check the clock of your device, and type the newest code.',
    { errors: [{ field: 'code', message: 'Not the code of this secret at this time.' }] },
  );
