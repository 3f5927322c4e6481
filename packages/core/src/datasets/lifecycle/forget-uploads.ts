import type { ServiceContext } from '../../context.ts';
import { PartialUpload } from './partial-upload.entity.ts';

const atATime = 100;

/**
 * Job: removes uploads that have ended, and files of uploads that no row knows any more, as those of
 * a user who was deleted. A row is there before its files are.
 */
export async function forgetUploads({
  em,
  ports,
  clock,
}: Pick<ServiceContext, 'em' | 'ports' | 'clock'>): Promise<void> {
  await em.nativeDelete(PartialUpload, { expiresAt: { $lte: clock.now() } });
  let ids: string[] = [];
  const removeUnknown = async (): Promise<void> => {
    const known = await em.find(PartialUpload, { id: { $in: ids } }, { fields: ['id'] });
    const rows = new Set(known.map(({ id }) => id));
    for (const id of ids) if (!rows.has(id)) await ports.partials.remove(id);
    ids = [];
  };
  for await (const id of ports.partials.list()) {
    ids.push(id);
    if (ids.length >= atATime) await removeUnknown();
  }
  if (ids.length > 0) await removeUnknown();
}
