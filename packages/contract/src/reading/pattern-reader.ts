import {
  character,
  classes,
  controls,
  isPlace,
  literal,
  memberText,
  patternLimits,
  type Part,
  type Refuse,
} from './pattern-parts.ts';

/** How often at least what is before these signs comes. */
const signsOfCounts: Readonly<Record<string, number>> = { '*': 0, '+': 1, '?': 0 };

/** Reads the parts of a pattern one after the other, each with what is behind it. */
export class PatternReader {
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
