/** Words of a list, written several in a line. */
export const wordsOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.normalize().split(' ')));

/**
 * Names of columns that hold identifiers, in one part or in several, as their last word; those of
 * `identifier-names.ts` are identifiers in groups of digits alone.
 */
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
  'versão versões versión versiones versione versioni versie versies wersja wersje verze verzia',
  'verzió sürüm versiune versjon udgave utgave uitgave ausgabe fassung edition édition edición',
  'версия версії версія εκδοχή έκδοση バージョン 版本 版 버전 الإصدار גרסה',
  'rozdział kapitola fejezet bölüm capitol hoofdstuk kapittel luku глава розділ κεφάλαιο 章 장',
  'seção secção sección sezione sectie sekcja avsnitt afsnit раздел параграф пункт 節 절',
);

/** Nitrogen dioxide and nitrate, which are measured, and no second number. */
const nitrogen = /(?<![\p{L}\d])no[23](?![\p{L}\d])/giu;

export const nameWords = (name: string): string[] =>
  name
    .normalize()
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(nitrogen, 'nitrogen')
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');
export const lastWord = (name: string): string => nameWords(name).at(-1) ?? '';
const compound = /.(?:nummer|nr|kode|code|schlüssel|kennzahl|telefon)$/;
/** Names of what has numbers in three parts beside those; in two parts they may be measured. */
const threeParts = wordsOf('oz pos position az kst chapters subnet network ip');
/** Of these, what a product may have by its day as well. */
const released = wordsOf(
  'release releases build revision version versions versão versión versione versie wersja verze',
  'версия версія バージョン 版本 버전 sürüm',
);
const threePartsCompound = /.(?:position|zeichen|stelle|konto|kapitel|version|abschnitt)$/;

export const namesCodes = (name: string): boolean => {
  const word = lastWord(name);
  return identifiers.has(word) || compound.test(word);
};
export const namesNumbered = (name: string): boolean => {
  const word = lastWord(name);
  return numbered.has(word) || compound.test(word);
};
export const namesThreeParts = (name: string): boolean => {
  const word = lastWord(name);
  return (
    namesNumbered(name) || namesCodes(name) || threeParts.has(word) || threePartsCompound.test(word)
  );
};
export const namesReleases = (name: string): boolean => released.has(lastWord(name));
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
/** Words that make a span of a time: the average time on a page. */
const figures = wordsOf('avg average mean median total max min maximum minimum');
export const namesDuration = (name: string): boolean => {
  const words = nameWords(name);
  return (
    durations.has(lastWord(name)) ||
    (words.some((word) => figures.has(word)) &&
      words.some((word) => /^(?:time|zeit)$/.test(word))) ||
    spanOfGerman.test(lastWord(name)) ||
    (words.some((word) => spans.has(word)) &&
      !words.some((word) => /^(?:open|start|end)/.test(word)))
  );
};
export const namesRatio = (name: string): boolean =>
  nameWords(name).some((word) => ratios.has(word));

/** Names of months and other parts of a year, and of days. */
const months = wordsOf(
  'month months period periods monat monate periode zeitraum mois mes mese mês maand miesiąc date',
  'datum fecha data dato ym yyyymm yearmonth quarter quarters quartal quartale qtr trimestre',
  'trimester kwartaal kwartał semester semestre halbjahr term',
);
const weeks = wordsOf('week weeks wk kw woche wochen kalenderwoche semaine semana settimana uge');
const monthCompound = /.(?:monat|periode|month|period|quartal|quarter|semester|halbjahr)$/;
const weekCompound = /.(?:woche|week)$/;
const days = wordsOf('date day datum tag fecha data dato día jour giorno dia geburtstag birthday');
/** Names of moments, wherever they stand. */
const moments = wordsOf(
  'born birth birthdate dob geboren geb né née nacimiento nato due since until till seit bis stand',
  'created updated ordered shipped delivered paid signed joined hired left valid expiry expires',
  'bestellt geliefert lieferung bezahlt eingang ausgang erstellt geändert gültig fällig frist termin',
);
export const hasWord = (name: string, words: ReadonlySet<string>): boolean =>
  nameWords(name).some((word) => words.has(word));
const hasEnd = (name: string, end: RegExp): boolean =>
  nameWords(name).some((word) => end.test(word));

export const namesMonths = (name: string): boolean =>
  hasWord(name, months) || hasEnd(name, monthCompound);
export const namesWeeks = (name: string): boolean =>
  hasWord(name, weeks) || hasEnd(name, weekCompound);
export const namesDays = (name: string): boolean => hasWord(name, days);

/** Whether a column is named as one of days or moments. */
export const namesDate = (name: string): boolean =>
  namesClock(name) ||
  namesDays(name) ||
  hasWord(name, moments) ||
  hasEnd(name, /.(?:datum|date|tag|day|dag|termin|frist)$/);

/** Whether the last word of a name says that a column is of days, and of moments: order_date, created_at. */
export const namesDay = (name: string): boolean =>
  days.has(lastWord(name)) || /.(?:datum|date)$/.test(lastWord(name));
export const namesMoment = (name: string): boolean =>
  namesDay(name) || /(?:timestamp|^time|^epoch|^at|^ts|.time)$/.test(lastWord(name));

/** Whether a column is named in Arabic letters, or after the Islamic or the Persian calendar. */
export const namesOtherCalendar = (name: string): boolean =>
  /\p{Script=Arabic}/u.test(name) ||
  hasEnd(name, /^(?:hijri|hijra|hicri|hégire|hidschri|jalali|shamsi|persian|islamic)$/);
