import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sayCuts } from './say-cuts.ts';
import { columnist, refusal } from './testing-columnist.ts';
import { fieldsOfVerb, verbs } from './verbs.ts';

const places = Array.from({ length: 1200 }, (_, i) => `place ${String(i).padStart(4, '0')}`);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-cli-'));
  file = join(folder, 'places.csv');
  // Each place twice.
  await writeFile(
    file,
    `place,n\n${[...places, ...places].map((place, i) => `${place},${i}`).join('\n')}\n`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Lines of CSV without the header, and what was said. */
async function linesOf(...args: string[]): Promise<[string[], string[]]> {
  const { out, said } = await columnist([...args, '--format', 'csv']);
  return [out.trimEnd().split('\n').slice(1), said];
}

describe('what a limit cuts is said with how to have all', () => {
  test('of rows', async () => {
    const [lines, said] = await linesOf('rows', file);
    expect([lines.length, said]).toEqual([
      100,
      [
        'Only 100 of 2,400: --limit 2400 shows all, columnist convert FILE rows.csv writes all rows.',
      ],
    ]);
    const all = [...places, ...places].map((place, i) => `${place},${i}`);
    expect(await linesOf('rows', file, '--limit', '2400')).toEqual([all, []]);
    expect(await linesOf('rows', file, '--limit', '100000')).toEqual([all, []]);
    // The last page of several, which was asked for.
    expect(await linesOf('rows', file, '--offset', '2390')).toEqual([all.slice(2390), []]);
  });

  test('of groups', async () => {
    const asked = ['aggregate', file, '--by', 'place', '--stat', 'count'];
    const [lines, said] = await linesOf(...asked);
    expect([lines.length, said]).toEqual([100, ['Only 100 of 1,200: --limit 1200 shows all.']]);
    expect(await linesOf(...asked, '--limit', '1200')).toEqual([
      places.map((place) => `${place},2`),
      [],
    ]);
  });

  test('of values, in every format', async () => {
    const asked = ['frequencies', file, 'place', '--order', 'value'];
    for (const format of ['csv', 'json', 'table', 'markdown'])
      expect((await columnist([...asked, '--format', format])).said).toEqual([
        'Only 50 of 1,200: --limit 1200 shows all.',
      ]);
    const [lines, said] = await linesOf(...asked, '--limit', '1200');
    expect([lines.map((line) => line.split(',').slice(0, 2).join(',')), said]).toEqual([
      places.map((place) => `${place},2`),
      [],
    ]);
  });

  test('of rows that are equal', async () => {
    const asked = ['duplicates', file, 'place', '--method', 'exact'];
    expect((await columnist(asked)).said).toEqual(['Only 50 of 1,200: --limit 1200 shows all.']);
    expect((await columnist([...asked, '--limit', '1200'])).said).toEqual([]);
  });

  test('of a server by the page that follows', () => {
    const limit = verbs
      .filter(({ name }) => name === 'list')
      .flatMap((verb) => fieldsOfVerb(verb))
      .find(({ name }) => name === 'limit');
    const page = { items: [1, 2], total: 5000, next_cursor: 'abc' };
    expect(sayCuts(page, limit, { isFile: false, isRows: false })).toEqual([
      `Only 2 of 5,000: --limit shows up to ${limit?.most}, --cursor abc shows the next.`,
    ]);
    expect(sayCuts({ ...page, total: null }, limit, { isFile: false, isRows: false })).toEqual([
      `Only the first 2: --limit shows up to ${limit?.most}, --cursor abc shows the next.`,
    ]);
    expect(
      sayCuts({ ...page, total: 2, next_cursor: null }, limit, { isFile: false, isRows: false }),
    ).toEqual([]);
  });

  test('rows that are too many for an answer are written by convert', async () => {
    const hundred = Array<string>(100).fill('n');
    expect(await refusal(['rows', file, ...hundred, '--limit', '2400'])).toEqual([
      '2,400 rows of 100 columns are 240,000 cells; a page has at most 200,000.',
      'Ask for at most 2,000 rows at once, name fewer columns, or export the rows as a file. columnist convert FILE rows.csv writes all rows.',
    ]);
  });
});
