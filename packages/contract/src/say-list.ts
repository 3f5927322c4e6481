/** In quotes where it would not be seen where an item ends; quotes in it are doubled. */
const item = (text: string): string =>
  /[;="\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Texts in one cell: `low; mid; "high; very"`. */
export const sayList = (items: readonly string[]): string => items.map(item).join('; ');

interface Labelled {
  readonly value: string | number | boolean | null;
  readonly label: string;
}

/** What values are called, in one cell: `0 = no; 1 = yes`. */
export const sayLabels = (labels: readonly Labelled[]): string =>
  labels.map(({ value, label }) => `${item(String(value))} = ${item(label)}`).join('; ');
