import { certain, judgeEncoding } from '@columnist/tables/admission/encodings/judge-encoding';
import { decoderOf } from '@columnist/tables/admission/encodings/decoders';
import { sampleBytes } from '@columnist/tables/admission/encodings/sample-bytes';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { drawFrom } from './bench/draw-words.ts';

/**
 * How often the encoding of a file is found: files of 1 to 40 cells in each language and encoding,
 * with words that the model of encodings was not made from (those of antd's interfaces). Languages
 * marked with * are not in the model at all.
 *   node scripts/bench-encodings.ts [--seed=N] [--files=N] [ENCODING …]
 */
const ofEncodings: readonly (readonly [string, readonly string[]])[] = [
  [
    'windows-1252',
    [
      'fr_FR',
      'de_DE',
      'es_ES',
      'pt_BR',
      'it_IT',
      'sv_SE',
      'da_DK',
      'nb_NO',
      'fi_FI',
      'is_IS',
      'ca_ES',
      'et_EE',
      'ga_IE',
      'sq_AL',
      'gl_ES',
      'nl_NL',
    ],
  ],
  ['windows-1250', ['pl_PL', 'cs_CZ', 'sk_SK', 'hu_HU', 'sl_SI', 'hr_HR', 'ro_RO']],
  ['windows-1251', ['ru_RU', 'uk_UA', 'by_BY', 'bg_BG', 'mk_MK']],
  ['windows-1253', ['el_GR']],
  ['windows-1254', ['tr_TR', 'az_AZ', 'kmr_IQ']],
  ['windows-1255', ['he_IL']],
  ['windows-1256', ['ar_EG', 'fa_IR', 'ur_PK']],
  ['windows-1257', ['lt_LT', 'lv_LV', 'et_EE']],
  ['windows-1258', ['vi_VN']],
  ['windows-874', ['th_TH']],
  ['iso-8859-15', ['fr_FR', 'fi_FI', 'et_EE']],
  ['iso-8859-2', ['pl_PL', 'cs_CZ', 'sk_SK', 'hu_HU', 'sl_SI', 'hr_HR']],
  ['iso-8859-5', ['ru_RU', 'bg_BG']],
  ['iso-8859-7', ['el_GR']],
  ['iso-8859-9', ['tr_TR']],
  ['iso-8859-6', ['ar_EG']],
  ['iso-8859-8', ['he_IL']],
  ['iso-8859-4', ['lv_LV', 'lt_LT']],
  ['iso-8859-13', ['lv_LV', 'lt_LT']],
  ['koi8-r', ['ru_RU', 'bg_BG']],
  ['koi8-u', ['uk_UA']],
  ['ibm866', ['ru_RU', 'bg_BG']],
  ['ibm437', ['de_DE', 'es_ES', 'it_IT']],
  ['ibm850', ['fr_FR', 'de_DE', 'es_ES', 'pt_BR', 'da_DK', 'nb_NO', 'sv_SE']],
  ['ibm852', ['pl_PL', 'cs_CZ', 'hu_HU', 'sk_SK', 'hr_HR']],
  ['macintosh', ['fr_FR', 'de_DE', 'es_ES', 'pt_BR', 'sv_SE', 'da_DK', 'it_IT']],
  ['x-mac-ce', ['pl_PL', 'cs_CZ', 'hu_HU']],
  ['x-mac-cyrillic', ['ru_RU', 'uk_UA']],
  ['shift_jis', ['ja_JP']],
  ['euc-jp', ['ja_JP']],
  ['iso-2022-jp', ['ja_JP']],
  ['gb18030', ['zh_CN', 'zh_TW']],
  ['big5', ['zh_TW', 'zh_HK']],
  ['euc-kr', ['ko_KR']],
];
const inModel = new Set(
  'fr de es pt it sv da nb fi is ca et ga sq nl pl cs sk hu sl hr ro ru uk by bg mk el tr az kmr he ar fa ur lt lv vi th ja zh ko'.split(
    ' ',
  ),
);

const required = createRequire(join(import.meta.dirname, '../apps/web/package.json'));

function wordsOf(locale: string): string[] {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      const text = value
        .normalize('NFC')
        .replaceAll(/\$\{[^}]*\}|[\n\r]/g, ' ')
        .trim();
      // eslint-disable-next-line no-control-regex
      if (/[^\x00-\x7f]/.test(text) && text.length < 60) found.add(text);
    } else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) collect(one);
  };
  collect(required(`antd/lib/locale/${locale}`));
  return [...found];
}

/** Bytes for each character of an encoding, found by decoding every sequence of one or two bytes. */
const encoders = new Map<string, Map<string, number[]>>();
function encoderOf(encoding: string): Map<string, number[]> {
  const known = encoders.get(encoding);
  if (known !== undefined) return known;
  const bytes = new Map<string, number[]>();
  const add = (...sequence: number[]) => {
    try {
      const text = decoderOf(encoding, true).decode(Uint8Array.from(sequence));
      if (Array.from(text).length === 1 && !bytes.has(text)) bytes.set(text, sequence);
    } catch {
      // No character.
    }
  };
  for (let first = 0; first < 256; first++) add(first);
  if (/shift_jis|euc|gb18030|big5/.test(encoding))
    for (let first = 0x81; first < 0xff; first++)
      for (let second = 0x40; second < 0xff; second++) add(first, second);
  encoders.set(encoding, bytes);
  return bytes;
}

/** Null where the encoding does not have a character. */
function encode(text: string, encoding: string): Buffer | null {
  if (encoding === 'iso-2022-jp') {
    const out: number[] = [];
    let isDouble = false;
    for (const character of text) {
      const bytes = encoderOf('euc-jp').get(character);
      if (bytes === undefined || (bytes.length === 1 && (bytes[0] ?? 0) > 127) || bytes[0] === 0x8e)
        return null;
      if ((bytes.length === 2) !== isDouble) {
        isDouble = !isDouble;
        out.push(0x1b, ...(isDouble ? [0x24, 0x42] : [0x28, 0x42]));
      }
      out.push(...bytes.map((byte) => byte & 0x7f));
    }
    if (isDouble) out.push(0x1b, 0x28, 0x42);
    return Buffer.from(out);
  }
  const encoder = encoderOf(encoding);
  const source =
    encoding === 'windows-1258'
      ? [...text.normalize('NFD').matchAll(/(.)(\p{M}*)/gsu)]
          .map(
            ([, base = '', marks = '']) =>
              (base + marks.replaceAll(/[^\u0302\u0306\u031b]/g, '')).normalize('NFC') +
              marks.replaceAll(/[\u0302\u0306\u031b]/g, ''),
          )
          .join('')
      : text;
  const all: number[] = [];
  for (const character of source) {
    const bytes =
      encoder.get(character) ??
      (encoding === 'windows-1250' || encoding === 'iso-8859-2'
        ? encoder.get({ ț: 'ţ', ș: 'ş', Ț: 'Ţ', Ș: 'Ş' }[character] ?? '')
        : undefined);
    if (bytes === undefined) return null;
    all.push(...bytes);
  }
  return Buffer.from(all);
}

const option = (name: string, or: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? or);
const seed = option('seed', 1);
const files = option('files', 6);
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const draw = drawFrom(seed);

const sizes = [1, 3, 10, 40];
const table: Record<string, Record<string, number>> = {};
const wrong: string[] = [];
for (const [encoding, locales] of ofEncodings) {
  if (only.length > 0 && !only.includes(encoding)) continue;
  for (const size of sizes) {
    const tally = { files: 0, right: 0, asked: 0, 'best when asked': 0, offered: 0, wrong: 0 };
    for (const locale of locales) {
      const words = wordsOf(locale).flatMap((word) => {
        const bytes = encode(word, encoding);
        return bytes === null || !bytes.some((byte) => byte > 127 || byte === 0x1b)
          ? []
          : [{ word, bytes }];
      });
      for (let i = 0; i < files && words.length > 0; i++) {
        const chosen = draw(words, size);
        const lines = chosen.map(({ bytes }, at) =>
          Buffer.concat([Buffer.from(`${at + 1};`), bytes, Buffer.from(`;${at * 7}.5\n`)]),
        );
        const bytes = Buffer.concat([Buffer.from('id;name;value\n'), ...lines]);
        const truth = decoderOf(encoding, true).decode(bytes);
        const judged = await judgeEncoding(sampleBytes(bytes));
        const reads = (one: string) => decoderOf(one, false).decode(bytes) === truth;
        tally.files += 1;
        const isRight = reads(judged.encoding);
        if (judged.confidence >= certain) tally[isRight ? 'right' : 'wrong'] += 1;
        else {
          tally.asked += 1;
          if (isRight) tally['best when asked'] += 1;
          if (isRight || judged.alternatives.some((one) => reads(one.encoding))) tally.offered += 1;
        }
        if (!isRight && judged.confidence >= certain)
          wrong.push(
            `${encoding} ${locale}${inModel.has(locale.split('_')[0] ?? '') ? '' : '*'} as ${judged.encoding} ${judged.confidence.toFixed(3)}: ${chosen
              .map(({ word }) => word)
              .join(' | ')
              .slice(0, 120)}`,
          );
      }
    }
    table[`${encoding}, ${size} cells`] = tally;
  }
}
console.table(table);
const sums = (size: number) => {
  const rows = Object.entries(table)
    .filter(([name]) => name.endsWith(`, ${size} cells`))
    .map(([, row]) => row);
  const sum = (key: string) => rows.reduce((all, row) => all + (row[key] ?? 0), 0);
  return Object.fromEntries(Object.keys(rows[0] ?? {}).map((key) => [key, sum(key)]));
};
console.table(Object.fromEntries(sizes.map((size) => [`${size} cells`, sums(size)])));
console.log(wrong.join('\n'));
