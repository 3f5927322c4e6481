import { errors, type AppError, type Operation } from '@columnist/contract';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { recordAudit } from './record-audit.ts';

/**
 * What somebody was not allowed to do, by the status of the error; and credentials that are wrong.
 * A captcha that a stranger fails says nothing about anybody.
 */
const isDenied = ({ code }: AppError, { actor }: ServiceContext): boolean =>
  code === 'invalid_credentials' ||
  (errors[code].http === 403 && (actor !== null || code !== 'captcha_failed'));

/**
 * Writes that a call was done, where its operation is one of those that are written, unless its
 * service has done so itself or says that nothing was changed.
 */
export async function auditDone(
  ctx: ServiceContext,
  operation: Operation,
  input: unknown,
): Promise<void> {
  const { audit } = operation;
  const { written } = ctx.audit;
  const isSettled = written === 'done' || written === 'nothing';
  if (audit === undefined || 'not' in audit || isSettled) return;
  await recordAudit(ctx, {
    action: operation,
    outcome: 'done',
    ...(await targetOf(ctx, operation, input)),
  });
}

/**
 * Writes that a call was refused: of operations that are written, and of all others where somebody
 * is signed in.
 */
export async function auditDenied(
  ctx: ServiceContext,
  operation: Operation,
  input: unknown,
  error: AppError,
): Promise<void> {
  const isWritten = operation.audit !== undefined && !('not' in operation.audit);
  if (!isDenied(error, ctx) || ctx.audit.written === 'denied' || (ctx.actor === null && !isWritten))
    return;
  await recordAudit(ctx, {
    action: operation,
    outcome: 'denied',
    details: { code: error.code, reason: error.message },
    ...(await targetOf(ctx, operation, input)),
  });
}

const about = z.object({ id: z.uuid() });

/** The dataset that a call is about, by its name, where it is the caller's. */
async function targetOf(
  { actor, audit, em }: ServiceContext,
  { path }: Operation,
  input: unknown,
): Promise<{ target?: string }> {
  const asked = about.safeParse(input);
  if (actor === null || audit.target !== null || !path.startsWith('datasets.') || !asked.success)
    return {};
  const dataset = await em
    .fork()
    .findOne(Dataset, { id: asked.data.id, owner: actor.user.id }, { fields: ['name'] });
  return dataset === null ? {} : { target: dataset.name };
}
