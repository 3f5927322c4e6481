import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** How a column is stored and what is said of it, beside one that numbers its rows. */
async function columnOf(name: string, cells: readonly string[]) {
  const content = `row;${name}\n${cells.map((cell, i) => `${i + 1};${cell}\n`).join('')}`;
  const { admitted } = await test.admit(content);
  return {
    storage: admitted.columns[1]?.storage,
    notes: admitted.admission.notes.map(({ code, message }) => `${code}: ${message}`),
  };
}

describe('text that no type takes says why', () => {
  it.each([
    [
      'thousands and millions of a currency',
      ['$1.2M', '$3.4B', '$900K'],
      "kept_as_text: Cells such as '$1.2M' hold numbers with different units, currencies or " +
        'signs beside them: the column is kept as text.',
    ],
    [
      'flags behind most numbers',
      ['13.0 e', '11.0', '8.8 p'],
      "kept_as_text: Cells such as '13.0 e' hold numbers with different units, currencies or " +
        'signs beside them: the column is kept as text.',
    ],
    [
      'days that are not known',
      ['2020-03-05', '2020-UN-UN', '2020-05-UN', '2021'],
      "kept_as_text: Cells such as '2020-UN-UN' are dates whose month or day is not known: the column is kept as text.",
    ],
    [
      'days and months that are not known before their year',
      ['12-JAN-1961', 'UNK-UNK-1956', 'UN-FEB-1970'],
      "kept_as_text: Cells such as 'UNK-UNK-1956' are dates whose month or day is not known: " +
        'the column is kept as text.',
    ],
    [
      'genes of which a spreadsheet made days',
      ['2-Sep', '1-Mar', 'TP53', 'BRCA1', 'EGFR'],
      "may_be_changed: Cells such as '2-Sep' look like days that a spreadsheet made of " +
        'another text, as 2-Sep of SEPT2 or of 9-2; they are kept as they are.',
    ],
    [
      'thousands of ten thousands',
      ['1.2万', '3万'],
      "kept_as_text: Cells such as '1.2万' hold numbers with different units, currencies or " +
        'signs beside them: the column is kept as text.',
    ],
    [
      'errors of numbers',
      ['12.3±0.2', '11.1±0.3'],
      "kept_as_text: Cells such as '12.3±0.2' hold numbers with different units, currencies " +
        'or signs beside them: the column is kept as text.',
    ],
    [
      'times with points',
      ['05-MAR-24 10.12.33.123456 AM', '28-MAR-24 09.00.00.000000 PM'],
      "kept_as_text: Cells such as '05-MAR-24 10.12.33.123456 AM' are dates with a time that " +
        'is written with points: the column is kept as text.',
    ],
    [
      'years of the Japanese calendar',
      ['R6.3.5', '令和6年3月25日'],
      "kept_as_text: Cells such as 'R6.3.5' are dates with years of the Japanese calendar: the column is kept as text.",
    ],
    [
      'a word that is no unit',
      ['5 Personen', '6 Personen'],
      "kept_as_text: Cells such as '5 Personen' hold numbers with the same text behind them, " +
        'which is no unit that is known: the column is kept as text.',
    ],
    [
      'thousands as programs write them',
      ['1_000', '25_000'],
      "kept_as_text: Cells such as '1_000' may be numbers with a sign between their digits " +
        'that is not read: the column is kept as text.',
    ],
    [
      'prices of Sweden',
      ['1 234:50', '99:90', '12:-'],
      "kept_as_text: Cells such as '1 234:50' may be numbers with a sign between their digits" +
        ' that is not read: the column is kept as text.',
    ],
    [
      'laps',
      ['1:23.456', '1:22.987'],
      "kept_as_text: Cells such as '1:23.456' may be durations in hours and minutes or in " +
        'minutes and seconds, or times of day: the column is kept as text.',
    ],
  ])('%s', async (_, cells, note) => {
    expect(await columnOf('x', cells)).toEqual({ storage: 'VARCHAR', notes: [note] });
  });

  it.each([
    ['names of months and numbers', ['Sep 2', 'TP53', 'SEPT2']],
    ['titles with numbers', ['12 Monkeys', '21 Grams', '3 Idiots']],
    ['results of games', ['101:99', '99:90', '88:91']],
    ['houses with a letter', ['12a', '14a', '3b']],
    ['years of school', ['2020', '2020/21', '2021/22']],
  ])('nothing is said of %s', async (_, cells) => {
    expect(await columnOf('x', cells)).toEqual({ storage: 'VARCHAR', notes: [] });
  });
});

describe('numbers under the name of a date', () => {
  it.each([
    [
      'order_date',
      ['45356', '45357'],
      "may_be_dates: Cells such as '45356' may be moments in days since 1900, as spreadsheets" +
        ' count them (2024-03-05 00:00): the column is kept as numbers.',
    ],
    [
      'timestamp',
      ['1709629200', '1709629260'],
      "may_be_dates: Cells such as '1709629200' may be moments in seconds since 1970 " +
        '(2024-03-05 09:00): the column is kept as numbers.',
    ],
    [
      'created_at',
      ['1709629200000', '1709629260111'],
      "may_be_dates: Cells such as '1709629200000' may be moments in milliseconds since 1970 " +
        '(2024-03-05 09:00): the column is kept as numbers.',
    ],
  ])('%s', async (name, cells, note) => {
    expect(await columnOf(name, cells)).toEqual({ storage: 'BIGINT', notes: [note] });
  });

  it('fourteen digits of a moment, whatever the name', async () => {
    expect(await columnOf('x', ['20240305101233', '20240328210000'])).toEqual({
      storage: 'BIGINT',
      notes: [
        "may_be_dates: Cells such as '20240305101233' may be moments (2024-03-05 10:12): the " +
          'column is kept as numbers.',
      ],
    });
  });

  it('an average time is no time of day', async () => {
    expect(await columnOf('Avg. Time on Page', ['00:01:23', '00:00:45'])).toMatchObject({
      storage: 'VARCHAR',
      notes: [expect.stringContaining('may be durations')],
    });
  });

  it.each([
    ['time', ['45356', '45357']],
    ['price', ['45356', '45357']],
    ['order_date', ['2023', '2024']],
  ])('nothing is said of %s %j', async (name, cells) => {
    expect(await columnOf(name, cells)).toEqual({ storage: 'BIGINT', notes: [] });
  });
});
