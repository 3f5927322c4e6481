import type { Pictures, View } from '@columnist/contract';
import { ofRuns, sharedData } from '@columnist/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const always = { column: 'row', op: 'is_present' } as const;
const datasets = sharedData('datasets');

/** The columns without what says that their bars are those of the dataset. */
const unnamed = (columns: Pictures['columns']) =>
  columns.map(({ bars_of: barsOf, ...column }) => {
    expect(barsOf).toBe(column.name);
    return column;
  });

async function picturesOf(content: string) {
  const { table } = await test.admit(content);
  const counted = await test.engine.pictures(table, { view: { filter: always } });
  return { table, drawn: table.columns, counted: unnamed(counted.columns) };
}

describe('pictures under a view', () => {
  it('that keeps every row are those of the dataset, whatever the columns hold', async () => {
    const gap = <Value>(value: fc.Arbitrary<Value>) =>
      fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constant('') });
    const columns = {
      whole: gap(fc.integer({ min: -40, max: 1000 })),
      few: gap(fc.integer({ min: 1, max: 5 })),
      price: gap(fc.integer({ min: 0, max: 9999 }).map((cents) => (cents / 100).toFixed(2))),
      measure: gap(
        fc.double({ noNaN: true, min: -1e3, max: 1e9 }).map((value) => value.toExponential()),
      ),
      endless: gap(fc.constantFrom('inf', '-inf', '0.5e0', '1.5e0', '2.5e0')),
      kind: gap(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')),
      name: fc
        .string({ unit: 'grapheme', maxLength: 30 })
        .map((text) => text.replaceAll(/[\p{C}"]/gu, '')),
      day: gap(
        fc
          .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
          .map((day) => day.toISOString().slice(0, 10)),
      ),
      moment: gap(
        fc
          .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
          .map((day) => day.toISOString()),
      ),
      clock: gap(
        fc
          .integer({ min: 0, max: 86_399 })
          .map((second) => new Date(second * 1000).toISOString().slice(11, 19)),
      ),
      done: gap(fc.boolean()),
      same: gap(fc.constant('7')),
      identifier: gap(fc.bigInt({ min: 2n ** 60n, max: 2n ** 60n + 3000n }).map(String)),
      far: gap(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(String)),
      long: gap(
        fc
          .integer({ min: 0, max: 99_999 })
          .map((last) => `1234567890123.${String(last).padStart(5, '0')}`),
      ),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record(columns), { minLength: 1, maxLength: 60 }),
        async (rows) => {
          const names = Object.keys(columns);
          const lines = rows.map((row, i) =>
            [i, ...Object.values(row)].map((value) => `"${String(value)}"`).join(','),
          );
          const { drawn, counted } = await picturesOf(
            `row,${names.join(',')}\n${lines.join('\n')}\n`,
          );
          expect(counted).toEqual(drawn);
          for (const { picture } of drawn)
            expect(picture?.counts.reduce((sum, count) => sum + count, 0)).toBe(picture?.n);
        },
      ),
      ofRuns(8, 25),
    );
  }, 120_000);

  it('find a bar whose bound has many digits', async () => {
    const { drawn, counted } = await picturesOf('row,x\n1,0e+0\n2,1.1280832804954503e-5\n');
    expect(counted).toEqual(drawn);
    expect(drawn[1]?.picture?.counts.at(-1)).toBe(1);
  });

  it('count the rows that the view keeps over the bars of the dataset', async () => {
    const { table, drawn } = await picturesOf(
      `row,x,g,b\n${Array.from({ length: 100 }, (_, i) => `${i},${i / 4},${'abcdefgh'[i % 8]},${i % 3 === 0}`).join('\n')}\n`,
    );
    const { columns, ...provenance } = await test.engine.pictures(table, {
      view: { filter: { column: 'row', op: 'lt', value: 10 } },
    });
    expect(provenance).toMatchObject({
      n_used: 10,
      n_excluded: [{ reason: 'filtered out by the view', n: 90 }],
    });
    const [row, x, g, b] = columns.map(({ picture }) => picture);
    expect(row?.edges).toEqual(drawn[0]?.picture?.edges);
    expect(row?.counts).toEqual([5, 5, ...Array.from({ length: 18 }, () => 0)]);
    expect(x).toMatchObject({ kind: 'number', n: 10, missing: 0 });
    expect(g).toMatchObject({
      kind: 'category',
      labels: ['a', 'b', 'c', 'd', 'e'],
      rest: true,
      counts: [2, 2, 1, 1, 1, 3],
      n: 10,
    });
    expect(b).toMatchObject({ kind: 'boolean', labels: ['true', 'false'], counts: [4, 6] });
  });

  it('keep what is said about a column whose values a step changed, as far as it fits them', async () => {
    const { table } = await picturesOf('row,code\n1,1\n2,2\n3,2\n4,1\n');
    const said = { label: 'Answer', unit: 'level', description: 'Of the first question' };
    const labels = [
      { value: 1, label: 'no' },
      { value: 2, label: 'yes' },
    ];
    const columns = table.columns.map((column) =>
      column.name === 'code' ? { ...column, ...said, value_labels: labels } : column,
    );
    const values = [
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ];
    const reversed = await test.engine.pictures(
      { ...table, columns },
      { view: { clean: [{ step: 'recode', column: 'code', values, others: 'keep' }] } },
    );
    expect(reversed.columns[1]).toMatchObject({
      ...said,
      value_labels: [
        { value: 2, label: 'no' },
        { value: 1, label: 'yes' },
      ],
    });
    const scaled = await test.engine.pictures(
      { ...table, columns },
      { view: { clean: [{ step: 'scale', columns: ['code'], method: 'zscore' }] } },
    );
    expect(scaled.columns[1]).toMatchObject(said);
    expect(scaled.columns[1]?.value_labels).toBeUndefined();
  });

  it('are of the columns that its rows have, whatever names the view gives them', async () => {
    const { table, drawn } = await picturesOf(
      `row,x,g\n${Array.from({ length: 20 }, (_, i) => `${i},${i % 3},${i % 5}`).join('\n')}\n`,
    );
    const of = async (view: View) => (await test.engine.pictures(table, { view })).columns;
    const [row, x, g] = drawn;
    const renamed = (...columns: { from: string; to: string }[]) =>
      ({ step: 'rename_columns', columns }) as const;
    expect(await of({ clean: [renamed({ from: 'x', to: 'size' })] })).toEqual([
      { ...row, bars_of: 'row' },
      { ...x, name: 'size', bars_of: 'x' },
      { ...g, bars_of: 'g' },
    ]);
    expect(await of({ clean: [renamed({ from: 'x', to: 'g' }, { from: 'g', to: 'x' })] })).toEqual([
      { ...row, bars_of: 'row' },
      { ...x, name: 'g', bars_of: 'x' },
      { ...g, name: 'x', bars_of: 'g' },
    ]);
    const scaled = await of({
      clean: [
        renamed({ from: 'x', to: 'size' }),
        { step: 'scale', columns: ['size'], method: 'minmax' },
      ],
      derive: [{ name: 'x', expression: 'size * 2' }],
    });
    expect(scaled.map(({ name, bars_of, low, high }) => [name, bars_of, low, high])).toEqual([
      ['row', 'row', 0, 19],
      ['size', undefined, 0, 1],
      ['g', 'g', 0, 4],
      ['x', undefined, 0, 2],
    ]);
  });

  it('clip a tail beyond ten interquartile ranges at five', async () => {
    const values = [...Array.from({ length: 99 }, (_, i) => i / 10 + 0.05), 1e6];
    const { drawn } = await picturesOf(
      `row,x\n${values.map((value, i) => `${i},${value.toFixed(2)}`).join('\n')}\n`,
    );
    const picture = drawn[1]?.picture;
    expect(picture).toMatchObject({ kind: 'number', clipped: { low: false, high: true }, n: 100 });
    expect(Number(picture?.edges?.at(-1))).toBeLessThan(40);
    expect(picture?.counts.at(-1)).toBe(1);
  });
});

describe.skipIf(!datasets.isHere)(`real files${datasets.note}`, () => {
  it.each(['penguins.csv', 'nycflights13_planes.csv'])(
    '%s: what a column means, and the same picture under a view that keeps every row',
    async (name) => {
      const { table, drawn } = await picturesOf(
        `row,${readFileSync(join(datasets.path, name), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line, i) => (i === 0 ? line : `${i},${line}`))
          .join('\n')}\n`,
      );
      const counted = await test.engine.pictures(table, { view: { filter: always } });
      expect(unnamed(counted.columns)).toEqual(drawn);
      const meanings = Object.fromEntries(
        table.columns.map((column) => [column.name, column.type]),
      );
      expect(meanings).toMatchObject(
        name === 'penguins.csv'
          ? { species: 'category', island: 'category', sex: 'category', year: 'number' }
          : { tailnum: 'text', model: 'text', engine: 'category', seats: 'number' },
      );
    },
  );
});
