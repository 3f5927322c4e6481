/** Bytes of JSON that one answer may have. */
export const answerBytes = 16 * 1024 * 1024;

/**
 * Is in a JSON text where the bytes of an answer belong; nobody outside can know the number.
 */
const placeOf = (number: string): string => `columnist:written:${number}`;

/**
 * An answer as JSON that a worker has made and checked. It is handed on as bytes: a large one, read
 * and written again,
 * would hold up everybody. A class, so that no JSON body can pretend to be one.
 */
export class WrittenJson {
  /** An object, in UTF-8. */
  readonly bytes: Uint8Array;
  /** Its fields that are small, for what has to be known of an answer. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Of the bytes. */
  readonly digest: string;
  readonly #place = placeOf(crypto.randomUUID());

  constructor(answer: {
    bytes: Uint8Array;
    facts: Readonly<Record<string, unknown>>;
    digest: string;
  }) {
    this.bytes = answer.bytes;
    this.facts = answer.facts;
    this.digest = answer.digest;
  }

  /** The same with more fields, which come last. */
  with(fields: Readonly<Record<string, unknown>>): WrittenJson {
    const more = JSON.stringify(fields);
    const end = new TextEncoder().encode(`,${more.slice(1)}`);
    const bytes = new Uint8Array(this.bytes.length - 1 + end.length);
    bytes.set(this.bytes.subarray(0, -1));
    bytes.set(end, this.bytes.length - 1);
    return new WrittenJson({
      bytes,
      facts: { ...this.facts, ...fields },
      digest: `${this.digest}${more}`,
    });
  }

  /** What JSON.stringify writes for it: a place that `placedIn` finds. */
  toJSON(): string {
    return this.#place;
  }

  /** A JSON text that has places of these answers, cut where the bytes go. */
  static fill(text: string, answers: readonly WrittenJson[]): readonly (string | Uint8Array)[] {
    let rest = text;
    const parts: (string | Uint8Array)[] = [];
    for (const answer of answers.toSorted(
      (a, b) => text.indexOf(a.#place) - text.indexOf(b.#place),
    )) {
      const quoted = JSON.stringify(answer.#place);
      const at = rest.indexOf(quoted);
      if (at < 0) continue;
      parts.push(rest.slice(0, at), answer.bytes);
      rest = rest.slice(at + quoted.length);
    }
    return [...parts, rest];
  }
}
