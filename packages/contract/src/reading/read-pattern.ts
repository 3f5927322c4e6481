/** Where a pattern may match: what languages write in different ways. */
const places = ['start', 'end', 'boundary'] as const;
type PlaceInText = (typeof places)[number];

/** How a language writes these places, as this database, R (perl = TRUE) and Python do. */
export const patternPlaces = {
  database: { start: '\\A', end: '\\z', boundary: '\\b' },
  r: { start: '\\A', end: '\\z', boundary: '\\b' },
  python: { start: '\\A', end: '\\Z', boundary: '(?a:\\b)' },
} as const satisfies Record<string, Readonly<Record<PlaceInText, string>>>;

/** A regular expression that has been read. */
export interface Pattern {
  /** The same pattern in a language: what has other meanings elsewhere is written out. */
  readonly write: (language: keyof typeof patternPlaces) => string;
  /** How many groups in brackets it has. */
  readonly groups: number;
  /** Whether a text without characters can match. */
  readonly canBeEmpty: boolean;
}

export const patternLimits = { characters: 500, size: 1000, groups: 9 };

interface Part {
  readonly pieces: readonly (string | PlaceInText)[];
  readonly canBeEmpty: boolean;
  /** How many characters it may have at most, a repetition without end counted once more. */
  readonly size: number;
}

type Refuse = (message: string) => never;

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

const isPlace = (piece: string): piece is PlaceInText => places.some((place) => place === piece);

/** Members of classes: those of ASCII in every language. */
const classes: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '0-9A-Za-z_',
  s: '\\x09\\x0a\\x0c\\x0d\\x20',
};
const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** How often at least what is before these signs comes. */
const signsOfCounts: Readonly<Record<string, number>> = { '*': 0, '+': 1, '?': 0 };

class PatternReader {
  readonly #characters: readonly string[];
  readonly #refuse: Refuse;
  #at: number;
  groups = 0;

  constructor(characters: readonly string[], start: number, refuse: Refuse) {
    this.#characters = characters;
    this.#at = start;
    this.#refuse = refuse;
  }

  read(): Part {
    const whole = this.#alternatives();
    if (this.#at < this.#characters.length) this.#wrong('this bracket was never opened');
    return whole;
  }

  #wrong(message: string, at = this.#at): never {
    return this.#refuse(`At character ${at + 1} of the pattern, ${message}.`);
  }

  #next(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? '';
  }

  #alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#next() === '|') {
      this.#at += 1;
      parts.push(this.#sequence());
    }
    return {
      pieces: parts.flatMap(({ pieces }, i) => (i === 0 ? pieces : ['|', ...pieces])),
      canBeEmpty: parts.some((part) => part.canBeEmpty),
      size: parts.reduce((sum, { size }) => sum + size, 0),
    };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (!['', '|', ')'].includes(this.#next())) parts.push(this.#repeated());
    return {
      pieces: parts.flatMap(({ pieces }) => pieces),
      canBeEmpty: parts.every((part) => part.canBeEmpty),
      size: parts.reduce((sum, { size }) => sum + size, 0),
    };
  }

  #repeated(): Part {
    const part = this.#single();
    const start = this.#at;
    const count = this.#count();
    if (count === null) return part;
    if (part.pieces.length === 1 && part.pieces.some(isPlace))
      this.#wrong('a place in the text cannot be repeated', start);
    if (part.canBeEmpty && count.most > 1)
      this.#wrong('what may be empty cannot be repeated', start);
    const size = part.size * (count.most === Infinity ? count.least + 1 : count.most);
    if (size > patternLimits.size)
      this.#wrong(`more than ${patternLimits.size} characters are asked for`, start);
    const isLazy = this.#next() === '?';
    if (isLazy) this.#at += 1;
    if (['*', '+', '?', '{'].includes(this.#next()))
      this.#wrong('a repetition cannot be repeated; write the inner one in (?:…)');
    return {
      pieces: [...part.pieces, `${count.text}${isLazy ? '?' : ''}`],
      canBeEmpty: part.canBeEmpty || count.least === 0,
      size,
    };
  }

  /** How often what is before may come; null where nothing says so. */
  #count(): { least: number; most: number; text: string } | null {
    const sign = this.#next();
    const simple = signsOfCounts[sign];
    if (simple !== undefined) {
      this.#at += 1;
      return { least: simple, most: sign === '?' ? 1 : Infinity, text: sign };
    }
    if (sign !== '{') return null;
    const end = this.#characters.indexOf('}', this.#at);
    const text = this.#characters.slice(this.#at, end + 1).join('');
    const [, from = '', comma, to = ''] = /^\{(\d{1,4})(,(\d{0,4}))?\}$/.exec(text) ?? [];
    if (from === '') this.#wrong('this is no count, as {3} or {2,4}; a brace itself is \\{');
    const least = Number(from);
    const most = comma === undefined ? least : to === '' ? Infinity : Number(to);
    if (most < Math.max(1, least)) this.#wrong('a count rises and is at least 1');
    this.#at = end + 1;
    return { least, most, text };
  }

  #single(): Part {
    const sign = this.#next();
    const start = this.#at;
    this.#at += 1;
    switch (sign) {
      case '(':
        return this.#group(start);
      case '[':
        return this.#class(start);
      case '.':
        return character('[^\\x0a]');
      case '^':
        return { pieces: ['start'], canBeEmpty: true, size: 0 };
      case '$':
        return { pieces: ['end'], canBeEmpty: true, size: 0 };
      case '*':
      case '+':
      case '?':
        return this.#wrong(`nothing is before ${sign} to be repeated`, start);
      case '{':
        return this.#wrong('nothing is before this count; a brace itself is \\{', start);
      case '\\':
        return this.#escape(start);
      default:
        return character(literal(sign));
    }
  }

  #escape(start: number): Part {
    const sign = this.#next();
    this.#at += 1;
    if (sign === 'b') return { pieces: ['boundary'], canBeEmpty: true, size: 0 };
    const members = classes[sign.toLowerCase()];
    if (members !== undefined)
      return character(`[${sign === sign.toUpperCase() ? '^' : ''}${members}]`);
    return character(literal(this.#escaped(sign, start)));
  }

  /** The character that is behind a backslash. */
  #escaped(sign: string, start: number): string {
    if (sign === '') this.#wrong('a backslash is last; one itself is \\\\', start);
    if (/[0-9]/.test(sign)) this.#wrong('a pattern cannot refer to its own groups', start);
    const control = controls[sign];
    if (control === undefined && /[\p{L}\p{N}_]/u.test(sign))
      this.#wrong(
        `\\${sign} is not known here; there are \\d, \\w, \\s, \\b, \\t, \\n and \\r`,
        start,
      );
    return control ?? sign;
  }

  #group(start: number): Part {
    let opening = '(';
    if (this.#next() === '?') {
      if (this.#next(1) === ':') opening = '(?:';
      else if (this.#next(1) === 'i')
        this.#wrong('(?i) is possible at the beginning of the pattern only', start);
      else if ('=!<P'.includes(this.#next(1)))
        this.#wrong(
          'this cannot be asked: groups have numbers, and there is no looking ahead or behind',
          start,
        );
      else this.#wrong('(? begins only (?:…), a group without a number', start);
      this.#at += 2;
    } else this.groups += 1;
    const inner = this.#alternatives();
    if (this.#next() !== ')') this.#wrong('this bracket is never closed', start);
    this.#at += 1;
    return { ...inner, pieces: [opening, ...inner.pieces, ')'] };
  }

  #class(start: number): Part {
    const isNegated = this.#next() === '^';
    if (isNegated) this.#at += 1;
    const items: string[] = [];
    do {
      if (this.#next() === '') this.#wrong('this bracket is never closed', start);
      items.push(this.#item());
    } while (this.#next() !== ']');
    this.#at += 1;
    return character(`[${isNegated ? '^' : ''}${items.join('')}]`);
  }

  /** A character in a class, a range of them, or another class. */
  #item(): string {
    const start = this.#at;
    if (this.#next() === '[' && this.#next(1) === ':')
      this.#wrong('write the characters of the class, as [a-z]');
    const first = this.#member();
    if (this.#next() !== '-' || [']', ''].includes(this.#next(1))) return memberText(first);
    this.#at += 1;
    const last = this.#member();
    const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
    if (Object.values(classes).includes(first) || Object.values(classes).includes(last))
      this.#wrong('a range has a character at both ends', start);
    if (from > to) this.#wrong('the characters of a range rise', start);
    return `${literal(first)}-${literal(last)}`;
  }

  /** One character, or the members of a class such as \d. */
  #member(): string {
    const start = this.#at;
    const sign = this.#next();
    this.#at += 1;
    if (sign !== '\\') return sign;
    const behind = this.#next();
    this.#at += 1;
    const members = classes[behind];
    return members ?? this.#escaped(behind, start);
  }
}

const memberText = (member: string): string =>
  Object.values(classes).includes(member) ? member : literal(member);

const character = (text: string): Part => ({ pieces: [text], canBeEmpty: false, size: 1 });

/** A character as every language writes it when it means itself. */
function literal(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 32 || code === 127) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 128 && /[^0-9A-Za-z_]/.test(sign) ? `\\${sign}` : sign;
}
