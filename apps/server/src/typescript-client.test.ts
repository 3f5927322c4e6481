import { dataset } from '@columnist/contract';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './testing.ts';

const root = resolve(import.meta.dirname, '../../..');
const execute = promisify(execFile);

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'columnist-typescript-'));
  await symlink(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'types.d.ts'),
    await (await fetch(`${app.url}/api/types.d.ts`)).text(),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** What the compiler says of a file; nothing where it has no fault. */
async function compiled(name: string): Promise<string> {
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck false',
    '--target esnext',
    '--module nodenext',
    `--typeRoots ${join(root, 'node_modules/@types')}`,
    '--types node',
  ];
  const said: unknown = await execute(
    join(root, 'node_modules/.bin/tsc'),
    [...options.join(' ').split(' '), name],
    { cwd: folder },
  ).catch((error: unknown) => error);
  return said instanceof Error && 'stdout' in said ? String(said.stdout) : '';
}

/** What a program prints. */
async function printed(name: string, apiKey: string): Promise<string> {
  const { stdout } = await execute(process.execPath, [name], {
    cwd: folder,
    env: { COLUMNIST_URL: app.url, COLUMNIST_API_KEY: apiKey },
  });
  return stdout;
}

test('the program of docs/rest.md compiles and lists the datasets of its key', async () => {
  const document = await readFile(join(root, 'docs/rest.md'), 'utf8');
  const [, program = ''] = /^```ts\n([\s\S]*?)^```/m.exec(document) ?? [];
  await writeFile(join(folder, 'printed.ts'), program);
  expect(await compiled('printed.ts')).toBe('');
  const user = await app.createTestUser({ tier: 'paid' });
  const file = 'species,mass\nAdelie,3700\nGentoo,5080\n';
  const { id } = dataset.parse(await (await app.upload(user, file, 'birds.csv')).json());
  expect(await printed('printed.ts', user.apiKey ?? '')).toBe(`${id} birds.csv 2\n`);
  await expect(printed('printed.ts', 'col_live_none')).rejects.toThrow('Error: ');

  // An answer and a refusal have the types of what comes, in the client as it is printed.
  const asked = `
const id = ${JSON.stringify(id)};
const path = '/api/v1/datasets/{id}/frequencies';
const params = { path: { id } };
const found = await columnist.POST(path, { params, body: { column: 'species' } });
const refused = await columnist.POST(path, { params, body: { column: 'specie' } });
const others: number | undefined = found.data?.others.values;
const detail: string | undefined = refused.error?.detail;
const fix: string | undefined = refused.error?.fix;
const code: 'unknown_column' | undefined = refused.error?.code === 'unknown_column' ? refused.error.code : undefined;
// @ts-expect-error It is the document itself.
refused.error?.['application/problem+json'];
console.log(JSON.stringify({ others, detail, fix, code }));
`;
  await writeFile(join(folder, 'asked.ts'), `${program}${asked}`);
  expect(await compiled('asked.ts')).toBe('');
  const [, answer = ''] = (await printed('asked.ts', user.apiKey ?? '')).split('\n');
  expect(JSON.parse(answer)).toEqual({
    others: 0,
    detail: "There is no column 'specie'. Did you mean 'species'?",
    fix: expect.any(String),
    code: 'unknown_column',
  });
});
