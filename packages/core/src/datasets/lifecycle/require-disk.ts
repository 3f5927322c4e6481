import { AppError } from '@columnist/contract';
import { statfs } from 'node:fs/promises';
import type { Settings } from '../../context.ts';

/** Whether the disk of the temporary files has what is to stay free of it, and room for more bytes. */
export async function hasRoom(
  { tempDir, minFreeBytes }: Pick<Settings, 'tempDir' | 'minFreeBytes'>,
  bytes = 0,
): Promise<boolean> {
  if (minFreeBytes === 0) return true;
  const { bavail, bsize } = await statfs(tempDir);
  return bavail * bsize >= minFreeBytes + bytes;
}

/** Before anything that writes files, of so many bytes if they are known. Throws storage_full. */
export async function requireDisk(
  settings: Pick<Settings, 'tempDir' | 'minFreeBytes'>,
  bytes = 0,
): Promise<void> {
  if (await hasRoom(settings, bytes)) return;
  throw new AppError(
    'storage_full',
    'The server has too little room left to take or read files. What is there can be read as before.',
    { retry_after: 60 },
  );
}
