import type { Cell } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

async function columnOf(
  name: string,
  cells: readonly string[],
): Promise<{ storage: string | undefined; values: Cell[] }> {
  const text = `${name};row\n${cells.map((cell, i) => `${cell};r${i}\n`).join('')}`;
  const source = await test.write(text);
  const parquet = source.replace(/csv$/, 'parquet');
  const { columns, rowCount } = await test.engine.admit({ source, parquet, reading: {} });
  const { items } = await test.engine.rows(
    { parquet, datasetId: null, version: null, rowCount, columns },
    { limit: 1000, offset: 0 },
  );
  return { storage: columns[0]?.storage, values: items.map(([cell = null]) => cell) };
}

describe('dates as spreadsheets and forms of different languages write them', () => {
  it.each([
    ['the year first, with points', ['2024.01.05', '2024.02.13']],
    ['Hungarian', ['2024.01.05.', '2024.02.13.']],
    ['Hungarian with blanks', ['2024. 01. 05.', '2024. 02. 13.']],
    ['Hungarian in words', ['2024. január 5.', '2024. február 13.']],
    ['Czech and Slovene', ['5. 1. 2024', '13. 2. 2024']],
    ['Croatian', ['05.01.2024.', '13.02.2024.']],
    ['Croatian with blanks', ['5. 1. 2024.', '13. 2. 2024.']],
    ['Serbian', ['5.1.2024.', '13.2.2024.']],
    ['Serbian with a year of two digits', ['05.01.24.', '13.02.24.']],
    ['Korean', ['2024. 1. 5', '2024. 2. 13']],
    ['Korean with a point behind it', ['2024. 1. 5.', '2024. 2. 13.']],
  ])('%s', async (_, cells) => {
    expect(await columnOf('datum', cells)).toEqual({
      storage: 'DATE',
      values: ['2024-01-05', '2024-02-13'],
    });
  });

  it.each([
    ['Hungarian', ['2024.01.05. 15:20:11', '2024.02.13. 0:20:11']],
    ['Czech', ['5. 1. 2024 15:20:11', '13. 2. 2024 0:20:11']],
    ['Croatian', ['05.01.2024. 15:20:11', '13.02.2024. 00:20:11']],
    ['Korean', ['2024. 1. 5 오후 3:20:11', '2024. 2. 13 오전 12:20:11']],
    ['Korean with points', ['2024. 1. 5. 오후 3:20:11', '2024. 2. 13. 오전 12:20:11']],
    ['Chinese', ['2024/1/5 下午 3:20:11', '2024/2/13 上午 12:20:11']],
    ['Chinese without blanks', ['2024/1/5 下午3:20:11', '2024/2/13 上午12:20:11']],
    ['Japanese', ['2024/1/5 午後 3:20:11', '2024/2/13 午前 12:20:11']],
    ['Spanish', ['5/1/2024 3:20:11 p. m.', '13/2/2024 12:20:11 a. m.']],
    [
      'Spanish as programs write it',
      ['5/1/2024 3:20:11 p.\u00a0m.', '13/2/2024 12:20:11 a.\u00a0m.'],
    ],
  ])('with times of day: %s', async (_, cells) => {
    expect(await columnOf('datum', cells)).toEqual({
      storage: 'TIMESTAMP',
      values: ['2024-01-05T15:20:11', '2024-02-13T00:20:11'],
    });
  });

  it.each([
    ['GMT+9', ['2024/01/05 3:20:11 PM GMT+9', '2024/02/13 12:20:11 AM GMT+9']],
    ['GMT+5:30', ['2024/01/05 11:50:11 AM GMT+5:30', '2024/02/12 8:50:11 PM GMT+5:30']],
    ['UTC-03:00', ['2024/01/05 3:20:11 UTC-03:00', '2024/02/12 12:20:11 UTC-03:00']],
    ['GMT', ['2024/01/05 6:20:11 AM GMT', '2024/02/12 3:20:11 PM GMT']],
  ])('of Google Forms with the zone %s', async (_, cells) => {
    expect(await columnOf('Timestamp', cells)).toEqual({
      storage: 'TIMESTAMP',
      values: ['2024-01-05T06:20:11', '2024-02-12T15:20:11'],
    });
  });

  it('keeps moments of which some have no zone as text', async () => {
    const cells = ['2024/01/05 3:20:11 PM GMT+9', '2024/02/13 3:20:11 AM'];
    expect(await columnOf('Timestamp', cells)).toEqual({ storage: 'VARCHAR', values: cells });
  });

  it.each([
    ['Artikel', ['2024.01.05', '2024.02.13', '2024.03.01']],
    ['OZ', ['1.2.10.', '1.2.11.', '1.3.10.']],
    ['x', ['1.2.10.', '1.2.11.', '2.3.40.']],
    ['Position', ['01.01.0010.', '01.01.0020.', '01.02.0010.']],
  ])(
    'keeps numbers of chapters with a point behind them as text, under %s',
    async (name, cells) => {
      expect(await columnOf(name, cells)).toEqual({ storage: 'VARCHAR', values: cells });
    },
  );
});
