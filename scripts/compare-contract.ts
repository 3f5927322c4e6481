import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/**
 * Whether the OpenAPI document and the schemas of tools differ from those of another revision in
 * more than wording (descriptions and summaries): names of fields, codes, limits, routes.
 *   node scripts/compare-contract.ts REVISION
 */
const [revision = 'HEAD~1'] = process.argv.slice(2);
const root = resolve(import.meta.dirname, '..');
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 });

const isWording = (key: string, value: unknown): boolean =>
  (key === 'description' || key === 'summary') && typeof value === 'string';
const withoutWording = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (isWording(key, value) ? undefined : value));

const files = git(
  'ls-tree',
  '-r',
  '--name-only',
  revision,
  'packages/api/src/rest/openapi.snapshot.json',
  'packages/mcp/src/snapshots',
)
  .split('\n')
  .filter((file) => file !== '');
const changed = files.filter(
  (file) =>
    !isDeepStrictEqual(
      withoutWording(git('show', `${revision}:${file}`)),
      withoutWording(readFileSync(join(root, file), 'utf8')),
    ),
);
console.log(
  changed.length === 0
    ? `${files.length} documents differ from ${revision} in wording at most.`
    : `These differ from ${revision} in more than wording:\n${changed.join('\n')}`,
);
process.exitCode = changed.length === 0 ? 0 : 1;
