/** Where a pattern may match: what languages write in different ways. */
const places = ['start', 'end', 'boundary'] as const;
type PlaceInText = (typeof places)[number];

/** How a language writes these places, as this database, R (perl = TRUE) and Python do. */
export const patternPlaces = {
  database: { start: '\\A', end: '\\z', boundary: '\\b' },
  r: { start: '\\A', end: '\\z', boundary: '\\b' },
  python: { start: '\\A', end: '\\Z', boundary: '(?a:\\b)' },
} as const satisfies Record<string, Readonly<Record<PlaceInText, string>>>;

export const patternLimits = { characters: 500, size: 1000, groups: 9 };

export interface Part {
  /** Text that every language writes alike, or the name of a place, which no text equals. */
  readonly pieces: readonly string[];
  readonly canBeEmpty: boolean;
  /** How many characters it may have at most, a repetition without end counted once more. */
  readonly size: number;
}

export type Refuse = (message: string) => never;

export const isPlace = (piece: string): piece is PlaceInText =>
  places.some((place) => place === piece);

/** Members of classes: those of ASCII in every language. */
export const classes: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '0-9A-Za-z_',
  s: '\\x09\\x0a\\x0c\\x0d\\x20',
};
export const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

export const memberText = (member: string): string =>
  Object.values(classes).includes(member) ? member : literal(member);

export const character = (text: string): Part => ({ pieces: [text], canBeEmpty: false, size: 1 });

/** A character as every language writes it when it means itself. */
export function literal(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 32 || code === 127) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 128 && /[^0-9A-Za-z_]/.test(sign) ? `\\${sign}` : sign;
}
