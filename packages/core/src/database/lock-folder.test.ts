import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'columnist-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const source = `
  const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'lock-folder.ts'))});
  lockFolder(process.argv[1]);
  console.log('locked');
  setInterval(() => {}, 1000);`;

async function lockInAnotherProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('a folder has one owner, within a process and between processes, until it is released', () => {
  const lock = lockFolder(folder);
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(String(process.pid));
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${process.pid}.`,
  );
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  lockFolder(folder).release();
});

test('a second process is refused by the id of the first; when that one is killed, its lock is taken over', async () => {
  const other = await lockInAnotherProcess();
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${other.pid}. Stop that process first, or name another DATA_DIR. ` +
      `If process ${other.pid} is another program, delete the file ${join(folder, 'lock')}.`,
  );
  other.kill('SIGKILL');
  await once(other, 'exit');
  const lock = lockFolder(folder);
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(String(process.pid));
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock left by an earlier process of the same id is taken over', () => {
  writeFileSync(join(folder, 'lock'), String(process.pid));
  lockFolder(folder).release();
  expect(readdirSync(folder)).toEqual([]);
});
