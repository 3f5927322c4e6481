const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]+ .*Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const named = (text: string, names: readonly [RegExp, string][]): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/**
 * What a program calls itself, without its version; of its letters none that could make an address
 * of it in a mail.
 */
function programOf(userAgent: string): string | undefined {
  const product = /^[A-Za-z][\w-]{0,39}/.exec(userAgent)?.[0];
  return product === 'Mozilla' ? undefined : product;
}

/** Browser or program, and system, as people call them, from a User-Agent header. */
export function deviceOf(userAgent: string): string {
  const parts = [
    named(userAgent, browsers) ?? programOf(userAgent),
    named(userAgent, systems),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'Another program' : parts.join(' on ');
}
