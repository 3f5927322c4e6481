import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * How many lines of sources and documents are longer than 120 characters: pnpm lines. Fails from
 * 0.5 % on. What a program writes, data, and tables of documents are not counted.
 *   pnpm lines --list    names every such line
 */
const limit = 120;
const most = 0.005;
const root = resolve(import.meta.dirname, '..');
const kinds = ['ts', 'tsx', 'mjs', 'cjs', 'js', 'css', 'html', 'md', 'py', 'R', 'sh', 'yaml'];
const written = new Set([
  'CHANGELOG.md',
  'docs/performance.md',
  'docs/questions.md',
  'docs/specification-coverage.md',
  'docs/tools.md',
  'docs/validation.md',
  'packages/api-types/index.d.ts',
  'pnpm-lock.yaml',
]);

const files = execFileSync('git', ['ls-files', ...kinds.map((kind) => `*.${kind}`), '.ci'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !written.has(file));

let lines = 0;
const long: string[] = [];
for (const file of files)
  readFileSync(join(root, file), 'utf8')
    .trimEnd()
    .split('\n')
    .forEach((line, index) => {
      if (file.endsWith('.md') && line.startsWith('|')) return;
      lines += 1;
      if (line.length > limit) long.push(`${file}:${index + 1}: ${line.length} characters`);
    });

if (process.argv.includes('--list')) console.log(long.join('\n'));
const share = long.length / lines;
console.log(
  `${long.length} of ${lines} lines are longer than ${limit} characters: ${(100 * share).toFixed(2)} %.`,
);
if (share >= most) process.exitCode = 1;
