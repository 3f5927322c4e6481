/** How a text of one byte a letter is read, and what else it may be. */
export interface LegacyEncoding {
  /** A label of the Encoding Standard. */
  readonly encoding: string;
  /** Encodings that it may be as well; none where the words leave no doubt. */
  readonly others: readonly string[];
}

interface Candidate {
  readonly encoding: string;
  readonly script: 'latin' | 'cyrillic';
}

/** Of equal ones the first is taken. */
const candidates: readonly Candidate[] = [
  { encoding: 'windows-1252', script: 'latin' },
  { encoding: 'iso-8859-15', script: 'latin' },
  { encoding: 'macintosh', script: 'latin' },
  { encoding: 'windows-1251', script: 'cyrillic' },
  { encoding: 'koi8-r', script: 'cyrillic' },
  { encoding: 'koi8-u', script: 'cyrillic' },
  { encoding: 'iso-8859-5', script: 'cyrillic' },
  { encoding: 'ibm866', script: 'cyrillic' },
];
/**
 * What else is written with words of Latin letters, and with words that have none; not distinguished
 * here.
 */
const alike = {
  latin: ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257', 'macintosh'],
  cyrillic: [
    'windows-1251',
    'koi8-r',
    'windows-1253',
    'windows-1255',
    'windows-1256',
    'shift_jis',
    'euc-kr',
    'gb18030',
    'big5',
  ],
} as const;

/**
 * From this share of words on an encoding is taken for certain, if one of the other script is this
 * much behind.
 */
const [certain, ahead] = [0.8, 0.25];
/**
 * The ten letters that are more than half of Russian, Ukrainian, Bulgarian and Serbian text, and
 * the share of them that is asked for.
 */
const frequent = /[оеаинтсрвліОЕАИНТСРВЛІ]/gu;
const frequentShare = 0.42;

/**
 * Chooses between the encodings of western Europe and of Cyrillic by the words of a text: how many
 * of them look like words when
 * they are decoded. A word that mixes Latin letters with others is a western one; one of three
 * letters or more without a Latin
 * letter is not. `words` hold each byte as the character of its number; `high` are the bytes above
 * 127 that occur.
 */
export function judgeWords(words: ReadonlySet<string>, high: ReadonlySet<number>): LegacyEncoding {
  const scored = candidates.map((candidate) => ({
    ...candidate,
    score: scoreOf(candidate, words),
  }));
  const bestOf = (script: Candidate['script']) =>
    scored
      .filter((one) => one.script === script)
      .reduce((best, one) => (one.score > best.score ? one : best));
  const [latin, cyrillic] = [bestOf('latin'), bestOf('cyrillic')];
  // In windows-1252 0xa4 is a sign that nobody writes, and 0x80 to 0x9f are used.
  const hasEuro =
    latin.encoding === 'windows-1252' && high.has(0xa4) && ![...high].some((byte) => byte < 0xa0);
  const [best, rival] =
    cyrillic.score > latin.score
      ? [cyrillic, latin]
      : [hasEuro ? { ...latin, encoding: 'iso-8859-15' } : latin, cyrillic];
  if (best.score >= certain && best.score - rival.score >= ahead)
    return { encoding: best.encoding, others: [] };
  const others =
    best.score - rival.score >= ahead
      ? alike[best.script]
      : [...alike[best.script], ...alike[rival.script]];
  return {
    encoding: best.encoding,
    others: [...new Set(others)].filter((encoding) => encoding !== best.encoding),
  };
}

/**
 * The share of words that are like words of the candidate's script, 0 to 1; 1 where nothing is to
 * be judged.
 */
function scoreOf({ encoding, script }: Candidate, words: ReadonlySet<string>): number {
  const decoder = new TextDecoder(encoding);
  let [fitting, all] = [0, 0];
  const letters: string[] = [];
  for (const word of words) {
    const decoded = decoder.decode(Buffer.from(word, 'latin1'));
    const fits = script === 'latin' ? fitsLatin(decoded) : fitsCyrillic(decoded);
    if (fits === null) continue;
    all += 1;
    if (!fits) continue;
    fitting += 1;
    letters.push(decoded);
  }
  if (all === 0) return script === 'latin' ? 1 : 0;
  const text = letters.join('');
  // Scripts without capitals look like Cyrillic of capitals alone.
  const usual =
    script === 'latin' ||
    (/\p{Ll}/u.test(text) && (text.match(frequent)?.length ?? 0) >= frequentShare * text.length);
  return (fitting / all) * (usual ? 1 : 0.5);
}

/**
 * A lower-case letter and an upper-case one behind it, as within a word of the wrong encoding; ß
 * has one case in practice.
 */
const brokenCase = /(?!ß)\p{Ll}\p{Lu}/u;
/** What may be in or beside a word and is no letter of it. */
const signs = /[\s‘’“”„‚«»‹›…–—´§©®™€£¥†•№µ\u00ad]|^[¡¿]|[°ªº²³]$/gu;

/** Null where the word tells nothing: it is one letter, or signs alone. */
function fitsLatin(word: string): boolean | null {
  // Catalan: col·lecció.
  const parts = word
    .replaceAll(/(?<=l)·(?=l)/giu, '')
    .split(signs)
    .filter((part) => part.length > 1);
  if (parts.length === 0) return null;
  return parts.every((part) => {
    if (!/^\p{Script=Latin}+$/u.test(part)) return false;
    const plain = part.match(/[A-Za-z]/g)?.length ?? 0;
    return !brokenCase.test(part) && (plain > 0 ? 3 * plain >= part.length : part.length === 2);
  });
}

function fitsCyrillic(word: string): boolean | null {
  const parts = word.split(signs).filter((part) => part.length > 1);
  if (parts.length === 0) return null;
  return parts.every((part) => /^\p{Script=Cyrillic}+$/u.test(part) && !brokenCase.test(part));
}
