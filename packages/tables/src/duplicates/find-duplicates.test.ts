import type { Duplicates } from '@columnist/contract';
import { openCodeRunner } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TableRef } from '../table/table-ref.ts';

const runner = openCodeRunner();
let tests: TestEngine;

beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(async () => {
  runner.close();
  await tests.close();
});

/** People of some towns; every other one is a person before with a few letters changed. */
function writeRows(count: number): string {
  let state = 11;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const pick = (list: readonly string[]): string => list[random(list.length)] ?? '';
  const towns = ['Køln', 'Koln', 'Rome', 'Roma', 'São Paulo', 'Sao-Paulo', 'Ur', 'Uz', '', '?!'];
  const names = ['Ada Byron', 'Max Born', 'Grace Hopper', 'Cher', 'Bo', "O'Neil, Ann", 'Straße'];
  const spoiled = (text: string): string => {
    const at = random(text.length + 1);
    return (
      [
        text.slice(0, at) + pick(['x', ' ', 'é', '.']) + text.slice(at),
        text.slice(0, at) + text.slice(at + 1),
        text.toUpperCase(),
        text,
      ][random(4)] ?? text
    );
  };
  const rows: { name: string; town: string; year: string }[] = [];
  while (rows.length < count) {
    const old = rows[random(rows.length + 1)];
    rows.push(
      old === undefined || random(2) === 0
        ? {
            name: `${pick(names)}${pick(['', ' Jr', ' the Elder'])}`,
            town: pick(towns),
            year: pick(['1', '2', '']),
          }
        : { ...old, name: spoiled(old.name), town: spoiled(old.town) },
    );
  }
  const quoted = (text: string): string => (text === '' ? '' : `"${text}"`);
  return `id,name,town,year\n${rows.map(({ name, town, year }, i) => `${i + 1},${quoted(name)},${quoted(town)},${year}`).join('\n')}\n`;
}

const rowsOf = ({ clusters }: Duplicates): number[][] =>
  clusters.map(({ rows }) => rows.map(({ row }) => row)).sort(([a = 0], [b = 0]) => a - b);

test('rows that are alike are those that a program finds which compares all pairs', async ({
  skip,
}) => {
  const csv = writeRows(240);
  await writeFile(join(runner.folder, 'rows.csv'), csv);
  const source = await readFile(join(import.meta.dirname, 'reference.py'), 'utf8');
  const wanted = z
    .array(z.tuple([z.enum(['exact', 'normalised', 'near']), z.int(), z.array(z.array(z.int()))]))
    .parse(JSON.parse(await runner.run('Python', source, skip)));
  const { table } = await tests.admit(csv);
  for (const [method, edits, clusters] of wanted) {
    expect(clusters.length).toBeGreaterThan(5);
    const found = await tests.engine.duplicates(table, {
      columns: ['name', 'town', 'year'],
      method,
      edits: Math.max(1, edits),
      limit: 200,
    });
    expect({ method, edits, clusters: rowsOf(found) }).toEqual({ method, edits, clusters });
    expect(found).toMatchObject({
      found: clusters.length,
      duplicate_rows: clusters.reduce((sum, { length }) => sum + length - 1, 0),
      is_whole: true,
    });
  }
});

describe('what is found', () => {
  const csv = `id,who,town,paid
1,Ada Byron,London,2
2,ADA BYRON,London,2
3,Ada Byrn,Londn,2
4,Max Born,,3
5,Max Born,,3
6,Grace Hopper,Arlington,3
`;
  let table: TableRef;
  beforeAll(async () => {
    ({ table } = await tests.admit(csv));
  });
  const near = { method: 'near', edits: 2, limit: 50 } as const;

  test('is compared without numbers that never repeat, and has the step that deletes it', async () => {
    const found = await tests.engine.duplicates(table, near);
    expect(found).toMatchObject({
      n_used: 6,
      compared: ['who', 'town', 'paid'],
      found: 2,
      duplicate_rows: 3,
      clusters: [
        {
          n: 3,
          rows: [
            { row: 1, values: ['Ada Byron', 'London', 2] },
            { row: 2, values: ['ADA BYRON', 'London', 2] },
            { row: 3, values: ['Ada Byrn', 'Londn', 2] },
          ],
        },
        { n: 2, rows: [{ row: 4, values: ['Max Born', null, 3] }, { row: 5 }] },
      ],
    });
    const { step } = found;
    if (step === null) throw new Error('There are duplicates.');
    const left = await tests.engine.rows(table, {
      view: { clean: [step] },
      columns: ['id'],
      limit: 10,
      offset: 0,
    });
    expect(left.items).toEqual([[1], [4], [6]]);
    expect(left.view_effects).toEqual([
      {
        step: 'rows 2, 3, 5 deleted (duplicate rows)',
        rows_removed: 3,
        cells_changed: 0,
        cells_lost: 0,
      },
    ]);
  });

  test('is of the rows of the view alone, with their numbers in the file', async () => {
    const found = await tests.engine.duplicates(table, { ...near, view: { filter: 'id > 3' } });
    expect(rowsOf(found)).toEqual([[4, 5]]);
    expect(found.view_in_words).toEqual(['rows where id > 3']);
  });

  test('has no step where all that was compared is computed', async () => {
    const derive = [{ name: 'first', expression: "part(who, ' ', 1)" }];
    const found = await tests.engine.duplicates(table, {
      ...near,
      method: 'exact',
      columns: ['first'],
      view: { derive },
    });
    expect(rowsOf(found)).toEqual([
      [1, 3],
      [4, 5],
    ]);
    expect(found.step).toBeNull();
  });

  test('is nothing where no rows are alike by all columns', async () => {
    const found = await tests.engine.duplicates(table, { ...near, method: 'exact' });
    expect(found).toMatchObject({
      compared: ['id', 'who', 'town', 'paid'],
      found: 0,
      clusters: [],
      step: null,
    });
  });
});
