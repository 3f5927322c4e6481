import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { pageOfLines } from '../audit/find-lines.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { presentAuditEntry, whereAsked } from './audit-lines.ts';

type Audit = (typeof operations)['admin']['audit'];

/** The audit log, newest first. */
export async function listAudit(
  ctx: ServiceContext,
  input: InputOf<Audit>,
): Promise<OutputOf<Audit>> {
  authorize(ctx, operations.admin.audit);
  const { limit, cursor, ...asked } = input;
  const { page, ...rest } = await pageOfLines(ctx.em, await whereAsked(ctx.em, asked), {
    limit,
    cursor,
  });
  return { items: page.map(presentAuditEntry), ...rest };
}
