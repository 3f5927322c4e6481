import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A folder that takes seconds to make, such as an empty database: kept in `cache` until one of the
 * texts changes that it is made of.
 */
export async function keptFolder(
  { cache, name, of }: { cache: string; name: string; of: readonly (string | Buffer)[] },
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const text of of) hash.update(text);
  const folder = join(cache, `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'making-'));
  await make(made).catch(async (failure: unknown) => {
    await rm(made, { recursive: true });
    throw failure;
  });
  // Where a run beside this one was quicker, its folder serves as well.
  await rename(made, folder).catch(() => rm(made, { recursive: true }));
  return folder;
}
