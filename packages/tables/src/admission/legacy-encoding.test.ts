import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { decoderOf } from './encodings/decoders.ts';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** The bytes of a text in an encoding, found by decoding each byte by itself. */
function encode(text: string, encoding: string): Buffer {
  const decoder = decoderOf(encoding, false);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Buffer.from(
    [...text].map((character) => {
      const byte = bytes.get(character);
      if (byte === undefined) throw new Error(`${encoding} has no ${character}`);
      return byte;
    }),
  );
}

async function read(text: string, encoding: string) {
  const { names, items, dialect, notes } = await test.read(encode(text, encoding));
  return {
    names,
    items,
    encoding: dialect.encoding,
    uncertain: notes.includes('uncertain_encoding'),
  };
}

/** Words with high letters side by side are among them: these looked like Cyrillic. */
const western: [string, string, string[]][] = [
  ['German', 'Größe', ['gemäß Vertrag', 'Füßener Straße', 'STRAßE', 'Öl', 'Übermaß']],
  ['French', 'date créée', ['déjà', 'où', 'créée', 'l’œuvre', 'À bientôt', 'agréée']],
  ['Portuguese', 'Descrição', ['ação', 'Situação', 'Alimentação', 'São João', 'AÇÃO']],
  ['Spanish', 'Año', ['Niño', 'Muñoz', '¿Qué?', 'María', 'vergüenza', '1ª']],
  ['Italian', 'città', ['perché', 'più', 'così', 'è', 'università']],
  ['Dutch', 'reëel', ['één', 'geïnd', 'coördinatie', 'financiële', 'zeeën']],
  ['Swedish', 'får', ['åäö', 'öar', 'Åäng', 'söndag', 'hjälp']],
  ['Danish', 'beløb', ['æøå', 'Århus', 'øer', 'måned', 'Ærø']],
  ['Norwegian', 'beløp', ['bløtkake', 'være', 'Tromsø', 'å', 'håø']],
  ['Finnish', 'Määrä', ['yötyö', 'tämä', 'leipä', 'öö', 'Hämeenlinna']],
  ['Icelandic', 'Þórður', ['Ægisson', 'það', 'æð', 'höfðu', 'Ísland']],
  ['Estonian', 'töö', ['öö', 'jõe', 'õde', 'võõras', 'hüüe']],
  ['Catalan', 'col·lecció', ['català', 'això', 'què', 'Barça', 'països']],
];

it('the yen of Shift-JIS is a backslash, and its amounts are numbers', async () => {
  const bytes =
    '93fa95742c8be08a7a2c93580a323032342f30332f32382c225c382c353430222c938c8b9e8e7893580a' +
    '323032342f30332f32352c225c3235302c303030222c967b935889638bc695940a';
  const { names, items, dialect } = await test.read(Buffer.from(bytes, 'hex'));
  expect([dialect.encoding, names, items]).toEqual([
    'shift_jis',
    ['日付', '金額', '店'],
    [
      ['2024-03-28', 8540, '東京支店'],
      ['2024-03-25', 250000, '本店営業部'],
    ],
  ]);
});

describe('western text that is not UTF-8 is read as such, for certain', () => {
  it.each(western)('%s', async (_, name, cells) => {
    const text = `id;${name}\n${cells.map((cell, i) => `${i + 1};${cell}\n`).join('')}`;
    const expected = {
      names: ['id', name],
      items: cells.map((cell, i) => [i + 1, cell]),
      uncertain: false,
    };
    expect(await read(text, 'windows-1252')).toEqual({ ...expected, encoding: 'windows-1252' });
    // ISO-8859-1 is windows-1252 without 0x80 to 0x9f.
    if (!/[œ’]/.test(text))
      expect(await read(`${text}7;x\n`, 'windows-1252')).toMatchObject({
        names: expected.names,
        encoding: 'windows-1252',
        uncertain: false,
      });
  });

  it('shows no more by a unit that is beside many numbers than by one', async () => {
    const column = (unit: string): string =>
      `id;v\n${Array.from({ length: 30 }, (_, i) => `${i};${7 * i},5 ${unit}\n`).join('')}`;
    const shown = async (unit: string, encoding: string) => {
      const found = await read(column(unit), encoding);
      return [found.encoding, found.uncertain];
    };
    expect([
      await shown('€', 'windows-1252'),
      await shown('£', 'windows-1252'),
      await shown('кг', 'windows-1251'),
      await shown('ª', 'windows-1252'),
    ]).toEqual([
      ['windows-1252', false],
      ['windows-1252', false],
      ['windows-1251', true],
      ['windows-1252', true],
    ]);
  });

  // One word does not always exclude another encoding; that is then asked.
  it.each(western)('%s, one word alone', async (_, name) => {
    expect(await read(`id;${name}\n1;2\n`, 'windows-1252')).toMatchObject({
      names: ['id', name],
      items: [[1, 2]],
      encoding: 'windows-1252',
    });
  });

  it.each([
    ['the euro sign', 'Preis;Größe\n5 €;gemäß\n', ['Preis', 'Größe'], [['5 €', 'gemäß']]],
    [
      'the letters œ and Š',
      'n;mot\n1;cœur\n2;Šárka\n3;œuvre\n4;bœuf\n',
      ['n', 'mot'],
      [
        [1, 'cœur'],
        [2, 'Šárka'],
        [3, 'œuvre'],
        [4, 'bœuf'],
      ],
    ],
  ])('ISO-8859-15 by %s', async (_, text, names, items) => {
    const found = await read(text, 'iso-8859-15');
    expect({ names: found.names, encoding: found.encoding }).toEqual({
      names,
      encoding: 'iso-8859-15',
    });
    // Amounts lose their sign as numbers; words stay as they are.
    expect(found.items.map((row) => row[1])).toEqual(items.map((row) => row[1]));
  });
});

describe('Cyrillic text is read as such', () => {
  const words = [
    'Москва',
    'Санкт-Петербург',
    'Новосибирск',
    'и',
    'население города',
    'Wi-Fi роутер',
  ];
  const text = `город;n\n${words.map((word, i) => `${word};${i}\n`).join('')}`;
  it.each(['windows-1251', 'koi8-r'])('%s', async (encoding) => {
    expect(await read(text, encoding)).toEqual({
      names: ['город', 'n'],
      items: words.map((word, i) => [word, i]),
      encoding,
      uncertain: false,
    });
  });

  it('in capitals alone', async () => {
    expect(await read('ГОРОД;N\nМОСКВА;1\nРОСТОВ;2\n', 'windows-1251')).toEqual({
      names: ['ГОРОД', 'N'],
      items: [
        ['МОСКВА', 1],
        ['РОСТОВ', 2],
      ],
      encoding: 'windows-1251',
      uncertain: false,
    });
  });
});

describe('text in other encodings is read as such, for certain', () => {
  it.each([
    ['Greek', 'windows-1253', 'Πόλη;n\nΑθήνα;1\nΘεσσαλονίκη;2\nΠάτρα;3\n'],
    ['Hebrew', 'windows-1255', 'מוצר;n\nלחם;1\nחלב;2\nירושלים;3\nתל אביב;4\nהזמנה חדשה;5\n'],
    ['Arabic', 'windows-1256', 'المنتج;n\nخبز;1\nحليب;2\n'],
    ['Polish', 'windows-1250', 'Ilość;n\nŁódź;1\nksiążka;2\nwięcej;3\n'],
    ['Czech on a Macintosh', 'x-mac-ce', 'Město;n\nPlzeň;1\nÚstí;2\nPřerov;3\nKroměříž;4\n'],
    [
      'Hungarian under DOS',
      'ibm852',
      'Név;n\nGyőr;1\nPécs;2\nKőszeg;3\nSzékesfehérvár;4\nHódmezővásárhely;5\nGyöngyös;6\nTűzoltó utca;7\n',
    ],
    [
      'German under DOS',
      'ibm850',
      'Ort;n\nKöln;1\nMünchen;2\nGießen;3\nWürzburg;4\nLübeck;5\nDüsseldorf;6\n',
    ],
    ['Thai', 'windows-874', 'เมือง;n\nกรุงเทพ;1\nเชียงใหม่;2\n'],
    [
      'Turkish',
      'windows-1254',
      'Şehir;n\nİstanbul;1\nIğdır;2\nDiyarbakır;3\nÜsküdar;4\nMuğla;5\nBeşiktaş;6\n',
    ],
    ['Lithuanian', 'windows-1257', 'Miestas;n\nŠiauliai;1\nPanevėžys;2\nKlaipėda;3\nMažeikiai;4\n'],
  ])('%s', async (_, encoding, text) => {
    const lines = text.trimEnd().split('\n');
    expect(await read(text, encoding)).toEqual({
      names: lines[0]?.split(';'),
      items: lines.slice(1).map((line) => {
        const [name, n] = line.split(';');
        return [name, Number(n)];
      }),
      encoding,
      uncertain: false,
    });
  });
});

/** The bytes are those of Python's codecs. */
describe('text in further code pages of DOS is read as such, for certain', () => {
  it.each([
    [
      'Greek',
      'ibm737',
      ['Αθήνα', 'Θεσσαλονίκη', 'Πάτρα', 'Ηράκλειο'],
      '809fe3a4980a879ca9a998a2a6a4e5a19e0a8fe1aba8980a86a8e1a1a29ca0a6',
    ],
    [
      'newer Greek',
      'ibm869',
      ['Ελληνικά', 'Αθήνα', 'Πάτρα', 'Θεσσαλονίκη'],
      'a8e5e5e1e7e3e49b0aa4e29ee7d60ac69beeebd60aacdeececd6e5e9e79fe4e1',
    ],
    [
      'Turkish',
      'ibm857',
      ['İstanbul', 'Şişli', 'Ağrı', 'Diyarbakır', 'Kırşehir'],
      '987374616e62756c0a9e699f6c690a41a7728d0a446979617262616b8d720a4b8d729f65686972',
    ],
    [
      'Hebrew',
      'ibm862',
      ['שלום', 'תל אביב', 'ירושלים', 'חיפה'],
      '998c858d0a9a8c20808189810a899885998c898d0a87899484',
    ],
    [
      'Arabic',
      'ibm720',
      ['القاهرة', 'الرياض', 'دمشق', 'بغداد'],
      '9fe9e79feca9a10a9fe9a9ef9fe00aa7eaace70aa0e4a79fa7',
    ],
    [
      'older Cyrillic',
      'ibm855',
      ['Москва', 'Казань', 'Новосибирск', 'Омск'],
      'd3d6e3c6eba00ac7a0f3a0d4ed0ad5d6ebd6e3b7a2b7e1e3c60ad7d2e3c6',
    ],
    [
      'Portuguese',
      'ibm860',
      ['São Paulo', 'Coração', 'Avô', 'Ação', 'Informação'],
      '53846f205061756c6f0a436f726187846f0a4176930a4187846f0a496e666f726d6187846f',
    ],
    [
      'Baltic',
      'ibm775',
      ['Šiauliai', 'Panevėžys', 'Klaipėda', 'Mažeikiai', 'Rīga', 'Daugavpils ežeru'],
      'be6961756c6961690a50616e6576d3d879730a4b6c616970d364610a4d61d865696b6961690a528c67610a44617567617670696c732065d8657275',
    ],
  ])('%s', async (_, encoding, words, bytes) => {
    const { names, items, dialect, notes } = await test.read(
      Buffer.concat([Buffer.from('name\n'), Buffer.from(bytes, 'hex')]),
    );
    expect({ names, items, encoding: dialect.encoding }).toEqual({
      names: ['name'],
      items: words.map((word) => [word]),
      encoding,
    });
    expect(notes).not.toContain('uncertain_encoding');
  });
});

describe('text whose words make no sense in any encoding is asked about', () => {
  // Each letter of windows-1251 as another byte above 127, as in an encoding that is not tried.
  const shuffle = (text: string): Buffer =>
    Buffer.from(
      encode(text, 'windows-1251').map((byte) =>
        byte < 128 ? byte : 128 + ((37 * (byte - 128) + 11) % 128),
      ),
    );

  it('though one of them is likelier than all others', async () => {
    const { admitted } = await test.admit(
      shuffle('имя;город\nИван Петров;Москва\nАнна Смирнова;Новосибирск\nОлег Попов;Казань\n'),
    );
    expect(admitted.dialect.encoding_confidence).toBeLessThan(0.5);
    const [question] = admitted.admission.questions ?? [];
    expect(question?.code).toBe('encoding');
    expect(question?.alternatives.length).toBeGreaterThan(0);
  });
});

describe('text whose bytes leave the encoding open is asked about', () => {
  const bytes = encode('n;Ort\n1;Kőszeg\n', 'ibm852');

  it('with what the cells are in each', async () => {
    const { admitted } = await test.admit(bytes);
    const [question] = admitted.admission.questions ?? [];
    expect(question?.code).toBe('encoding');
    const readings = [
      { label: question?.taken, preview: question?.preview, confidence: question?.confidence },
      ...(question?.alternatives ?? []),
    ];
    expect(readings.flatMap(({ preview }) => preview ?? [])).toContain('Kőszeg');
    const all = readings.reduce((sum, { confidence }) => sum + (confidence ?? 0), 0);
    expect(all).toBeGreaterThan(0.95);
    expect(all).toBeLessThanOrEqual(1);
    expect(admitted.dialect.encoding_confidence).toBe(question?.confidence);
    expect(admitted.admission.notes.map(({ code }) => code)).toContain('uncertain_encoding');
  });

  it('until it is stated', async () => {
    const source = await test.write(bytes);
    const stated = await test.engine.admit({
      source,
      parquet: source.replace(/csv$/, 'parquet'),
      reading: { encoding: 'cp852' },
    });
    expect(stated.dialect).toMatchObject({ encoding: 'ibm852', encoding_confidence: 1 });
    expect(stated.admission.questions).toBeUndefined();
    expect(stated.admission.notes.map(({ code }) => code)).toEqual(['transcoded']);
  });
});

describe('what comes compressed is read', () => {
  it.each([
    ['gzip', gzipSync],
    ['Zstandard', zstdCompressSync],
  ])('%s, of one part or two', async (name, pack) => {
    const parts = [pack('id;ort\n1;Köln\n'), pack('2;Zürich\n')];
    for (const [bytes, rows] of [
      [parts[0], 1],
      [Buffer.concat(parts), 2],
    ] as const) {
      const { names, items, notes } = await test.read(bytes ?? Buffer.alloc(0));
      expect({ names, items, notes }).toEqual({
        names: ['id', 'ort'],
        items: [
          [1, 'Köln'],
          [2, 'Zürich'],
        ].slice(0, rows),
        notes: ['unpacked'],
      });
    }
    const { admitted } = await test.admit(Buffer.concat(parts));
    expect(admitted.admission.notes[0]?.message).toBe(
      `The file was packed with ${name} and is read unpacked.`,
    );
  });
});

describe('Unicode without a byte order mark is read', () => {
  const text = '氏名,年齢\n山田太郎,34\n鈴木花子,28\n';
  const wide = (width: 2 | 4, isLittle: boolean) => {
    const bytes = Buffer.alloc(width * text.length);
    [...text].forEach((character, i) => {
      const code = character.charCodeAt(0);
      bytes.writeUIntBE(code, width * i + (isLittle ? 0 : width - 2), 2);
      if (isLittle) bytes.subarray(width * i, width * i + 2).swap16();
    });
    return bytes;
  };
  it.each([
    ['utf-16le', wide(2, true)],
    ['utf-16be', wide(2, false)],
    ['utf-32le', wide(4, true)],
    ['utf-32be', wide(4, false)],
  ])('%s', async (encoding, bytes) => {
    const { names, items, dialect } = await test.read(bytes);
    expect({ names, items, encoding: dialect.encoding }).toEqual({
      names: ['氏名', '年齢'],
      items: [
        ['山田太郎', 34],
        ['鈴木花子', 28],
      ],
      encoding,
    });
  });
});

describe('letters that were lost before are noted', () => {
  it.each([
    ['replacement_characters', 'id,name\n1,Zo\ufffd\n2,Ren\ufffd\n', 2],
    ['garbled_text', 'id,name\n1,RenÃ©\n2,ZoÃ« or ZoÃ«\n', 3],
    // Windows-1251 and 1250 read as Latin-1; UTF-8 read as Windows-1251 and as Latin-1.
    ['garbled_text', 'id,town\n1,Ìîñêâà\n2,Êàçàíü\n', 12],
    ['garbled_text', 'id,word\n1,\u009aumperk\n2,lu\u009eoučký k\u009e\n', 3],
    ['garbled_text', 'id,town\n1,РњРѕСЃРєРІР°\n2,Oslo\n', 6],
    ['garbled_text', 'id,town\n1,Ð\u009cÐ¾Ñ\u0081ÐºÐ²Ð°\n2,Oslo\n', 6],
    ['utf7', 'id,Pr+AOk-nom\n1,Ren+AOk-\n', 1],
    ['private_characters', 'id,name\n1,\ue000\n2,Ｆull\uf8ff and \uf8d0\n', 3],
  ])('%s', async (code, text, count) => {
    const { admitted } = await test.admit(text);
    expect(admitted.admission.notes).toMatchObject([{ code, count }]);
  });

  it('letters of HKSCS in Big5, which become private ones', async () => {
    // Big5 has no encoder here: the letters by their bytes.
    const big5: Readonly<Record<string, readonly number[]>> = {
      中: [0xa4, 0xa4],
      文: [0xa4, 0xe5],
      大: [0xa4, 0x6a],
      學: [0xbe, 0xc7],
    };
    const name = [...'中文大學'].flatMap((letter) => big5[letter] ?? []);
    const file = Buffer.from([
      ...Buffer.from('id,name\n1,'),
      ...name,
      ...Buffer.from('\n2,'),
      ...name,
      0xfb,
      0x48,
      ...Buffer.from('\n'),
    ]);
    const source = await test.write(file);
    const { admission } = await test.engine.admit({
      source,
      parquet: source.replace(/csv$/, 'parquet'),
      reading: { encoding: 'big5' },
    });
    expect(admission.notes).toMatchObject([
      { code: 'transcoded' },
      { code: 'private_characters', count: 1, message: expect.stringContaining('HKSCS') },
    ]);
  });
});
