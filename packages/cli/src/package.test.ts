import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const execute = promisify(execFile);
const folder = resolve(import.meta.dirname, '..');

test('the package as it is published answers about a file, from its own folder alone', async () => {
  await execute(resolve(folder, 'node_modules/.bin/rolldown'), ['--config', 'rolldown.config.ts'], {
    cwd: folder,
  });
  const place = await mkdtemp(join(tmpdir(), 'columnist-package-'));
  try {
    const file = join(place, 'heights.csv');
    await writeFile(file, 'name,height\nann,170\nbob,182\neve,176\n');
    // What npm would install beside it.
    await symlink(
      resolve(folder, '../tables/node_modules'),
      join(folder, 'dist/node_modules'),
    ).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
    const { stdout } = await execute(process.execPath, [
      resolve(folder, 'dist/package/dist/launch.js'),
      'describe',
      file,
      'height',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      n_used: 3,
      columns: [{ name: 'height', type: 'number', n: 3, mean: 176, sd: 6, min: 170, max: 182 }],
    });
    const refused: unknown = await execute(process.execPath, [
      resolve(folder, 'dist/package/dist/launch.js'),
      'describe',
      file,
      'hight',
    ]).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("There is no column 'hight'. Did you mean 'height'?"),
    });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
});
