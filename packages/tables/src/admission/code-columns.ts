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
  'wbs gliederung outline firmware fw software revision lesson exercise aufgabe',
  'sku nr no number nummer numero número numéro ref id nace isic nuts icd',
);

const nameWords = (name: string): string[] =>
  name
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');
const lastWord = (name: string): string => nameWords(name).at(-1) ?? '';
const compound = /.(?:nummer|nr|kode|code|schlüssel|kennzahl|telefon)$/;

export const namesIdentifiers = (name: string): boolean => {
  const word = lastWord(name);
  return identifiers.has(word) || compound.test(word);
};
const namesNumbered = (name: string): boolean => {
  const word = lastWord(name);
  return numbered.has(word) || compound.test(word);
};
/** Names of how long something takes, as their last word: its 04:31 is no time of day. */
const durations = wordsOf(
  'duration durations dur length lengths elapsed lap laps split splits runtime uptime playtime',
  'dauer laufzeit länge spieldauer durée duración durata duração duur varighed trwania',
);
/** The same, wherever they stand. */
const spans = wordsOf(
  'hours worked overtime pace minutes mins stunden überstunden gearbeitet minuten heures horas',
);
const spanOfGerman =
  /(?:arbeits|fahr|lauf|reise|rechen|spiel|lese|bearbeitungs|warte|rüst|flug|durchlauf|reaktions|antwort|lade|pausen|runden)zeit(?:en)?$/;
/** Names of what is set against something else: 21:15 in volleyball, 16:10 of a screen. */
const ratios = wordsOf(
  'score scores result results ratio ratios odds aspect halftime ergebnis ergebnisse resultat',
  'verhältnis spielstand punktestand endstand halbzeit résultat resultado marcador punteggio',
  'risultato uitslag wynik',
);
/** Names of times of day. */
const clocks = wordsOf(
  'time times clock hour start starts started end ends begin begins open opens opening opened',
  'close closes closing closed departure departs departed arrival arrives arrived from to until',
  'at when in out check sunrise sunset dawn dusk shift uhr zeit zeiten beginn anfang ende von bis',
  'ab an abfahrt ankunft abflug kommen gehen heure heures hora horas ora orario début fin inicio',
  'inizio fine tijd tid kl czas godzina timestamp',
);
export const namesClock = (name: string): boolean =>
  nameWords(name).some((word) => clocks.has(word) || /(?:time|zeit|zeiten|uhr)$/.test(word));
const namesDuration = (name: string): boolean => {
  const words = nameWords(name);
  return (
    durations.has(lastWord(name)) ||
    spanOfGerman.test(lastWord(name)) ||
    (words.some((word) => spans.has(word)) &&
      !words.some((word) => /^(?:open|start|end)/.test(word)))
  );
};
const namesRatio = (name: string): boolean => nameWords(name).some((word) => ratios.has(word));

/** Names of months, and of days. */
const months = wordsOf(
  'month months period periods monat monate periode zeitraum mois mes mese mês maand miesiąc date',
  'datum fecha data dato ym yyyymm yearmonth',
);
const days = wordsOf('date day datum tag fecha data dato día jour giorno dia geburtstag birthday');
const hasWord = (name: string, words: ReadonlySet<string>): boolean =>
  nameWords(name).some((word) => words.has(word));

const dotted = /^(\d+)\.(\d+)$/;
const grouped = /^\d{1,3}(?:([. ’'\u00a0\u202f])\d{3})(?:\1\d{3})*$/;

/**
 * Why numbers are codes, and times durations, all the same, by the name of their column and by their form; null where
 * nothing says so.
 */
export function codesOf(
  name: string,
  present: readonly string[],
): 'numbered' | 'grouped' | 'durations' | 'ratios' | 'months' | 'days' | null {
  if (present.length === 0) return null;
  const share = (test: RegExp): number =>
    present.filter((cell) => test.test(cell)).length / present.length;
  const isMonths =
    share(/^(?:(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d|(?:19|20)\d\d\.(?:0?[1-9]|1[0-2]))$/) === 1;
  if (isMonths && (hasWord(name, months) || areMonths(present))) return 'months';
  // Without a month of two digits, 1.5 and 2.5 of a “day” are decimals.
  const hasMonth = present.some((cell) => /\.(?:0[1-9]|[12]\d|3[01])$/.test(cell));
  if (
    hasMonth &&
    hasWord(name, days) &&
    share(/^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|[12]\d|3[01])$/) === 1
  )
    return 'days';
  const hasFraction = present.some((cell) => /\.0*[1-9]/.test(cell));
  if (share(/^\d+(?:\.\d+)?$/) === 1 && share(dotted) >= 0.5 && hasFraction)
    return namesNumbered(name) || countsOn(present) || runsOn(present) ? 'numbered' : null;
  if (namesDuration(name) && share(/^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/) >= 0.9)
    return 'durations';
  if (namesRatio(name) && share(/^\d{1,3}:\d{2}$/) >= 0.9) return 'ratios';
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

/** 1.10 and 1.11 where 1.9 is there as well: the parts behind the point are counted, whatever the order. */
function runsOn(cells: readonly string[]): boolean {
  const all = new Set(cells);
  const pairs = cells.map((cell) => /^(\d{1,3})\.(0|[1-9]\d{0,2})$/.exec(cell));
  return (
    cells.some((cell) => /\.[1-9]\d*0$/.test(cell)) &&
    pairs.every((pair) => {
      if (pair === null) return false;
      const [, major = '', minor = ''] = pair;
      return Number(minor) < 10 || all.has(`${major}.${Number(minor) - 1}`);
    })
  );
}

/** Three different months and more, each with two digits: decimals would not be so by chance. */
const areMonths = (cells: readonly string[]): boolean =>
  new Set(cells).size >= 3 &&
  cells.every((cell) => /^\d\d\.|\.\d\d$/.test(cell) && cell.length === 7);
