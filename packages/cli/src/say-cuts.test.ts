import { rows } from '@columnist/contract';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

  test('more rows than a page of a server may have are shown all the same', async () => {
    const many = join(folder, 'many.csv');
    const names = Array.from({ length: 100 }, (_, i) => `c${i}`);
    const lines = Array.from({ length: 2100 }, (_, i) => names.map((__, j) => i + j).join(','));
    await writeFile(many, `${names.join(',')}\n${lines.join('\n')}\n`);
    const [, said] = await linesOf('rows', many);
    expect(said[0]).toMatch(/^Only 100 of 2,100: --limit 2100 shows all,/);
    expect(await linesOf('rows', many, '--limit', '2100')).toEqual([lines, []]);
    expect(await linesOf('rows', many, '--limit', '9999', '--offset', '100')).toEqual([
      lines.slice(100),
      [],
    ]);
    const { row_numbers: numbers, total } = rows
      .pick({ row_numbers: true, total: true })
      .parse(JSON.parse((await columnist(['rows', many, '--limit', '2100'])).out));
    expect([numbers.length, numbers[0], numbers.at(-1), total]).toEqual([2100, 1, 2100, 2100]);
  });

  test('all rows of a statement are written to a file', async () => {
    const sql = `select place, n from "${file}" order by n`;
    const whole = join(folder, 'whole.csv');
    expect(await columnist(['sql', sql, '--output', whole])).toEqual({
      code: 0,
      out: '',
      said: [`2400 rows written to ${whole}.`],
    });
    expect(await readFile(whole, 'utf8')).toBe(await readFile(file, 'utf8'));
    expect((await columnist(['sql', sql])).said).toEqual([
      'Only the first 100 rows: --limit shows up to 1000, --output rows.csv without --limit writes all.',
    ]);
    const some = join(folder, 'some.csv');
    await columnist(['sql', sql, '--output', some, '--limit', '3']);
    expect((await readFile(some, 'utf8')).trimEnd().split('\n')).toHaveLength(4);
    const parquet = join(folder, 'whole.parquet');
    await columnist(['sql', sql, '--output', parquet]);
    expect(
      (await columnist(['sql', `select count(*) n from "${parquet}"`, '--format', 'csv'])).out,
    ).toBe('n\n2400\n');
    expect(await refusal(['sql', sql, '--limit', '3000'])).toEqual([
      'limit: Must be at most 1000.',
      '--output rows.csv without --limit writes all rows.',
    ]);
  });
});
