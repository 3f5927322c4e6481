import { decoderOf } from './decoders.ts';
import { languageModels, scriptOf, type LanguageModel, type Script } from './language-model.ts';
import type { ByteSample } from './sample-bytes.ts';
import { scoreText } from './score-text.ts';

/** What an encoding is judged to be. */
interface JudgedEncoding {
  readonly encoding: string;
  /** The probability that the text reads so, 0 to 1. */
  readonly confidence: number;
  /** Other readings of the bytes that are not excluded, the likeliest first. */
  readonly alternatives: readonly EncodingAlternative[];
}

interface EncodingAlternative {
  readonly encoding: string;
  readonly confidence: number;
}

/**
 * The encodings that are tried, with the logarithm of how often each is met compared with the
 * first. Of those that give the same text the most frequent is named.
 */
const frequencies: Readonly<Record<string, number>> = {
  'windows-1252': 1.5,
  'windows-1250': -1,
  'windows-1251': -1,
  'windows-1253': -1,
  'windows-1254': -1.5,
  'windows-1255': -1,
  'windows-1256': -1.5,
  'windows-1257': -1.5,
  'windows-1258': -1.5,
  'windows-874': -1,
  shift_jis: -1,
  gb18030: -1,
  'euc-kr': -1,
  big5: -1,
  'euc-jp': -2,
  'iso-8859-2': -1.5,
  'iso-8859-15': -1.5,
  'iso-8859-9': -2,
  'iso-8859-7': -1.5,
  'iso-8859-5': -2.5,
  'iso-8859-8': -2.5,
  'iso-8859-6': -3,
  'iso-8859-13': -2.5,
  'iso-8859-4': -3,
  'iso-8859-3': -4,
  'iso-8859-10': -4,
  'iso-8859-14': -4,
  'iso-8859-16': -5,
  'koi8-r': -1.5,
  'koi8-u': -2,
  ibm866: -2,
  ibm850: -2,
  ibm437: -2.5,
  ibm852: -2.5,
  ibm720: -3,
  ibm737: -3,
  ibm775: -4,
  ibm855: -4,
  ibm857: -3,
  ibm860: -4.5,
  ibm861: -4.5,
  ibm862: -3,
  ibm863: -5,
  ibm865: -4.5,
  ibm869: -4,
  macintosh: -2,
  'x-mac-ce': -3,
  'x-mac-cyrillic': -3,
};

/** The share of pieces in the main language of a file; the others may be in any. */
const mainShare = 0.85;
/**
 * Words of a file depend on one another and no model is right: the logarithms of the odds are
 * divided by this.
 */
const temperature = 1.7;

/** From this probability on an encoding is taken without a question. */
export const certain = 0.98;
/** Below this one a reading is no alternative. */
const possible = 0.002;

/** A text and the encodings in which the bytes are that text. */
interface ScoredReading {
  readonly encodings: readonly string[];
  readonly score: number;
  /** Letters of alphabets other than the Latin one, of which words consist whole. */
  readonly letters: number;
}

/** The likeliest encoding of the bytes and how sure that is. */
export async function judgeEncoding(sample: ByteSample): Promise<JudgedEncoding> {
  return weigh(await scoreReadings(sample));
}

/** Every different text that the bytes may be, with the logarithm of how likely it is. */
async function scoreReadings(sample: ByteSample): Promise<ScoredReading[]> {
  const models = await languageModels();
  const names = sample.escapes ? ['iso-2022-jp'] : Object.keys(frequencies);
  const readings = new Map<string, { encodings: string[]; texts: string[] }>();
  for (const encoding of names) {
    const texts = decodeAll(sample.pieces, encoding);
    const key = texts.join('\n');
    const known = readings.get(key);
    if (known === undefined) readings.set(key, { encodings: [encoding], texts });
    else known.encodings.push(encoding);
  }
  return [...readings.values()].map(({ encodings, texts }) => ({
    encodings,
    score: scoreReading(texts, models),
    letters: lettersOf(texts),
  }));
}

/**
 * How likely a letter of such an alphabet is where words make no sense: the right readings of all
 * languages reach -2.6 to -3.7 a letter, wrong ones -5.4 to -6.3. And how rare an encoding is that
 * is not tried.
 */
const [senseless, otherEncoding] = [-4.7, -5];

/** The odds that the text is in none of the encodings, beside those of its likeliest reading. */
const oddsOfNone = ({ score, letters }: ScoredReading): number =>
  letters === 0 || score > senseless * letters
    ? -Infinity
    : otherEncoding + (senseless * letters) / temperature;

/** Letters beyond ASCII that are neither Latin nor East Asian, where these are most. */
function lettersOf(texts: readonly string[]): number {
  const all = texts.join('').match(/\P{ASCII}/gu)?.length ?? 0;
  const letters =
    texts
      .join('')
      .match(/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/gu)?.length ??
    0;
  return 2 * letters > all ? all : 0;
}

function weigh(readings: readonly ScoredReading[]): JudgedEncoding {
  const weighed = readings
    .map((reading) => ({ ...reading, none: oddsOfNone(reading) }))
    .map(({ encodings, score, none }) => ({
      none,
      encoding: encodings[0] ?? 'windows-1252',
      odds: logSum(encodings.map((encoding) => frequencies[encoding] ?? 0)) + score / temperature,
    }))
    .toSorted((a, b) => b.odds - a.odds);
  const none = weighed[0]?.none ?? -Infinity;
  const all = logSum([none, ...weighed.map(({ odds }) => odds)]);
  const [first, ...others] = weighed.map(({ encoding, odds }) => ({
    encoding,
    confidence: Math.exp(odds - all),
  }));
  return {
    encoding: first?.encoding ?? 'windows-1252',
    confidence: first?.confidence ?? 0,
    // Where no reading makes sense, the others show at least what was tried.
    alternatives: others
      .filter(({ confidence }) => confidence >= possible || (first?.confidence ?? 0) < possible)
      .slice(0, 5),
  };
}

function decodeAll(pieces: readonly Buffer[], encoding: string): string[] {
  const decoder = decoderOf(encoding, false);
  return pieces.map((piece) => decoder.decode(piece));
}

/** Of all languages that use a script of the texts the likeliest. */
function scoreReading(texts: readonly string[], models: readonly LanguageModel[]): number {
  const scripts = scriptsOf(texts);
  const common = commonHan();
  const used = models.filter(({ script }) => scripts.has(script) || scripts.size === 0);
  if (used.length === 0) return -1e9;
  const scores = used.map((model) => texts.map((text) => scoreText(text, model, common)));
  const byAny = texts.map(
    (_, i) => logSum(scores.map((row) => row[i] ?? 0)) - Math.log(used.length),
  );
  return logSum(
    scores.map((row) =>
      row.reduce(
        (sum, score, i) =>
          sum + logSum([Math.log(mainShare) + score, Math.log(1 - mainShare) + (byAny[i] ?? 0)]),
        -Math.log(models.length),
      ),
    ),
  );
}

/** Those of more than a few of the letters beyond ASCII. */
function scriptsOf(texts: readonly string[]): ReadonlySet<Script> {
  const counts = new Map<Script, number>();
  let all = 0;
  for (const text of texts)
    for (const character of text) {
      if (character < '\x80') continue;
      const script = scriptOf(character);
      if (script === null) continue;
      const group = script === 'Hiragana' ? 'Katakana' : script;
      counts.set(group, (counts.get(group) ?? 0) + 1);
      all += 1;
    }
  const found = new Set([...counts].filter(([, n]) => n >= 0.15 * all).map(([script]) => script));
  // Japanese is written with Chinese characters, too.
  if (found.has('Han')) found.add('Katakana');
  return found;
}

let ofFirstLevel: ReadonlySet<string> | undefined;

/** The Chinese characters of the first levels of GB 2312, JIS X 0208 and Big5. */
function commonHan(): ReadonlySet<string> {
  ofFirstLevel ??= new Set(
    (
      [
        ['gb18030', 0xb0, 0xd7],
        ['euc-jp', 0xb0, 0xcf],
        ['big5', 0xa4, 0xc6],
      ] as const
    ).flatMap(([encoding, from, to]) => {
      const decoder = new TextDecoder(encoding);
      return Array.from({ length: to - from + 1 }, (_, i) =>
        Array.from({ length: 256 }, (_unused, second) =>
          decoder.decode(Uint8Array.of(from + i, second)),
        ).filter((text) => text.length === 1 && text !== '\ufffd'),
      ).flat();
    }),
  );
  return ofFirstLevel;
}

function logSum(values: readonly number[]): number {
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  return most === -Infinity
    ? most
    : most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}
