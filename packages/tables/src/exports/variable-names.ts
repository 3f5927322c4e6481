/** How a program names its variables. */
export interface NameRules {
  /** Bytes of UTF-8 or characters. */
  readonly longest: number;
  readonly measure: 'bytes' | 'characters';
  /** What may not be in a name. */
  readonly forbidden: RegExp;
  readonly reserved: ReadonlySet<string>;
}

const lengthOf = (text: string, { measure }: NameRules): number =>
  measure === 'bytes' ? Buffer.byteLength(text) : Array.from(text).length;

/** Names that a program takes, distinct without regard to case; those that it takes already stay. */
export function variableNames(names: readonly string[], rules: NameRules): string[] {
  const taken = new Set<string>();
  return names.map((name, i) => {
    const plain = name.replace(rules.forbidden, '_').replace(/_+$/, '');
    const begun = /^\p{L}/u.test(plain) ? plain : plain === '' ? `v${i + 1}` : `v_${plain}`;
    const whole = rules.reserved.has(begun.toUpperCase()) ? `${begun}_` : begun;
    for (let tries = 1; ; tries += 1) {
      const end = tries === 1 ? '' : `_${tries}`;
      let begin = whole;
      while (lengthOf(begin + end, rules) > rules.longest)
        begin = Array.from(begin).slice(0, -1).join('');
      const candidate = begin + end;
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  });
}

/** The text cut to so many bytes of UTF-8, between characters. */
export function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}
