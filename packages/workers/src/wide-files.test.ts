import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from './testing.ts';

let test: TestEngine;
beforeAll(async () => {
  // As much as a server gives each worker by default.
  test = await openTestEngine({ workers: 1, memoryMb: 4096 });
});
afterAll(() => test.close());

const fileOf = (columns: number, rows: number, cell: (row: number, column: number) => string) =>
  [
    Array.from({ length: columns }, (_, i) => `column ${i + 1}`).join(),
    ...Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (__, column) => cell(row, column)).join(),
    ),
    '',
  ].join('\n');

it('of 2,000 columns are read within the memory of a worker', async () => {
  const text = fileOf(2000, 300, (row, column) =>
    column % 5 === 4
      ? (['a', 'b', 'c'][(row + column) % 3] ?? '')
      : (((row * 37 + column * 11) % 1000) / 8).toFixed(3),
  );
  // The second begins in a worker that has memory taken already, unless it was replaced.
  for (let time = 0; time < 2; time++) {
    const { columns, rowCount } = (await test.admit(text)).admitted;
    expect(rowCount).toBe(300);
    expect(columns.filter(({ type }) => type === 'number')).toHaveLength(1600);
    expect(columns.filter(({ type }) => type === 'category')).toHaveLength(400);
  }
}, 120_000);

/** Cells that no plain type takes: each column is asked about over all of its rows. */
const odd: readonly ((n: number) => string)[] = [
  (n) => `${1 + (n % 28)}/${1 + (n % 12)}/2024`,
  (n) => `$${(n * 1.25).toFixed(2)}`,
  (n) => `"${(n * 1.25).toFixed(2).replace('.', ',')}"`,
  (n) => `${1 + (n % 28)} Mar 2024 10:0${n % 10}`,
  (n) => (n % 3 === 0 ? 'yes' : 'no'),
  (n) => `"1,234.${10 + (n % 28)}"`,
  (n) => (n % 7 === 0 ? 'n/a' : (n / 8).toFixed(3)),
];

it('of hundreds of columns with odd cells are read as each column alone', async () => {
  const [copies, rows] = [28, 100];
  const whole = await test.read(
    fileOf(odd.length * copies, rows, (row, column) => odd[column % odd.length]?.(row) ?? ''),
  );
  const few = await test.read(fileOf(odd.length, rows, (row, column) => odd[column]?.(row) ?? ''));
  const often = <One>(some: readonly One[]): One[] =>
    Array.from({ length: copies }, () => some).flat();
  expect(few.types).toEqual([
    'DATE',
    'DECIMAL(5,2)',
    'DECIMAL(5,2)',
    'TIMESTAMP',
    'BOOLEAN',
    'DECIMAL(6,2)',
    'DECIMAL(5,3)',
  ]);
  expect(few.items[96]).toEqual(['2024-01-13', 120, 120, '2024-03-13T10:06:00', true, 1234.22, 12]);
  expect(whole.types).toEqual(often(few.types));
  expect(whole.items).toEqual(few.items.map(often));
  for (const message of few.messages) expect(whole.messages).toContain(message);
}, 120_000);
