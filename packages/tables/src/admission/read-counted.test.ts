import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '@columnist/workers';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columnist-counted-'));
  engine = createEngine({ workers: 1, tempDir: join(folder, 'temp') });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const write = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const rows = (from: number, to: number, cell: (i: number) => string, end: string): string =>
  Array.from({ length: to - from }, (_, i) => `${cell(from + i)}${end}`).join('');

/** Rows end in one way, a name or a cell holds a line break of another way. */
const files: [string, string, string, number][] = [
  ['rows in CRLF, LF in a name', 'a,"b\nc",d\r\n', '\r\n', 3000],
  ['rows in CRLF, LF in a name, few rows', 'a,"b\nc",d\r\n', '\r\n', 3],
  ['rows in LF, CRLF in a name', 'a,"b\r\nc",d\n', '\n', 3000],
  ['rows in CR, LF in a name', 'a,"b\nc",d\r', '\r', 20],
  ['rows in CRLF, CR in a name', 'a,"b\rc",d\r\n', '\r\n', 1200],
];

describe('every reader finds the rows that are counted', () => {
  it.each(files)('%s', async (_, header, end, n) => {
    const source = await write('one.csv', header + rows(0, n, (i) => `${i},x${i},y`, end));
    const added = await write('two.csv', header + rows(n, n + 10, (i) => `${i},x${i},y`, end));
    const name = /"([^"]*)"/.exec(header)?.[1] ?? '';
    const all = Array.from({ length: n + 10 }, (__, i) => [String(i), `x${i}`, 'y']);

    const admitted = await engine.admit({ source, parquet: join(folder, 'one.parquet') });
    expect({
      rows: admitted.rowCount,
      names: admitted.columns.map((column) => column.name),
    }).toEqual({ rows: n, names: ['a', name, 'd'] });

    const preview = await engine.preview(source, {});
    expect(preview.rows).toEqual(all.slice(0, Math.min(n, 12)));

    const to = join(folder, 'both.csv');
    expect(
      (
        await engine.combine({
          parts: [
            { source, reading: {} },
            { source: added, reading: {} },
          ],
          to,
          repairs: { filename: 'added.csv', to: join(folder, 'both.repairs') },
        })
      ).parts.map((part) => part.rows),
    ).toEqual([n, 10]);
    expect(await readFile(to, 'utf8')).toBe(
      `a,"${name}",d\n${rows(0, n + 10, (i) => `${i},x${i},y`, '\n')}`,
    );

    const described = await engine.describeFile(source, {
      quantiles: [0.5],
      confidence_level: 0.95,
      correlations: false,
      plot: false,
    });
    const [first] = described.columns;
    expect(first).toMatchObject({ name: 'a', n, missing: 0 });
  });

  it('leaves a header out that occurs again among the rows, in every reader', async () => {
    const source = await write(
      'twice.csv',
      `name,city\n${rows(0, 1500, (i) => `n${i},c${i}`, '\n')}name,city\n${rows(1500, 1600, (i) => `n${i},c${i}`, '\n')}`,
    );
    const { rowCount } = await engine.admit({ source, parquet: join(folder, 'twice.parquet') });
    const to = join(folder, 'twice-both.csv');
    expect([
      rowCount,
      (
        await engine.combine({
          parts: [
            { source, reading: {} },
            { source, reading: {} },
          ],
          to,
          repairs: { filename: 'added.csv', to: join(folder, 'twice.repairs') },
        })
      ).parts.map((part) => part.rows),
    ]).toEqual([1600, [1600, 1600]]);
    expect(
      (await readFile(to, 'utf8')).split('\n').filter((line) => line === 'name,city'),
    ).toHaveLength(1);
  });
});
