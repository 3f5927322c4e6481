import type { AuditAction } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { recordAudit } from '../audit/record-audit.ts';
import type { Actor, ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { FactorChange } from '../mail/write-mail.ts';

/**
 * Every change of somebody's second factors is in the audit log and mailed to them; with the
 * change, or not at all.
 * `name`: of the one that was changed, where there may be several.
 */
export async function noteChange(
  ctx: ServiceContext,
  em: EntityManager,
  { user }: Pick<Actor, 'user'>,
  action: AuditAction,
  change: FactorChange,
  name?: string,
): Promise<void> {
  await recordAudit(
    ctx,
    {
      action,
      ...(name === undefined ? {} : { target: name }),
      outcome: 'done',
      details: { change },
    },
    em,
  );
  await queueMail(em, ctx, 'second_factor_changed', user.email, { change });
}
