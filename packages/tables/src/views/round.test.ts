import { openTestEngine } from '@columnist/workers/testing';
import { expect, test } from 'vitest';

test('round takes halves away from zero as they are written, and leaves large numbers alone', async () => {
  const tests = await openTestEngine({ workers: 1 });
  try {
    const halves = Array.from({ length: 1000 }, (_, i) => `${(i / 100).toFixed(2)}5`);
    const rows = [
      ...halves.map((text, i) => [text, (i + 1) / 100]),
      ...halves.map((text, i) => [`-${text}`, -(i + 1) / 100]),
      ['0.1449999', 0.14],
      ['2.67499999999', 2.67],
      ['123456789012.345', 123456789012.35],
      ['10000000000000000', 1e16],
      ['9007199254740993', 9007199254740992],
      ['0', 0],
    ];
    const { table } = await tests.admit(`x,wanted\n${rows.map(([x]) => `${x},0`).join('\n')}\n`);
    const view = {
      derive: [
        { name: 'two', expression: 'round(x, 2)' },
        { name: 'none', expression: 'round(x)' },
      ],
    };
    const pages = await Promise.all(
      [0, 1000, 2000].map((offset) => tests.engine.rows(table, { view, limit: 1000, offset })),
    );
    const found = pages.flatMap(({ items }) => items);
    expect(found.map((row, i) => [rows[i]?.[0], Number(row[2])])).toEqual(rows);
    // Python: round(Decimal(x), 0) of 0.005 … 9.995, halves away from zero; none of them is a half.
    expect(found.slice(0, 1000).map((row) => row[3])).toEqual(
      halves.map((text) => Math.round(Number(text))),
    );
  } finally {
    await tests.close();
  }
});
