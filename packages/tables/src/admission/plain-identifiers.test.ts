import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const fileOf = (name: string, cells: readonly string[]): string =>
  `row;${name};end\n${cells.map((cell, i) => `r${i + 1};${cell};x\n`).join('')}`;

/** How a column of such cells is read, between two others. */
async function readingOf(name: string, cells: readonly string[]) {
  const { table, admitted } = await test.admit(fileOf(name, cells));
  const { items } = await test.engine.rows(table, { limit: 100, offset: 0 });
  const column = table.columns[1];
  return {
    storage: column?.storage,
    values: items.map(([, value]) => value),
    notes: admitted.admission.notes.map(({ message }) => message),
    others: (column?.other_readings ?? []).map(({ reading }) => reading.as),
  };
}

describe('identifiers in plain digits', () => {
  it.each([
    ['phone', ['4155551212', '2125550100', '3035550111']],
    ['mobile', ['4915112345678', '4915112345679']],
    ['Telefonnummer', ['4930123456', '4940654321']],
    ['Телефон', ['79161234567', '79031234567']],
    ['手机号', ['13812345678', '13987654321']],
    ['ИНН', ['7707083893', '500100732259']],
    ['NIP', ['5260250995', '7740001454']],
    ['CNPJ Emitente', ['11222333000181', '60746948000112']],
    ['Tax ID', ['123456789', '987654321']],
    ['Account Number', ['12345678', '22345678']],
    ['Auftragskonto', ['1234567890', '1234567891']],
    ['EAN', ['4006381333931', '5901234123457']],
  ])('a column called %s keeps them as text, and offers numbers', async (name, cells) => {
    expect(await readingOf(name, cells)).toEqual({
      storage: 'VARCHAR',
      values: cells,
      notes: [
        `Cells such as '${cells[0]}' look like telephone, tax or other numbers that say who or what something is: the column is kept as text.`,
      ],
      others: ['number'],
    });
  });

  it.each([
    // Visits by device, the product of a country, and what is sold by telephone.
    ['mobile', ['12345678', '22345678']],
    ['PIB', ['12345678', '22345678']],
    ['phone sales', ['4155551212', '2125550100']],
    ['tax', ['4155551212', '2125550100']],
    // Keys of tables, and charts of accounts.
    ['id', ['4155551212', '2125550100']],
    ['Konto', ['4400', '8400']],
    // Lengths as amounts have them.
    ['account', ['12345678901', '2212345']],
  ])('a column called %s holds numbers where they are %j', async (name, cells) => {
    expect(await readingOf(name, cells)).toEqual({
      storage: 'BIGINT',
      values: cells.map(Number),
      notes: [],
      others: [],
    });
  });

  it.each([
    [
      'goods',
      (
        '4006381333931 4006381333948 4006381333955 4006381333962 ' +
        '4006381333979 4006381333986 4006381333993 4006381334006'
      ).split(' '),
    ],
    [
      'cards',
      (
        '4111111111111111 5500005555555559 4012888888881881 4222222222222220 ' +
        '5105105105105100 6011111111111117 6011000990139424 3530111333300000'
      ).split(' '),
    ],
    [
      'firms of Russia',
      (
        '7707083893 7736050003 7702070139 7728168971 ' +
        '7710140679 7740000076 7706107510 7744001497'
      ).split(' '),
    ],
    ['firms of Brazil', ['11222333000181', '60746948000112', '33000167000101', '60701190000104']],
    ['persons of Brazil', ['52998224725', '11144477735', '39053344705', '12345678909']],
  ])('that are %s are found by their check digits', async (_, cells) => {
    expect(await readingOf('x', cells)).toMatchObject({ storage: 'VARCHAR', values: cells });
    const wrong = cells.map((cell) => `${cell.slice(0, -1)}${(Number(cell.at(-1)) + 1) % 10}`);
    expect(await readingOf('x', wrong)).toMatchObject({ storage: 'BIGINT' });
  });

  it('says that a spreadsheet shortened them', async () => {
    const cells = ['4.00638E+12', '4.00638E+12', '5.90123E+12'];
    expect(await readingOf('ean', cells)).toMatchObject({
      storage: 'DOUBLE',
      notes: [
        "Cells such as '4.00638E+12' hold the first digits of identifiers alone, as a spreadsheet shortens them: different ones may look the same. Export the column as text.",
      ],
      others: ['text'],
    });
    expect(await readingOf('energy', cells)).toMatchObject({ storage: 'DOUBLE', notes: [] });
  });
});
