import { AppError } from '@columnist/contract';
import { statfs } from 'node:fs/promises';
import type { Settings } from '../../context.ts';

/** Whether the disk of the temporary files has what is to stay free of it. */
export async function hasRoom({
  tempDir,
  minFreeBytes,
}: Pick<Settings, 'tempDir' | 'minFreeBytes'>): Promise<boolean> {
  if (minFreeBytes === 0) return true;
  const { bavail, bsize } = await statfs(tempDir);
  return bavail * bsize >= minFreeBytes;
}

/** Before anything that writes files. Throws storage_full. */
export async function requireDisk(
  settings: Pick<Settings, 'tempDir' | 'minFreeBytes'>,
): Promise<void> {
  if (await hasRoom(settings)) return;
  throw new AppError(
    'storage_full',
    'The server has too little room left to take or read files. What is there can be read as before.',
    { retry_after: 60 },
  );
}
