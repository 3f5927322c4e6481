import { expect, test } from 'vitest';
import { conciseRows, fitResult, resultBytes } from './fit-result.ts';

test('a short result is itself, without pictures and code unless these are wanted', () => {
  const result = {
    sentence: 'So it is.',
    notes: [{ code: 'ragged' }],
    code: { r: 'x' },
    columns: [{ name: 'a', picture: { kind: 'number' } }],
  };
  expect(fitResult(result, 'detailed')).toEqual({ value: result, cuts: [] });
  expect(fitResult(result, 'concise')).toEqual({
    value: { sentence: 'So it is.', notes: [{ code: 'ragged' }], columns: [{ name: 'a' }] },
    cuts: [],
  });
});

test('what is reported in the words of the sentence is said once, unless all is wanted', () => {
  const result = {
    sentence: '2 values lie outside.',
    apa: '2 values lie outside.',
    results: [{ sentence: 'They differ.', apa: 't(3) = 9.00, p < .001.' }],
  };
  const { apa: _, ...once } = result;
  expect(fitResult(result, 'concise').value).toEqual(once);
  expect(fitResult(result, 'detailed').value).toEqual(result);
});

test('the longest list is cut to the limit, which says so; what is beside it stays whole', () => {
  const items = Array.from({ length: 900 }, (_, i) => [i, 'x'.repeat(60)]);
  const {
    value,
    cuts: [cut],
  } = fitResult(
    {
      columns: ['n', 'text'],
      items,
      row_numbers: items.map((_, i) => i + 1),
      next_cursor: 'later',
      total: 900,
    },
    'concise',
  );
  expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(resultBytes);
  expect(cut).toMatchObject({ field: 'items', of: 900 });
  const shown = cut?.shown ?? 0;
  expect(shown).toBeGreaterThan(300);
  expect(value).toMatchObject({
    columns: ['n', 'text'],
    items: items.slice(0, shown),
    row_numbers: items.slice(0, shown).map((_, i) => i + 1),
    total: 900,
    cut: { limit: '32 KB a result', lists: [cut] },
  });
});

test('within a list of parts, the heaviest part is cut', () => {
  const { value, cuts } = fitResult(
    {
      tables: [
        { title: 'few', rows: [[1]] },
        { title: 'many', rows: Array.from({ length: 5000 }, (_, i) => [i, i * i]) },
      ],
    },
    'detailed',
  );
  expect(cuts).toMatchObject([{ field: 'tables.1.rows', of: 5000 }]);
  expect(value).toMatchObject({
    tables: [{ title: 'few', rows: [[1]] }, { title: `many, the first ${cuts[0]?.shown} of 5000` }],
  });
});

test('a table of the last rows keeps its end, another its beginning, and titles say so', () => {
  const rowsOf = (n: number) => Array.from({ length: n }, (_, i) => [i, i * i, 'x'.repeat(30)]);
  const fit = (title: string) =>
    fitResult({ tables: [{ title, columns: ['a'], rows: rowsOf(1500) }] }, 'detailed');
  for (const [given, which, of] of [
    ['Rolling figures of 7 values, the last 1500 of 2200', 'last', 2200],
    ['Gaps, the first 1500 of 1800', 'first', 1800],
    ['Cluster of each row', 'first', 1500],
  ] as const) {
    const { value, cuts } = fit(given);
    const shown = cuts[0]?.shown ?? 0;
    expect(shown).toBeGreaterThan(400);
    expect(value).toEqual({
      tables: [
        {
          title: `${given.split(',')[0]}, the ${which} ${shown} of ${of}`,
          columns: ['a'],
          rows: which === 'last' ? rowsOf(1500).slice(-shown) : rowsOf(1500).slice(0, shown),
        },
      ],
      cut: {
        limit: '32 KB a result',
        lists: [{ field: 'tables.0.rows', table: given, shown, of: 1500 }],
      },
    });
    expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThanOrEqual(resultBytes);
  }
});

test('a concise result has as many rows of a table as groups have pairs; a detailed one has all', () => {
  const rowsOf = (n: number) => Array.from({ length: n }, (_, i) => [i + 1, i % 3]);
  const answer = (n: number) => ({
    sentence: 'Three clusters.',
    parts: [
      {
        tables: [
          { title: 'Centres', rows: rowsOf(3) },
          { title: 'Cluster of each row', rows: rowsOf(n) },
        ],
      },
    ],
  });
  expect(fitResult(answer(conciseRows), 'concise')).toEqual({
    value: answer(conciseRows),
    cuts: [],
  });
  expect(fitResult(answer(320), 'detailed')).toEqual({ value: answer(320), cuts: [] });
  const list = {
    field: 'parts.0.tables.1.rows',
    table: 'Cluster of each row',
    shown: conciseRows,
    of: 320,
  };
  expect(fitResult(answer(320), 'concise')).toEqual({
    value: {
      sentence: 'Three clusters.',
      parts: [
        {
          tables: [
            { title: 'Centres', rows: rowsOf(3) },
            { title: 'Cluster of each row, the first 105 of 320', rows: rowsOf(conciseRows) },
          ],
        },
      ],
      cut: { limit: '105 rows a table unless detailed', lists: [list] },
    },
    cuts: [list],
  });
});
