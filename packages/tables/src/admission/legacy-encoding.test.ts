import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';

let test: TestEngine;
beforeAll(async () => {
  test = await openTestEngine({ workers: 1 });
});
afterAll(() => test.close());

/** The bytes of a text in an encoding, found by decoding each byte by itself. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
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

  it.each(western)('%s, one word alone', async (_, name) => {
    expect(await read(`id;${name}\n1;2\n`, 'windows-1252')).toEqual({
      names: ['id', name],
      items: [[1, 2]],
      encoding: 'windows-1252',
      uncertain: false,
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

  it('in capitals alone, which is noted as uncertain', async () => {
    expect(await read('ГОРОД;N\nМОСКВА;1\nРОСТОВ;2\n', 'windows-1251')).toEqual({
      names: ['ГОРОД', 'N'],
      items: [
        ['МОСКВА', 1],
        ['РОСТОВ', 2],
      ],
      encoding: 'windows-1251',
      uncertain: true,
    });
  });
});

describe('what is neither is noted, with what else it may be', () => {
  it.each([
    ['Greek', 'windows-1253', 'Πόλη;n\nΑθήνα;1\nΘεσσαλονίκη;2\nΠάτρα;3\n'],
    ['Hebrew', 'windows-1255', 'מוצר;n\nלחם;1\nחלב;2\n'],
    ['Arabic', 'windows-1256', 'المنتج;n\nخبز;1\nحليب;2\n'],
    ['Polish', 'windows-1250', 'Ilość;n\nŁódź;1\nksiążka;2\nwięcej;3\n'],
  ])('%s', async (_, encoding, text) => {
    const bytes = encode(text, encoding);
    const { admitted } = await test.admit(bytes);
    const note = admitted.admission.notes.find(({ code }) => code === 'uncertain_encoding');
    expect(note?.message).toMatch(
      new RegExp(
        `^The encoding is not certain: the text may also be .*${encoding.toUpperCase()}.* If letters look wrong, state the encoding\\.$`,
      ),
    );
    const source = await test.write(bytes);
    const stated = await test.engine.admit({
      source,
      parquet: source.replace(/csv$/, 'parquet'),
      reading: { encoding },
    });
    expect(stated.columns.map(({ name }) => name)).toEqual(
      text.slice(0, text.indexOf('\n')).split(';'),
    );
    expect(stated.admission.notes.map(({ code }) => code)).not.toContain('uncertain_encoding');
  });
});
