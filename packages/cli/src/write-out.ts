import { writeFile } from 'node:fs/promises';
import { cannotWrite } from './say-failure.ts';

/** Writes a file. Throws invalid_input where that cannot be, with what to do. */
export async function writeOut(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content).catch((error: unknown) => {
    throw cannotWrite(path, error);
  });
}
