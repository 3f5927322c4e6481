import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { presentActivity } from './activity.presenter.ts';
import { pageOfLines, whereOf } from './find-lines.ts';

type List = (typeof operations)['auth']['listActivity'];

/**
 * The lines of the audit log about the caller's account, by their owner or by others, newest first.
 */
export async function listActivity(
  ctx: ServiceContext,
  input: InputOf<List>,
): Promise<OutputOf<List>> {
  const { user } = authorize(ctx, operations.auth.listActivity);
  const { page, ...rest } = await pageOfLines(
    ctx.em,
    { $and: [{ subjectId: user.id }, whereOf(input)] },
    input,
  );
  return { items: page.map((entry) => presentActivity(entry, user.id)), ...rest };
}
