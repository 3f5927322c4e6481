import type { ServiceContext } from '../../context.ts';
import { PartialUpload } from './partial-upload.entity.ts';

/**
 * Removes an upload: its row, then its files. Files that are left, because the store does not answer
 * or the process ends, are found by the job.
 */
export async function removeUpload(
  { em, ports, log }: Pick<ServiceContext, 'em' | 'ports' | 'log'>,
  id: string,
): Promise<void> {
  await em.fork().nativeDelete(PartialUpload, { id });
  await ports.partials.remove(id).catch((error: unknown) => {
    log.warn({ err: error, upload: id }, 'files of an upload could not be removed; the jobs will');
  });
}
