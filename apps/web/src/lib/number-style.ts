/** How numbers are written, by the locale that writes them so. */
export const numberStyles = [
  { value: 'en', label: '1,234.5' },
  { value: 'de', label: '1.234,5' },
  { value: 'fr', label: '1 234,5' },
  { value: 'de-CH', label: '1’234.5' },
] as const;
export type NumberStyle = (typeof numberStyles)[number]['value'];

/** Digits that figures have beyond the usual ones. */
export const digitChoices = [0, 2, 4] as const;
export type DigitsAdded = (typeof digitChoices)[number];

const styleKey = 'numbers';
const digitsKey = 'digits';
const stored = (key: string): string | null =>
  typeof localStorage === 'undefined' ? null : localStorage.getItem(key);

/** Read once, when the page is loaded: every figure of a page is written alike. */
export const numberStyle: NumberStyle =
  numberStyles.find(({ value }) => value === stored(styleKey))?.value ?? 'en';
export const digitsAdded: DigitsAdded =
  digitChoices.find((digits) => String(digits) === stored(digitsKey)) ?? 0;

const parts = new Intl.NumberFormat(numberStyle).formatToParts(-12_345.5);
const part = (type: Intl.NumberFormatPartTypes): string =>
  parts.find((one) => one.type === type)?.value ?? '';
/** The marks of the style, also for the axes of charts. */
export const numberMarks = { decimal: part('decimal'), thousands: part('group') };

/** Keeps a choice and draws the page again with it. */
export function chooseNumbers(
  choice: { readonly style: NumberStyle } | { readonly digits: DigitsAdded },
): void {
  if ('style' in choice) localStorage.setItem(styleKey, choice.style);
  else localStorage.setItem(digitsKey, String(choice.digits));
  location.reload();
}
