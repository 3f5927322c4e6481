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

const namesIn = (asked: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: 12 }, (_, month) =>
    asked
      .flatMap((language) =>
        (['long', 'short'] as const).flatMap((length) =>
          [{ month: length }, { month: length, day: 'numeric' as const }].map(
            (options) =>
              new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
                .formatToParts(Date.UTC(2020, month, 5))
                .find(({ type }) => type === 'month')
                ?.value.toLowerCase()
                .replace(/\.$/, '') ?? '',
          ),
        ),
      )
      .filter((name) => name !== '' && !/[0-9 ]/.test(name)),
  );
