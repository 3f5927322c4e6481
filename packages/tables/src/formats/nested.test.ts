import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

const orders = JSON.stringify([
  {
    id: 1,
    buyer: { name: 'Ann', address: { city: 'Bern' } },
    items: [
      { sku: 'a', n: 2 },
      { sku: 'b', n: 1 },
    ],
    tags: ['x', 'y'],
  },
  { id: 2, buyer: { name: 'Zoë', address: null }, items: [], tags: null },
]);

describe('JSON', () => {
  it('values within objects are columns named by their path, lists the text of their JSON', async () => {
    const { names, items, messages } = await test.import(Buffer.from(orders), 'x.json');
    expect({ names, items, messages }).toEqual({
      names: ['id', 'buyer.name', 'buyer.address.city', 'items', 'tags', 'buyer.address'],
      items: [
        [1, 'Ann', 'Bern', '[{"sku":"a","n":2},{"sku":"b","n":1}]', '["x","y"]', null],
        [2, 'Zoë', null, '[]', null, null],
      ],
      messages: [
        'Its values are 2 lists: all are kept as text, lists as their JSON.',
        'Its values are 1 lists: all are kept as text, lists as their JSON.',
      ],
    });
  });

  it.each([
    ['utf-16le', '\ufeff'],
    ['utf-16be', '\ufeff'],
    ['utf-16le', ''],
    ['utf-16be', ''],
  ])('in %s is read with a mark or without', async (encoding, mark) => {
    const bytes = Buffer.from(
      `${mark}${JSON.stringify([
        { id: 1, name: 'Zoë €' },
        { id: 2, name: '𝒳' },
      ])}`,
      'utf16le',
    );
    if (encoding === 'utf-16be') bytes.swap16();
    const { names, items } = await test.import(bytes, 'x.json');
    expect({ names, items }).toEqual({
      names: ['id', 'name'],
      items: [
        [1, 'Zoë €'],
        [2, '𝒳'],
      ],
    });
    await expect(test.import(bytes.subarray(0, -1), 'x.json')).rejects.toMatchObject({
      message: 'The text begins as UTF-16 does, and is not UTF-16.',
    });
  });

  it('lists one on a line are rows, and the first the names', async () => {
    const { names, items, messages } = await test.import(
      Buffer.from('["a]\\"", "b"]\n[1, "x"]\n\n[2, {"y": [3]}]\n'),
      'x.jsonl',
    );
    expect({ names, items, messages }).toEqual({
      names: ['a]"', 'b'],
      items: [
        [1, 'x'],
        [2, '{"y":[3]}'],
      ],
      messages: [
        'Its values are 1 texts, 1 objects without names: all are kept as text, lists as their JSON.',
        'The first list has names alone and is read as the names of the columns.',
      ],
    });
  });

  it('NaN is missing and infinite numbers are numbers, as Python writes them', async () => {
    const { items, storages, messages } = await test.import(
      Buffer.from(
        '[{"a":NaN,"b":"NaN \\" Infinity","c":1,"d":[NaN]},\n{"a":2,"b":NaN,"c":-Infinity},{"a":null,"c":Infinity}]',
      ),
      'x.json',
    );
    expect({ items, storages, messages }).toEqual({
      items: [
        [null, 'NaN " Infinity', 1, '["NaN"]'],
        [2, null, '-Infinity', null],
        [null, null, 'Infinity', null],
      ],
      storages: ['BIGINT', 'VARCHAR', 'DOUBLE', 'VARCHAR'],
      messages: [
        '1 cell is NaN and read as missing.',
        '1 cell is NaN and read as missing.',
        'Its values are 1 lists: all are kept as text, lists as their JSON.',
      ],
    });
  });

  it('byte order marks at the start of texts are left out, and counted', async () => {
    const { items, messages } = await test.import(
      Buffer.from(JSON.stringify([{ a: '\ufeffx' }, { a: 'y\ufeffz' }, { a: '\ufeff' }])),
      'x.json',
    );
    expect({ items, messages }).toEqual({
      items: [['x'], ['y\ufeffz'], [null]],
      messages: [
        '2 byte order marks (U+FEFF) at the start of cells are left out.',
        '1 cell holds invisible characters (spaces of no width, marks of direction); they are kept.',
      ],
    });
  });

  it('names that are whole numbers keep their place, also within objects and beside quotes', async () => {
    const { names, items } = await test.import(
      Buffer.from(
        String.raw`{"year":1,"2020":{"b":"x\\","7":"say \"1\": 2"},"2019":3,"1.5":4}` +
          '\n{"2019" : 7, "year":"5"}',
      ),
      'x.jsonl',
    );
    expect([names, items]).toEqual([
      ['year', '2020.b', '2020.7', '2019', '1.5'],
      [
        ['1', 'x\\', 'say "1": 2', 3, 4],
        ['5', null, null, 7, null],
      ],
    ]);
  });

  it('a list gives a row for each of its entries where a person says so', async () => {
    const { names, items, admitted } = await test.import(Buffer.from(orders), 'x.json', {
      part: { explode: 'items' },
    });
    expect({ names, items, part: admitted.part }).toEqual({
      names: [
        'id',
        'buyer.name',
        'buyer.address.city',
        'tags',
        'items.sku',
        'items.n',
        'buyer.address',
        'items',
      ],
      items: [
        [1, 'Ann', 'Bern', '["x","y"]', 'a', 2, null, null],
        [1, 'Ann', 'Bern', '["x","y"]', 'b', 1, null, null],
        [2, 'Zoë', null, null, null, null, null, null],
      ],
      part: { format: 'json', explode: 'items' },
    });
    await expect(
      test.import(Buffer.from(orders), 'x.json', { part: { explode: 'item' } }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: "No record has a list 'item'.",
      details: { errors: [{ field: 'explode', message: 'Name one of items, tags.' }] },
    });
  });

  it('lists within an object are tables by their path; the longest is read unless one is named', async () => {
    const text = Buffer.from(
      '{"meta":{"n":2},"result":{"people":[{"a":1},{"a":2}],"places":[{"b":3}]}}',
    );
    const first = await test.import(text, 'x.json');
    const named = await test.import(text, 'x.json', { part: { table: 'result.places' } });
    expect([first.items, first.admitted.part, named.items]).toEqual([
      [[1], [2]],
      { format: 'json', table: 'result.people' },
      [[3]],
    ]);
    await expect(test.import(text, 'x.json', { part: { table: 'places' } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('dates in ISO 8601 are dates, moments with zones are in UTC, codes stay texts', async () => {
    const text =
      '{"day":"2024-02-29","at":"2024-01-01T12:00:00.5+02:00","local":"2024-01-01T12:00","code":"007","bad":"2024-02-30"}';
    const { storages, items } = await test.import(Buffer.from(text + '\n' + text), 'x.jsonl');
    const row = [
      '2024-02-29',
      '2024-01-01T10:00:00.5Z',
      '2024-01-01T12:00:00',
      '007',
      '2024-02-30',
    ];
    expect({ storages, items }).toEqual({
      storages: ['DATE', 'TIMESTAMPTZ', 'TIMESTAMP', 'VARCHAR', 'VARCHAR'],
      items: [row, row],
    });
  });

  it('numbers of any length, mixed kinds and names stated twice are kept or said', async () => {
    const text =
      '[{"n":12345678901234567890123,"x":0.1234567890123456789,"m":1,"d":1,"d":2},{"n":1,"x":1e3,"m":"a","d":3}]';
    const { storages, items, messages } = await test.import(Buffer.from(text), 'x.json');
    expect({ storages, items, messages }).toEqual({
      storages: ['DECIMAL(38,0)', 'DOUBLE', 'VARCHAR', 'BIGINT'],
      items: [
        ['12345678901234567890123', 0.12345678901234568, '1', 2],
        ['1', 1000, 'a', 3],
      ],
      messages: [
        '1 number has more digits than a 64-bit number keeps and is rounded to it; the file has them as they were.',
        'Its values are 1 texts, 1 numbers: all are kept as text.',
        '1 record states a name twice: its last value is taken.',
      ],
    });
  });

  it('numbers beyond 64 bits keep their column as text', async () => {
    const text =
      '[{"large":1e400,"small":1,"odd":0e9},{"large":-1e400,"small":1e-400,"odd":5},{"large":2.5,"small":null,"odd":6}]';
    const { storages, items, messages } = await test.import(Buffer.from(text), 'x.json');
    expect({ storages, items, messages }).toEqual({
      storages: ['VARCHAR', 'VARCHAR', 'BIGINT'],
      items: [
        ['1e400', '1', 0],
        ['-1e400', '1e-400', 5],
        ['2.5', null, 6],
      ],
      messages: [
        '2 numbers are beyond what a 64-bit number holds, such as 1e400: the column is kept as text.',
        '1 number is beyond what a 64-bit number holds, such as 1e-400: the column is kept as text.',
      ],
    });
  });

  it.each([
    ['x.json', '[{"a":"\\ud800b"},{"a":"\\ud83d\\ude00"}]'],
    ['x.jsonl', '{"a":"\\ud800b"}\n{"a":"\\ud83d\\ude00"}\n'],
  ])('half of a pair of UTF-16 is said, a whole pair is one character: %s', async (name, text) => {
    const { items, notes, messages } = await test.import(Buffer.from(text), name);
    expect({ items, notes, messages }).toEqual({
      items: [['\ufffdb'], ['\u{1f600}']],
      notes: ['unpaired_surrogates 1'],
      messages: [
        '1 cell holds half of a pair of UTF-16, such as \\ud800, which is no character; U+FFFD is in its place.',
      ],
    });
  });

  // What DataFrame.to_json of pandas writes of the same rows.
  const keyed = {
    names: ['index', 'town', 'n'],
    items: [
      ['x1', 'Oslo', 1],
      ['x2', 'Rome', 2],
      ['x3', null, 3],
    ],
  };
  const said = (keys: string) =>
    `The file is an object of objects with the same names. ${keys} are read as the keys of its rows, in the column 'index'.`;
  it.each([
    [
      'index',
      '{"x1":{"town":"Oslo","n":1},"x2":{"town":"Rome","n":2},"x3":{"town":null,"n":3}}',
      { ...keyed, messages: [said("'x1', 'x2', 'x3'")] },
    ],
    [
      'columns',
      '{"town":{"x1":"Oslo","x2":"Rome","x3":null},"n":{"x1":1,"x2":2,"x3":3}}',
      { ...keyed, messages: [said("'x1', 'x2', 'x3'")] },
    ],
    [
      'split',
      '{"columns":["town","n"],"index":["x1","x2","x3"],"data":[["Oslo",1],["Rome",2],[null,3]]}',
      { ...keyed, messages: [] },
    ],
    [
      'table',
      '{"schema":{"fields":[{"name":"index","type":"string"},{"name":"town","type":"string"},{"name":"n","type":"integer"}],"primaryKey":["index"],"pandas_version":"1.4.0"},"data":[{"index":"x1","town":"Oslo","n":1},{"index":"x2","town":"Rome","n":2},{"index":"x3","town":null,"n":3}]}',
      { ...keyed, messages: [] },
    ],
    [
      'split, of several levels and of numbers',
      '{"columns":[0,["a","b"],0],"index":[["a",1],["b",2]],"data":[["Oslo",1,5],["Rome",2,6]]}',
      {
        names: ['level_0', 'level_1', '0', 'a.b', '0_2'],
        items: [
          ['a', 1, 'Oslo', 1, 5],
          ['b', 2, 'Rome', 2, 6],
        ],
        messages: [],
      },
    ],
    [
      'index, of one kind alone',
      '{"Oslo":{"index":1,"feb":2},"Rome":{"feb":4,"index":3}}',
      {
        names: ['index_2', 'index', 'feb'],
        items: [
          ['Oslo', 1, 2],
          ['Rome', 3, 4],
        ],
        messages: [said("'Oslo', 'Rome'").replace("'index'", "'index_2'")],
      },
    ],
    [
      'index, by numbers',
      '{"0":{"town":"Oslo","n":1},"1":{"town":"Rome","n":2}}',
      {
        names: ['index', 'town', 'n'],
        items: [
          [0, 'Oslo', 1],
          [1, 'Rome', 2],
        ],
        messages: [said("'0', '1'")],
      },
    ],
    [
      'no frame: objects with other names are one record',
      '{"name":{"first":"Ann"},"address":{"city":"Oslo"}}',
      { names: ['name.first', 'address.city'], items: [['Ann', 'Oslo']], messages: [] },
    ],
  ])('a frame of pandas by its keys: orient %s', async (_, text, expected) => {
    const { names, items, messages } = await test.import(Buffer.from(text), 'x.json');
    expect({ names, items, messages }).toEqual(expected);
  });

  it.each([
    ['rise', '[["Region",2022,2023],["N",1,2],["S",3,4]]', ['2022', '2023']],
    ['fall', '[["Region",2023,2022],["N",1,2],["S",3,4]]', ['2023', '2022']],
  ])('lists of cells whose first has names and years that %s', async (_, text, years) => {
    const { names, items, admitted } = await test.import(Buffer.from(text), 'x.json');
    expect([names, items, admitted.admission.notes.map(({ message }) => message)]).toEqual([
      ['Region', ...years],
      [
        ['N', 1, 2],
        ['S', 3, 4],
      ],
      ['The first list has names and is read as the names of the columns.'],
    ]);
  });

  it('lists of cells whose first may be values keep it as a row', async () => {
    const { items } = await test.import(Buffer.from('[["a",1],["b",2],["c",3]]'), 'x.json');
    expect(items).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
  });

  it('lists of cells whose first has names alone', async () => {
    const { names, items } = await test.import(
      Buffer.from('[["id","name"],[1,"Ann"],[2,null]]'),
      'x.json',
    );
    expect({ names, items }).toEqual({
      names: ['id', 'name'],
      items: [
        [1, 'Ann'],
        [2, null],
      ],
    });
  });
});

describe('fixed width', () => {
  it('borders are those that a person states, and words across them are said', async () => {
    const text = 'idname \n01Ann  \n02Roberta\n';
    const { names, items, admitted } = await test.import(Buffer.from(text), 'x.fwf', {
      part: { borders: '1,3,7' },
    });
    expect({
      names,
      items,
      notes: admitted.admission.notes.map(({ code, count, rows }) => ({ code, count, rows })),
    }).toMatchObject({
      names: ['id', 'name', 'column_3'],
      items: [
        ['01', 'Ann', null],
        ['02', 'Robe', 'rta'],
      ],
      notes: expect.arrayContaining([
        { code: 'crosses_border', count: 3, rows: [1, 2, 3] },
      ]) as unknown,
    });
  });

  it('a ruling says where columns begin, and is no row', async () => {
    const text =
      'Name           Score\n----------- --------\nAnn Smith       10.5\nBo              -2.0\n';
    const { names, items } = await test.import(Buffer.from(text), 'x.txt');
    expect({ names, items }).toEqual({
      names: ['Name', 'Score'],
      items: [
        ['Ann Smith', 10.5],
        ['Bo', -2],
      ],
    });
  });

  it('is refused where no blanks go through all lines', async () => {
    await expect(test.import(Buffer.from('abc\nab c\na bc\n'), 'x.fwf')).rejects.toMatchObject({
      code: 'invalid_file',
      message: 'No borders of columns are found: no blanks go through all lines.',
      details: { row: 1, fix: 'State borders: the character where each column begins, as 1,9,14.' },
    });
  });
});

describe('JSON text sequences (RFC 7464)', () => {
  const sequence = (values: readonly unknown[], indent?: number) =>
    Buffer.from(values.map((value) => `\u001e${JSON.stringify(value, null, indent)}\n`).join(''));
  const records = [
    { a: 1, b: { c: 'x' } },
    { a: 2, b: { c: 'y\u001ez' } },
  ];

  it.each([
    ['x.json-seq', undefined],
    ['x.json', undefined],
    ['x.jsonl', 2],
    ['x.geojsons', 2],
    ['x.txt', undefined],
  ])('records are rows: %s', async (name, indent) => {
    const { names, items, messages } = await test.import(sequence(records, indent), name);
    expect({ names, items, messages }).toEqual({
      names: ['a', 'b.c'],
      items: [
        [1, 'x'],
        [2, 'y\u001ez'],
      ],
      messages: [],
    });
  });

  it('lists of cells, and one record alone, are read as without the separators', async () => {
    const lists = await test.import(
      sequence([
        ['a', 'b'],
        [1, 'x'],
        [2, 'y'],
      ]),
      'x.json-seq',
    );
    const alone = await test.import(sequence([{ rows: [{ a: 1 }, { a: 2 }] }]), 'x.json-seq');
    expect([lists.names, lists.items, alone.names, alone.items]).toEqual([
      ['a', 'b'],
      [
        [1, 'x'],
        [2, 'y'],
      ],
      ['a'],
      [[1], [2]],
    ]);
  });

  it('a record that another one cuts short is refused with its line', async () => {
    const cut = Buffer.from('\u001e{"a":1}\n\u001e{"a":2,\n\u001e{"a":3}\n');
    await expect(test.import(cut, 'x.json-seq')).rejects.toMatchObject({
      code: 'invalid_file',
      message:
        'This file is not JSON that can be read: record 2, which begins on line 2, is cut short: ' +
        'another begins within it.',
    });
  });
});
