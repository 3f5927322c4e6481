import { encodeText, programFiles, sampled } from '@columnist/testing';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnist as fromSource } from './testing-columnist.ts';

const execute = promisify(execFile);
const folder = resolve(import.meta.dirname, '..');
const bundle = resolve(folder, 'dist/package/dist');
const columnist = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  execute(process.execPath, [join(bundle, 'launch.js'), ...args]);

let place: string;
beforeAll(async () => {
  await execute(resolve(folder, 'node_modules/.bin/rolldown'), ['--config', 'rolldown.config.ts'], {
    cwd: folder,
  });
  // What npm would install beside it.
  await symlink(resolve(folder, '../tables/node_modules'), join(folder, 'dist/node_modules')).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    },
  );
  place = await mkdtemp(join(tmpdir(), 'columnist-package-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

test('the package as it is published answers about a file, from its own folder alone', async () => {
  const file = join(place, 'heights.csv');
  await writeFile(file, 'name,height\nann,170\nbob,182\neve,176\n');
  const { stdout } = await columnist('describe', file, 'height');
  expect(JSON.parse(stdout)).toMatchObject({
    n_used: 3,
    columns: [{ name: 'height', type: 'number', n: 3, mean: 176, sd: 6, min: 170, max: 182 }],
  });
  const refused: unknown = await columnist('describe', file, 'hight').catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining("There is no column 'hight'. Did you mean 'height'?"),
  });
});

test('every file that its code opens beside itself is in it', async () => {
  const scripts = (await readdir(bundle)).filter((name) => name.endsWith('.js'));
  // A path alone in its line is one that nothing uses.
  const texts = await Promise.all(
    scripts.map(async (name) =>
      (await readFile(join(bundle, name), 'utf8')).replaceAll(/^join\S*\(.*\);$/gm, ''),
    ),
  );
  const named = texts.flatMap((text) => [
    ...text.matchAll(/import\.meta\.(?:dirname|url)[^"';\n]*["']([^"'\n]*\.\w+)["']/g),
    ...text.matchAll(/["']([^"'\n]*\.\w+)["'][^"';\n]*import\.meta\.(?:dirname|url)/g),
  ]);
  const files = new Set(named.map(([, name = '']) => resolve(bundle, name)));
  expect([...files]).toEqual(
    expect.arrayContaining([
      join(bundle, 'letter-pairs.json'),
      join(bundle, 'correlate-thread.js'),
    ]),
  );
  for (const file of files) expect((await readFile(file)).length, file).toBeGreaterThan(0);
});

const ofEncodings = [...Map.groupBy(programFiles, ({ encoding = 'utf-8' }) => encoding)].flatMap(
  ([encoding, [file]]) => (file === undefined ? [] : [{ encoding, file }]),
);

test.each(sampled(ofEncodings, 4))(
  'it reads a file in $encoding as the source does',
  async ({ encoding, file }) => {
    const path = join(place, `${encoding}.csv`);
    await writeFile(path, encodeText(file.text, encoding));
    const { stdout } = await columnist('rows', path, '--format', 'csv');
    const { out } = await fromSource(['rows', path, '--format', 'csv']);
    expect(stdout).toBe(out);
    expect(stdout.split('\n').length).toBeGreaterThan(file.rows.length);
  },
);
