import { describe, expect, it } from 'vitest';
import { notDrawn } from './left-out.ts';

const numbered = (part: string, n: number): string[] =>
  Array.from({ length: n }, (_, i) => `${part}/src/file-${i}.test.ts`);
const files = [
  ...numbered('packages/tables', 20),
  ...numbered('packages/core', 3),
  'scripts/a.test.ts',
];
const run = (seed: string, changed: readonly string[] = []): string[] => {
  const without = new Set(notDrawn(files, { oneIn: 5, changed: new Set(changed), seed }));
  return files.filter((file) => !without.has(file));
};

describe('the test files of the gate', () => {
  it('are one in five of each part, at least one, the same for the same commit', () => {
    const drawn = run('a');
    const parts = drawn.map((file) => file.split('/src/')[0]);
    expect(parts).toEqual([
      ...Array.from({ length: 4 }, () => 'packages/tables'),
      'packages/core',
      'scripts/a.test.ts',
    ]);
    expect(run('a')).toEqual(drawn);
  });

  it('are those that were changed before others', () => {
    const changed = [3, 7, 11].map((i) => `packages/tables/src/file-${i}.test.ts`);
    expect(run('b', changed)).toEqual(expect.arrayContaining(changed));
    expect(run('b', changed)).toHaveLength(6);
  });

  it('are all of them within a few dozen commits', () => {
    const seen = new Set(Array.from({ length: 48 }, (_, i) => run(`commit ${i}`)).flat());
    expect([...seen].toSorted()).toEqual(files.toSorted());
  });
});
