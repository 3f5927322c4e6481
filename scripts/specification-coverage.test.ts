import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the document says what the titles of the tests and the decisions say', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'specification-coverage.ts'), '--check'],
    { encoding: 'utf8' },
  );
  expect([stderr, status]).toEqual(['', 0]);
});
