import type { Cell, OtherReading, Reading } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

interface Column {
  readonly storage: string;
  readonly values: Cell[];
  readonly notes: string[];
  readonly others: readonly OtherReading[];
}

/** A column of a file that is admitted as it comes. */
async function columnOf(text: string, name: string, reading: Reading = {}): Promise<Column> {
  const source = await test.write(text);
  const parquet = source.replace(/csv$/, 'parquet');
  const { columns, rowCount, admission } = await test.engine.admit({ source, parquet, reading });
  const { items } = await test.engine.rows(
    { parquet, datasetId: null, version: null, rowCount, columns },
    { limit: 1000, offset: 0 },
  );
  const place = columns.findIndex((column) => column.name === name);
  return {
    storage: columns[place]?.storage ?? '',
    values: items.map((row) => row[place] ?? null),
    notes: admission.notes.filter(({ column }) => column === name).map(({ message }) => message),
    others: columns[place]?.other_readings ?? [],
  };
}

/** A file with such a column between others. */
const fileOf = (name: string, cells: readonly string[]): string =>
  `row;${name};end\n${cells.map((cell, i) => `r${i + 1};${cell};x\n`).join('')}`;

describe('what points part in other languages', () => {
  it.each([
    'Version',
    'Versão',
    'Wersja',
    'Версия',
    'Sürüm',
    'バージョン',
    'Kapitel',
    'Rozdział',
    'Seção',
  ])('a column named %s keeps 1.10 beside 2.3, and says how it would be numbers', async (name) => {
    const { storage, values, others } = await columnOf(fileOf(name, ['1.10', '2.3', '3.1']), name);
    expect([storage, values]).toEqual(['VARCHAR', ['1.10', '2.3', '3.1']]);
    expect(others.map(({ reading }) => reading.as)).toContain('number');
  });
});

describe('errors of Excel in other languages', () => {
  it.each([
    ['German', '#NV', '#WERT!', '#BEZUG!', '#ZAHL!'],
    ['French', '#N/A', '#VALEUR!', '#NOM?', '#NOMBRE!'],
    ['Spanish', '#N/D', '#¡DIV/0!', '#¡VALOR!', '#¿NOMBRE?'],
    ['Portuguese', '#N/D', '#VALOR!', '#NÚM!', '#NOME?'],
    ['Italian', '#N/D', '#VALORE!', '#RIF!', '#NOME?'],
    ['Dutch', '#N/B', '#WAARDE!', '#VERW!', '#GETAL!'],
    ['Polish', '#N/D!', '#ARG!', '#ADR!', '#LICZBA!'],
    ['Russian', '#Н/Д', '#ЗНАЧ!', '#ДЕЛ/0!', '#ИМЯ?'],
  ])('of %s are missing among numbers, with a note', async (_, ...errors) => {
    const { storage, values, notes } = await columnOf(fileOf('v', ['1,5', ...errors, '2,5']), 'v');
    expect([storage, values]).toEqual(['DECIMAL(2,1)', [1.5, ...errors.map(() => null), 2.5]]);
    expect(notes.join(' ')).toMatch(/read as missing/);
  });
});

describe('addresses of computers', () => {
  const log = (name: string): string =>
    `time,${name},ms\n2024-03-12 10:00:00,192.168.100.101,0.5\n` +
    '2024-03-12 10:01:00,192.168.100.102,1.5\n2024-03-12 10:02:00,192.168.100.103,2.5\n';

  it.each(['host', 'ip', 's-ip', 'ip_address', 'server', 'address'])(
    'stay text in a column called %s, and say nothing of decimal marks',
    async (name) => {
      expect(await columnOf(log(name), name)).toMatchObject({
        storage: 'VARCHAR',
        values: ['192.168.100.101', '192.168.100.102', '192.168.100.103'],
        notes: [
          "Cells such as '192.168.100.101' look like IP addresses: the column is kept as text.",
        ],
      });
      expect(await columnOf(log(name), 'ms')).toEqual({
        storage: 'DECIMAL(2,1)',
        values: [0.5, 1.5, 2.5],
        notes: [],
        others: [],
      });
    },
  );

  it('stay text in twenty rows of one subnet', async () => {
    const cells = Array.from({ length: 20 }, (_, i) => `10.120.130.${140 + i}`);
    expect(await columnOf(fileOf('client', cells), 'client')).toMatchObject({
      storage: 'VARCHAR',
      values: cells,
    });
  });

  it('say nothing of decimal marks where one of them is a name', async () => {
    const cells = [...Array.from({ length: 19 }, (_, i) => `10.120.130.${140 + i}`), 'localhost'];
    const file = `client,v\n${cells.map((cell) => `${cell},1.613\n`).join('')}`;
    expect(await columnOf(file, 'v')).toMatchObject({
      storage: 'DECIMAL(4,3)',
      values: cells.map(() => 1.613),
    });
  });

  it('are none where a group is beyond 255', async () => {
    const file = 'a;b\n192.168.100.101;1,5\n192.168.100.900;2,5\n';
    expect(await columnOf(file, 'a')).toMatchObject({
      storage: 'BIGINT',
      values: [192168100101, 192168100900],
    });
  });
});

describe('missing values and flags of Eurostat', () => {
  it('reads a colon among numbers as missing', async () => {
    const file = 'geo,v\nAT,:\nBE,9.8\nDE,8.0\nFR,7.7\nES,6.1\n';
    expect(await columnOf(file, 'v')).toEqual({
      storage: 'DECIMAL(2,1)',
      values: [null, 9.8, 8, 7.7, 6.1],
      notes: ["1 cell ':' is read as missing."],
      others: [],
    });
  });

  it('reads padded cells as numbers, and offers the reading of those with flags', async () => {
    const padded = 'geo;v\nAT;: \nBE;9.8 \nDE;8.0 \nFR;7.7 \nES;6.1 \n';
    expect(await columnOf(padded, 'v')).toMatchObject({
      storage: 'DECIMAL(2,1)',
      values: [null, 9.8, 8, 7.7, 6.1],
    });
    const flagged = padded.replace('7.7 ', '7.7 b');
    expect((await columnOf(flagged, 'v')).others).toEqual([
      {
        reading: { as: 'number', decimal_mark: '.' },
        cells: 3,
        of: 4,
        before: '6.1',
        after: '6.1',
        misfit: '7.7 b',
      },
    ]);
  });
});

describe('telephone numbers and other identifiers in groups', () => {
  it.each([
    'Tlf',
    'Mobil',
    'Mobiel nummer',
    'GSM',
    'Cellulare',
    'Celular',
    'Móvil',
    'Puhelin',
    'Telefoon',
    'Telefonszám',
    'Cell',
    'WhatsApp',
    'Kontakt',
    'Contact',
    'Телефон',
    'Τηλέφωνο',
    '電話',
    '电话号码',
    '手机',
    'IČO',
    'NIP',
    'Číslo účtu',
    'Osobní číslo',
    'Αριθμός λογαριασμού',
    'Asiakasnumero',
    'ügyfélszám',
    'Kundennummer',
    'N° de client',
    'Codice fiscale',
    'Почтовый индекс',
    'رقم الهاتف',
    'מספר טלפון',
    '전화번호',
    'Số điện thoại',
    'เบอร์โทร',
    'Nomor telepon',
    'फ़ोन',
    'Telefonas',
    'Tālrunis',
    'Vergi no',
  ])('stay text under the name %s', async (name) => {
    const file = `Name;${name};Betrag\nA;612 345 678;12,5\nB;698 765 432;13,5\nC;698 165 432;1,5\n`;
    expect(await columnOf(file, name)).toMatchObject({
      storage: 'VARCHAR',
      values: ['612 345 678', '698 765 432', '698 165 432'],
      notes: [
        "Cells such as '612 345 678' look like identifiers in groups of digits: the column is kept as text.",
      ],
    });
  });

  it.each(['Umsatz', 'Population', 'Contact hours', 'Mobile revenue', 'Anzahl', 'Počet'])(
    'are amounts under the name %s',
    async (name) => {
      expect(
        await columnOf(fileOf(name, ['612 345 678', '98 765 432', '698 165 432']), name),
      ).toMatchObject({ storage: 'BIGINT', values: [612345678, 98765432, 698165432] });
    },
  );

  it('are numbers under a name that says nothing, and may be codes', async () => {
    const cells = ['612 345 678', '698 765 432', '698 165 432'];
    expect(await columnOf(fileOf('value', cells), 'value')).toEqual({
      storage: 'BIGINT',
      values: [612345678, 698765432, 698165432],
      notes: [
        '3 cells are read as numbers with thousands separators.',
        "Cells such as '612 345 678' are read as numbers; all have nine digits in three groups, " +
          'as telephone numbers have.',
      ],
      others: [
        {
          reading: { as: 'text' },
          cells: 3,
          of: 3,
          before: '612 345 678',
          after: '612 345 678',
          misfit: null,
        },
      ],
    });
  });
});

describe('ways to write numbers', () => {
  it.each<[Reading]>([[{}], [{ decimal_mark: ',' }]])(
    'reads an exponent behind a decimal comma, with %j',
    async (reading) => {
      const file = 'Probe;Konz;m\nA;1,50E-03;1,5\nB;2,25E+02;2,5\nC;3,00E+00;7,25\n';
      expect(await columnOf(file, 'Konz', reading)).toEqual({
        storage: 'DOUBLE',
        values: [0.0015, 225, 3],
        notes: ['3 cells are read as numbers with a decimal comma.'],
        others: [],
      });
    },
  );

  it('reads a single cell with an exponent among decimal commas', async () => {
    expect(await columnOf(fileOf('v', ['0,5', '1,5E-05', '0,25']), 'v')).toMatchObject({
      storage: 'DOUBLE',
      values: [0.5, 0.000_015, 0.25],
    });
  });

  it('takes three digits before an exponent for decimals', async () => {
    const file = 'a;b\n1.613E+03;0,5\n2.500E-03;0,7\n';
    expect(await columnOf(file, 'a')).toMatchObject({ storage: 'DOUBLE', values: [1613, 0.0025] });
    expect(await columnOf('v,w\n"1,613E+03",x\n"2,500E-03",y\n', 'v')).toMatchObject({
      storage: 'DOUBLE',
      values: [1613, 0.0025],
    });
  });

  it.each(['\u2009', '\u202f', '\u00a0', '\u2007', ' '])(
    'reads thousands apart by %j',
    async (mark) => {
      const file = `k;b\na;1${mark}234,50\nb;12${mark}000,00\nc;99,90\n`;
      expect(await columnOf(file, 'b')).toMatchObject({
        storage: 'DECIMAL(7,2)',
        values: [1234.5, 12_000, 99.9],
      });
    },
  );

  it.each([
    [' kg', [12, 3, 7]],
    [' mg/l', [12, 3, 7]],
    [' €', [12, 3, 7]],
    ["'", [12, 3, 7]],
    ['″', [12, 3, 7]],
  ])('reads whole numbers with %s beside all of them, as decimals', async (unit, values) => {
    const file = `s,c\na,12${unit}\nb,3${unit}\nc,7${unit}\n`;
    expect(await columnOf(file, 'c')).toEqual({
      storage: 'BIGINT',
      values,
      notes: [`3 cells are amounts in ${unit.trim()} and are read as numbers.`],
      others: [],
    });
  });

  it.each([
    ['codes with a unit before them', ['mg1', 'mg2', 'mg3']],
    ['codes with a hyphen', ['mg-1', 'mg-2', 'mg-3']],
    ['codes with the letters of a currency', ['TOP1', 'TOP2', 'TOP3']],
    ['codes with a hyphen behind these letters', ['SHP-104000', 'SHP-104001', 'SHP-104007']],
    ['ordinals', ['1st', '21st', '31st']],
  ])('keeps %s as text', async (_, cells) => {
    const { storage, values } = await columnOf(
      `s,c\n${cells.map((cell, i) => `s${i},${cell}\n`).join('')}`,
      'c',
    );
    expect({ storage, values }).toEqual({ storage: 'VARCHAR', values: cells });
  });

  it('keeps numbers of houses and classes with a letter as text', async () => {
    const cells = ['12 A', '14 A', '16 A'];
    expect(await columnOf(fileOf('Hausnummer', cells), 'Hausnummer')).toEqual({
      storage: 'VARCHAR',
      values: cells,
      notes: [],
      others: [],
    });
    expect(await columnOf(fileOf('fuse', cells), 'fuse')).toMatchObject({
      storage: 'BIGINT',
      values: [12, 14, 16],
    });
  });

  it('reads Swedish pieces', async () => {
    expect(await columnOf('s,antal\na,1 st\nb,2 st\nc,5 st\n', 'antal')).toMatchObject({
      storage: 'BIGINT',
      values: [1, 2, 5],
      notes: ['3 cells are amounts in st and are read as numbers.'],
    });
  });

  it.each([
    ['12%', ['0.5', '0.7', '0.1']],
    ['5 mg', ['7', '9', '11']],
    ['$5', ['7', '9', '11']],
  ])('offers the numbers below %s', async (odd, numbers) => {
    const { storage, others } = await columnOf(
      `Team,Home\nA,${odd}\n${numbers.map((cell, i) => `T${i},${cell}\n`).join('')}`,
      'Home',
    );
    expect({ storage, others }).toEqual({
      storage: 'VARCHAR',
      others: [
        {
          reading: { as: 'number', decimal_mark: '.' },
          cells: 3,
          of: 4,
          before: [...numbers].sort()[0],
          after: [...numbers].sort()[0],
          misfit: odd,
        },
      ],
    });
  });
});

describe('what notes do not say', () => {
  it.each([
    ['account', ['20-00-00 12345678', '20-00-01 12345679', '40-47-84 12345679'], []],
    ['sort', ['20-00-00', '20-00-01', '40-47-84'], []],
    [
      'sort code',
      ['20-00-00', '20-45-12', '20-47-84'],
      [
        "Cells such as '20-00-00' look like identifiers in groups of digits: the column is kept as text.",
      ],
    ],
    ['code', ['A-1', 'B-2', 'C-1'], []],
  ])('of %s: %j', async (name, cells, notes) => {
    const found = await columnOf(fileOf(name, cells), name);
    expect(found).toEqual({ storage: 'VARCHAR', values: cells, notes, others: [] });
  });
});
