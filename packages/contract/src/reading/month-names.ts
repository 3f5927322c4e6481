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
let named: readonly (readonly string[])[] | undefined;

/**
 * The names of each month, in lower case and without a point at the end: long and short, alone and
 * beside a day.
 */
export function monthNames(): readonly (readonly string[])[] {
  named ??= Array.from({ length: 12 }, (_, month) => {
    const names = languages.flatMap((language) =>
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
    );
    return [...new Set([...(month === 8 ? ['sept'] : []), ...names])].filter(
      (name) => name !== '' && !/[0-9 ]/.test(name),
    );
  });
  return named;
}
