/** Also US $, as shops write it. */
const bySymbol = /^(?:\p{Lu}{0,3} ?\p{Sc}|\p{Sc}\p{Lu}{0,3})$/u;
const byName =
  /^(?:kr\.?|zł|Kč|Ft|лв\.?|руб\.?|р\.|lei|Rs\.?|Rp|RM|S?Fr\.?|din\.?|TL|[Ee]uros?|EURO|đ|грн\.?|[원円元])$/;
let codes: ReadonlySet<string> | undefined;

/** Japanese and Korean encodings have their signs for yen and won in the place of the backslash. */
const backslash = '\\';
/** A currency as it is said of a column. */
export const nameOfBeside = (beside: string): string =>
  beside === backslash ? String.raw`\ (¥ or ₩ in Japanese and Korean encodings)` : beside;

/** The three letters of a currency, as EUR. */
export function isCurrencyCode(beside: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'));
  return codes.has(beside);
}

/** A currency by its sign, its name or its code. */
export const isCurrency = (beside: string): boolean =>
  beside === backslash || bySymbol.test(beside) || byName.test(beside) || isCurrencyCode(beside);

const prefix = '(?:da|[yzafpnµμumcdhkMGTPE])?';
const base =
  '(?:m|g|s|A|mol|cd|Hz|N|Pa|J|W|V|F|Ω|S|H|l|L|b|bit|bar|eV|Wh|VA|cal|Bq|Sv|t|rad|dB|Torr)';
const exponent = '(?:[²³⁻¹]+)?';
/** Feet and minutes, inches and seconds, also as typed on a keyboard. */
const others =
  `°|°[CFK]|['’′"”″]|[kMGTP]i?B|ppm|ppb|ppt|ha|min|rpm|mph|kn|ft|in|yd|mi|lb|lbs|oz|gal|psi|atm|` +
  'mmHg|pcs|Stk|Stück|qm|K/s|‰';
const one = `(?:${prefix}${base}${exponent}|${others})`;
/** An hour alone is a duration; km/h is none. */
const unitForm = new RegExp(`^${one}(?:[/·*](?:${one}|[hda]))*$`);
let namedUnits: ReadonlySet<string> | undefined;

/** Hours of the half day, which are no picometres: 3 pm. */
const isHalfDay = (beside: string): boolean => /^[ap]m$/i.test(beside);

/** A unit of measure: of the SI with its prefixes, and those that Intl knows. */
export function isUnit(beside: string): boolean {
  namedUnits ??= new Set(
    Intl.supportedValuesOf('unit').flatMap((unit) =>
      (['short', 'long'] as const).flatMap((unitDisplay) =>
        [1, 2].map((n) =>
          new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay })
            .format(n)
            .replace(/^\d\s?/, ''),
        ),
      ),
    ),
  );
  return !isHalfDay(beside) && (unitForm.test(beside) || namedUnits.has(beside));
}
