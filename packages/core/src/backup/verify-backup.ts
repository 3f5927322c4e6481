import { measureFile, objectFile, readManifest, tableFile, type Manifest } from './manifest.ts';

/**
 * The manifest of a backup whose every file is there and as it was written. Throws with the first
 * that is not.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const backup = await readManifest(folder);
  const files = [
    ...Object.entries(backup.tables).map(([table, { sha256 }]) => ({
      path: tableFile(folder, table),
      sha256,
    })),
    ...Object.entries(backup.objects).map(([key, { sha256 }]) => ({
      path: objectFile(folder, key),
      sha256,
    })),
  ];
  for (const { path, sha256 } of files) {
    const measured = await measureFile(path).catch(() => null);
    if (measured === null) throw new Error(`${path} is missing.`);
    if (measured.sha256 !== sha256)
      throw new Error(`${path} is not as it was written: its checksum differs.`);
  }
  return backup;
}
