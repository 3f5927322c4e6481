import { isPlace, patternLimits, patternPlaces, type Refuse } from './pattern-parts.ts';
import { PatternReader } from './pattern-reader.ts';

/** A regular expression that has been read. */
interface Pattern {
  /** The same pattern in a language: what has other meanings elsewhere is written out. */
  readonly write: (language: keyof typeof patternPlaces) => string;
  /** How many groups in brackets it has. */
  readonly groups: number;
  /** Whether a text without characters can match. */
  readonly canBeEmpty: boolean;
}

/**
 * Reads a regular expression of the kind that matches in time proportional to the text (RE2): what
 * needs going back in the text is refused, and so is what R, Python and the database understand in
 * different ways, such as repeating what can be empty.
 */
export function readPattern(text: string, refuse: Refuse): Pattern {
  const { characters, size, groups } = patternLimits;
  if (text === '') refuse('A pattern has at least one character.');
  if (text.length > characters) refuse(`A pattern has at most ${characters} characters.`);
  const ignoresCase = text.startsWith('(?i)');
  const reader = new PatternReader(Array.from(text), ignoresCase ? 4 : 0, refuse);
  const whole = reader.read();
  if (reader.groups > groups) refuse(`A pattern has at most ${groups} groups.`);
  if (whole.size > size) refuse(`A pattern matches at most ${size} characters.`);
  return {
    groups: reader.groups,
    canBeEmpty: whole.canBeEmpty,
    write: (language) =>
      `${ignoresCase ? '(?i)' : ''}${whole.pieces.map((piece) => (isPlace(piece) ? patternPlaces[language][piece] : piece)).join('')}`,
  };
}
