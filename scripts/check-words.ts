import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Fails where sources or documents use a word that readers stumble over, and says what to write:
 *   pnpm words
 */
const words: Readonly<Record<string, string>> = {
  anew: 'again',
  whoever: 'anyone who',
  'at hand': 'kept, known or ready',
};

const root = resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'scripts/check-words.ts');
const pattern = new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'gi');

let found = 0;
for (const file of files)
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      for (const [word] of line.matchAll(pattern)) {
        found += 1;
        console.error(`${file}:${index + 1}: “${word}”: write ${words[word.toLowerCase()] ?? ''}`);
      }
    });
console.log(`${found} of these words in ${files.length} files.`);
if (found > 0) process.exitCode = 1;
