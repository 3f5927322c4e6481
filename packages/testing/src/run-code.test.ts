import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from './languages.ts';
import { openCodeRunner } from './run-code.ts';

const runner = openCodeRunner();
beforeAll(async () => {
  await writeFile(join(runner.folder, 'data.txt'), 'Zürich');
});
afterAll(() => runner.close());

const pieces: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  R: {
    read: 'x <- readLines("data.txt", warn = FALSE)\ncat(x, nchar(x), sep = "\\n")',
    printed: '1 + 1\nif (exists("x")) "kept"',
    wrong: 'cat("before\\n")\nstop("no such thing")',
    quits: 'q(status = 3)',
    missing: 'library(nosuchpackage)',
  },
  Python: {
    read: 'x = open("data.txt", encoding="utf-8").read()\nprint(x, len(x), sep="\\n")',
    printed: 'print("[1] 2")\nif "x" in globals(): print("kept")',
    wrong: 'print("before")\nraise ValueError("no such thing")',
    quits: 'import os\nos._exit(3)',
    missing: 'import nosuchpackage',
  },
};

describe.each(['R', 'Python'] as const)('a runner of %s', (language) => {
  const { read = '', printed = '', wrong = '', quits = '', missing = '' } = pieces[language];
  test('runs code in its folder and gives what it prints', async ({ skip }) => {
    expect(await runner.run(language, read, skip)).toBe('Zürich\n6\n');
  });
  test('runs each piece apart from those before', async ({ skip }) => {
    expect(await runner.run(language, printed, skip)).toBe('[1] 2\n');
  });
  test('says why code has failed, and runs the next', async ({ skip }) => {
    await expect(runner.run(language, wrong, skip)).rejects.toThrow('no such thing');
    await expect(runner.run(language, quits, skip)).rejects.toThrow('failed');
    expect(await runner.run(language, printed, skip)).toBe('[1] 2\n');
  });
  test('skips by the name of the missing package', async () => {
    const skip = (note: string): never => {
      throw new Error(note);
    };
    await expect(runner.run(language, missing, skip)).rejects.toThrow(
      /has no package nosuchpackage|is not installed/,
    );
  });
});
