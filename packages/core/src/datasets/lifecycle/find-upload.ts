import { z } from 'zod';
import type { Actor, ServiceContext } from '../../context.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import { uploadGone } from '../../ports/partial-files.ts';
import { PartialUpload } from './partial-upload.entity.ts';

const uuid = z.uuid();

/**
 * An upload that the caller has begun and may go on with. One that was sent by a credential which
 * may not read rows is for such credentials alone, and one of the others for the others: anyone who
 * sent a part of it has sent all. Throws not_found.
 */
export async function findUpload(
  { em, clock }: Pick<ServiceContext, 'em' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<PartialUpload> {
  const found = uuid.safeParse(id).success
    ? await em.fork().findOne(PartialUpload, {
        id,
        user: actor.user.id,
        sentNarrowed: !mayReadRows(actor),
        expiresAt: { $gt: clock.now() },
      })
    : null;
  if (found !== null) return found;
  throw uploadGone();
}
