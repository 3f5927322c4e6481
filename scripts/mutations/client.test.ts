import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutations } from './client.ts';
import { mutated, mutationsPlugin, textOf } from './switch-client.ts';

const root = resolve(import.meta.dirname, '../..');

describe('the mutations of the client', () => {
  test('change a text that is there once, and their sentence is in the title of a test of theirs', () => {
    const titles = (file: string): string => readFileSync(join(root, file), 'utf8');
    const wrong = mutations.filter((mutation) => {
      const text = textOf(mutation);
      const named = new RegExp(`\\[[^\\]]*\\b${mutation.id.replace('.', '\\.')}(?!\\d)[^\\]]*\\]`);
      return (
        mutated(mutation, text) === text || !mutation.tests.some((file) => named.test(titles(file)))
      );
    });
    expect(wrong.map(({ id, file }) => `${id} ${file}`)).toEqual([]);
  });

  test('25 of them are places that no test noticed when they were broken by hand', () => {
    expect(mutations.filter(({ wasMissed }) => wasMissed).length).toBe(25);
  });

  test('are alternatives of one text behind a switch', () => {
    const file = 'apps/web/src/lib/initial-of.ts';
    const number = mutations.findIndex((one) => one.file === file);
    const text = readFileSync(join(root, file), 'utf8');
    const body = `(user.full_name || user.email || '?')`;
    const switched = mutationsPlugin(undefined).transform(text, join(root, file)) ?? '';
    expect(switched.split(`globalThis.mutant === ${number} ? `)).toHaveLength(2);
    expect([text.includes(body), switched.includes(body)]).toEqual([true, true]);
    expect(mutationsPlugin(undefined).transform(text, join(root, 'apps/web/src/none.ts'))).toBe(
      null,
    );
  });
});
