/** Languages whose names of months are read; no name means two months in them. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'sk',
  'tr',
  'ro',
  'hu',
  'ru',
  'uk',
  'el',
  'ca',
];
/**
 * Languages whose names are not read, since some mean another month above: lip is June in Croatian
 * (lipanj) and July in Polish (lipiec).
 */
const contrary = ['hr'];
let named: readonly (readonly string[])[] | undefined;
let others: readonly (readonly string[])[] | undefined;

/**
 * The names of each month, in lower case and without a point at the end: long and short, alone and
 * beside a day.
 */
export function monthNames(): readonly (readonly string[])[] {
  named ??= namesIn(languages).map((names, month) => [
    ...new Set([...(month === 8 ? ['sept'] : []), ...names]),
  ]);
  return named;
}

/** The same in the languages of which some names mean another month in those that are read. */
export function contraryMonthNames(): readonly (readonly string[])[] {
  others ??= namesIn(contrary);
  return others;
}

/** Languages whose names of weekdays are read beside those, in brackets behind a date: 2024/03/05(火). */
const eastern = ['ja', 'ko', 'zh'];
let weekdays: readonly (readonly string[])[] | undefined;

/**
 * The names of each weekday from Monday on, in lower case and without a point at the end. One may
 * mean two days: so is Sunday in German and Saturday in Czech.
 */
export function weekdayNames(): readonly (readonly string[])[] {
  weekdays ??= namesOf('weekday', [...languages, ...eastern]).map((names) => [...new Set(names)]);
  return weekdays;
}

const namesIn = (asked: readonly string[]): readonly (readonly string[])[] =>
  namesOf('month', asked);

/** Months of a year from January on, or weekdays from Monday on: the first of 2024 is one. */
const namesOf = (
  part: 'month' | 'weekday',
  asked: readonly string[],
): readonly (readonly string[])[] => {
  // Each is made once: to make one takes many times as long as to ask it.
  const formats = asked.flatMap((language) =>
    (['long', 'short'] as const).flatMap((length) =>
      [{ [part]: length }, { [part]: length, day: 'numeric' as const }].map(
        (options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
      ),
    ),
  );
  return Array.from({ length: part === 'month' ? 12 : 7 }, (_, n) => {
    const moment = part === 'month' ? Date.UTC(2020, n, 5) : Date.UTC(2024, 0, n + 1);
    return formats
      .map(
        (format) =>
          format
            .formatToParts(moment)
            .find(({ type }) => type === part)
            ?.value.toLowerCase()
            .replace(/\.$/, '') ?? '',
      )
      .filter((name) => name !== '' && !/[0-9 ]/.test(name));
  });
};
