import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Fails where sources or documents use a word that readers stumble over, and says what to write:
 *   pnpm words
 */
const words: Readonly<Record<string, string>> = {
  amongst: 'among',
  anew: 'again',
  'at hand': 'kept, known or ready',
  hence: 'therefore',
  nought: 'nothing or 0',
  shall: 'must or will',
  'stands(?! out)': 'is, means or occurs',
  thereof: 'of it',
  thus: 'so',
  told: 'shown, sent, known or described',
  upon: 'on',
  'wants a look': 'should be checked',
  whence: 'from where',
  whoever: 'anyone who',
};

const root = resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  // The specification is quoted as it is, and earlier releases have their words.
  .filter(
    (file) =>
      file !== '' &&
      !['scripts/check-words.ts', 'CHANGELOG.md', 'docs/specification-coverage.md'].includes(file),
  );
const patterns = Object.entries(words).map(
  ([word, instead]) => [new RegExp(`(?<![-\\w])${word}(?![-\\w])`, 'gi'), instead] as const,
);

let found = 0;
for (const file of files)
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      for (const [pattern, instead] of patterns)
        for (const [word] of line.matchAll(pattern)) {
          found += 1;
          console.error(`${file}:${index + 1}: “${word}”: write ${instead}`);
        }
    });
console.log(`${found} of these words in ${files.length} files.`);
if (found > 0) process.exitCode = 1;
