/** Words of a list, written several in a line. */
const wordsOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Names of columns that hold identifiers, as their last word. */
const identifiers = wordsOf(
  'id ids code codes key sku isbn issn ean gtin upc iban zip zipcode postcode postal plz cp',
  'cap cep postleitzahl vorwahl phone telephone tel mobile fax telefon handy téléphone',
  'telefono teléfono telefone flight vol flug vuelo siret siren vat ssn acct account konto',
  'compte cuenta conto barcode serial imei vin nr no num number nummer numero número numéro',
  'ref reference hash commit sha uuid guid kennung kennzahl schlüssel token isrc',
);
/** Names of columns whose points part numbers: chapters, versions, articles. */
const numbered = wordsOf(
  'section sections version versions release build clause paragraph chapter kapitel abschnitt',
  'ziffer chapitre capítulo capitolo article art artikel item part model modell code codes',
  'sku nr no number nummer numero número numéro ref id nace isic nuts icd',
);

const lastWord = (name: string): string =>
  name
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .findLast((word) => word !== '') ?? '';
const compound = /.(?:nummer|nr|kode|code|schlüssel|kennzahl|telefon)$/;

const namesIdentifiers = (name: string): boolean => {
  const word = lastWord(name);
  return identifiers.has(word) || compound.test(word);
};
const namesNumbered = (name: string): boolean => {
  const word = lastWord(name);
  return numbered.has(word) || compound.test(word);
};
/** Names of how long something takes: its 04:31 is no time of day. */
const namesDuration = (name: string): boolean =>
  /^(?:durations?|dur|lengths?|elapsed|laps?|splits?|pace|runtime|uptime|playtime|dauer|laufzeit|länge|spieldauer|durée|duración|durata|duração|duur|varighed|czas trwania)$/.test(
    lastWord(name),
  );

const dotted = /^(\d+)\.(\d+)$/;
const grouped = /^\d{1,3}(?:([. ’'\u00a0\u202f])\d{3})(?:\1\d{3})*$/;

/**
 * Why numbers are codes, and times durations, all the same, by the name of their column and by their form; null where
 * nothing says so.
 */
export function codesOf(
  name: string,
  present: readonly string[],
): 'numbered' | 'grouped' | 'durations' | null {
  if (present.length === 0) return null;
  const share = (test: RegExp): number =>
    present.filter((cell) => test.test(cell)).length / present.length;
  const hasFraction = present.some((cell) => /\.0*[1-9]/.test(cell));
  if (share(/^\d+(?:\.\d+)?$/) === 1 && share(dotted) >= 0.5 && hasFraction)
    return namesNumbered(name) || countsOn(present) ? 'numbered' : null;
  if (namesDuration(name) && share(/^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/) >= 0.9)
    return 'durations';
  return namesIdentifiers(name) && share(/^[\d. ’'\u00a0\u202f]+$/) === 1 && share(grouped) >= 0.5
    ? 'grouped'
    : null;
}

/** 3.9, 3.10, 3.11: in order as two whole numbers, and out of order as one with decimals. */
function countsOn(cells: readonly string[]): boolean {
  const pairs = cells.map((cell) => cell.split('.').map(Number));
  const rises = (compare: (i: number) => number): boolean => {
    const steps = cells.slice(1).map((_, i) => Math.sign(compare(i)));
    return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
  };
  return (
    cells.length >= 3 &&
    cells.some((cell) => /\.[1-9]\d*0$/.test(cell)) &&
    rises((i) => {
      const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = [pairs[i], pairs[i + 1]];
      return c - a || d - b;
    }) &&
    !rises((i) => Number(cells[i + 1]) - Number(cells[i]))
  );
}
