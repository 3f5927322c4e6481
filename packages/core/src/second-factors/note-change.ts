import type { EntityManager } from '@mikro-orm/sql';
import { recordAudit } from '../audit/record-audit.ts';
import type { Actor, ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { FactorChange } from '../mail/write-mail.ts';

/** Every change of somebody's second factors is in the audit log and mailed to them; with the change, or not at all. */
export async function noteChange(ctx: ServiceContext, em: EntityManager, { user }: Pick<Actor, 'user'>, action: string, change: FactorChange): Promise<void> {
  await recordAudit(ctx, { action, target: user.email, outcome: 'done', details: { change } }, em);
  await queueMail(em, ctx, 'second_factor_changed', user.email, { change });
}
