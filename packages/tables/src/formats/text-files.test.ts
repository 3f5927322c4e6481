import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

it('text with tabs is read as CSV is, and says what it was', async () => {
  const { names, items, storages, admitted } = await test.import(
    'shop\tsold\nA, B\t3\n"C"\t4\n',
    'sales.tsv',
  );
  expect(names).toEqual(['shop', 'sold']);
  expect(storages).toEqual(['VARCHAR', 'BIGINT']);
  expect(items).toEqual([
    ['A, B', 3],
    ['C', 4],
  ]);
  expect(admitted.admission.source).toEqual({
    format: 'tsv',
    title: 'tab-separated text',
    table: null,
    range: null,
    tables: 1,
    typed: false,
  });
  expect(admitted.part).toEqual({ format: 'tsv' });
});

it('the tables of a page that are not read are named', async () => {
  const table = (caption: string, cells: readonly string[]): string =>
    `<table><caption>${caption}</caption><tr><th>k</th><th>v</th></tr>${cells.map((cell) => `<tr><td>${cell}</td><td>1</td></tr>`).join('')}</table>`;
  const page = `<html><body>${table('Shops', ['a', 'b'])}${table('Towns', ['c', 'd'])}</body></html>`;
  const { items, messages } = await test.import(page, 'x.html', { part: { table: 'Towns' } });
  expect({ items, messages }).toEqual({
    items: [
      ['c', 1],
      ['d', 1],
    ],
    messages: ["The file has another table that is not read: 'Shops'."],
  });
});
