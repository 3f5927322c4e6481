import { refuseExpression } from './refuse-expression.ts';
import type { Token } from './tokens.ts';

/** Goes through the tokens of an expression, one after the other. */
export class TokenCursor {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next token; at the end always the last. */
  peek(): Token {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1);
    if (token === undefined) throw new Error('There is no token.');
    return token;
  }

  /** Goes on by one token and gives it. */
  take(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }

  /** Takes the next word if it is this symbol or keyword. */
  accept(text: string): Token | null {
    return isWord(this.peek(), text) ? this.take() : null;
  }

  /** Takes the next word, which has to be this one. */
  expect(text: string, after: string): Token {
    const token = this.accept(text);
    return (
      token ??
      refuseExpression(
        `${shown(this.peek())} is where '${text}' should close or follow ${after}.`,
        this.peek(),
        {
          fix: isWord(this.peek(), 'as')
            ? 'Write to_number(x), to_text(x) or to_date(x).'
            : `Write '${text}' here.`,
        },
      )
    );
  }

  /** The token after the next one. */
  second(): Token | undefined {
    return this.#tokens[this.#next + 1];
  }

  /** The token that was taken last. */
  before(): Token | undefined {
    return this.#tokens[this.#next - 1];
  }

  /** Where the token ends that was taken last. */
  takenTo(): number | undefined {
    return this.before()?.to;
  }
}

/** Whether a token is this symbol or keyword, in capital letters or small ones. */
export const isWord = (token: Token, text: string): boolean =>
  (token.kind === 'symbol' && token.text === text) ||
  (token.kind === 'name' && token.text.toLowerCase() === text);

/** A token as messages name it. */
export const shown = (token: Token): string =>
  token.kind === 'end' ? 'The end' : `'${token.text.slice(0, 40)}'`;
