import { AppError } from '../errors.ts';
import { tokenize, type Token } from '../expression/tokens.ts';
import {
  formulaInstead,
  otherTransforms,
  referenceGroup,
  transforms,
  type Transform,
} from './transforms.ts';

/** A column as it enters a model. */
export interface Variable {
  readonly column: string;
  readonly transform: Transform | null;
  readonly power: number;
}

export interface Formula {
  readonly response: Variable;
  readonly intercept: boolean;
  /** Products of variables, main effects first, in the order they were written. */
  readonly terms: readonly (readonly Variable[])[];
}

type Terms = readonly (readonly Variable[])[];

/** Within backticks a backslash and a backtick are written twice, as `tokenize` reads them. */
const quotedName = (name: string): string =>
  /^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u.test(name)
    ? name
    : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\``;

/** As R writes it. */
export function sayVariable({ column, transform, power }: Variable): string {
  const name = quotedName(column);
  return transform !== null ? `${transform}(${name})` : power === 1 ? name : `I(${name}^${power})`;
}

/** As R writes it, every product written out. */
export function sayFormula({ response, intercept, terms }: Formula): string {
  const right = [
    ...(intercept ? (terms.length === 0 ? ['1'] : []) : ['0']),
    ...terms.map((term) => term.map(sayVariable).join(':')),
  ];
  return `${sayVariable(response)} ~ ${right.join(' + ')}`;
}

const mostTerms = 100;
/** Columns in one product. */
const mostFactors = 12;
/** Products that are written out on the way, those that are alike among them. */
const mostProducts = 5000;
const deepest = 32;

/**
 * A model formula as in R: `y ~ x * g + I(x^2) - 1`, with + - : * ^ and brackets, I(x^k), log,
 * log2, log10, exp, sqrt and
 * factor; names that are no plain words in backticks. Throws invalid_input, which tells the place.
 */
export function parseFormula(source: string): Formula {
  const bar = [...source.matchAll(/`[^`]*`|\|/g)].find(([found]) => found === '|')?.index ?? -1;
  if (bar >= 0)
    throw refused(
      "Random effects, written with '|' as in (1 | subject), are not supported: a model here has " +
        'fixed effects alone.',
      bar,
    );
  if (/~\s*\.(?:\s|$)/.test(source))
    throw refused("Name the columns that explain it: '.' means none.", source.indexOf('.'));
  const tilde = [...source.matchAll(/`[^`]*`|~/g)].find(([found]) => found === '~')?.index ?? -1;
  if (tilde < 0)
    throw refused('A formula has a ~ between what is explained and what explains it.', 0);
  const left = new Parser(source.slice(0, tilde), 0);
  const response = left.variable();
  left.end();
  if (response.transform === 'factor')
    throw refused('What is explained cannot be a factor here.', 0);
  const right = new Parser(source.slice(tilde + 1), tilde + 1);
  const { intercept, terms } = right.sum();
  right.end();
  if (terms.length > mostTerms)
    throw refused(
      `The formula has ${terms.length} terms; a model takes at most ${mostTerms}.`,
      tilde + 1,
    );
  const own = terms.flat().find(({ column }) => column === response.column);
  if (own !== undefined) throw refused(`'${own.column}' cannot explain itself.`, tilde + 1);
  return { response, intercept, terms: terms.toSorted((a, b) => a.length - b.length) };
}

function refused(message: string, at: number): AppError {
  return new AppError('invalid_input', message, {
    errors: [
      {
        field: 'formula',
        message: `At character ${at + 1}. Write it as in R, such as "y ~ x + group" or "y ~ x * group + I(x^2)".`,
      },
    ],
    fix: 'Write the formula as in R, such as "y ~ x + group".',
  });
}

const keyOf = (term: readonly Variable[]): string =>
  term
    .map(sayVariable)
    .toSorted((a, b) => a.localeCompare(b))
    .join(':');

/** Each term where it occurs first, as R has it. */
function distinct(terms: Terms): Terms {
  const found = new Map<string, readonly Variable[]>();
  for (const term of terms) {
    const key = keyOf(term);
    if (!found.has(key)) found.set(key, term);
  }
  return [...found.values()];
}

const joined = (a: readonly Variable[], b: readonly Variable[]): readonly Variable[] => [
  ...a,
  ...b.filter((one) => !a.some((other) => sayVariable(other) === sayVariable(one))),
];
/** Reads one side of the formula. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #from: number;
  #at = 0;
  #depth = 0;
  #products = 0;

  constructor(source: string, from: number) {
    this.#from = from;
    this.#tokens = tokenize(source);
  }

  sum(): { intercept: boolean; terms: Terms } {
    let intercept = true;
    const terms = new Map<string, readonly Variable[]>();
    let sign = this.#take('-') ? '-' : '+';
    for (;;) {
      const token = this.#token();
      if (token.kind === 'number') {
        this.#at += 1;
        if (token.text !== '0' && token.text !== '1')
          throw this.#refused(`'${token.text}' is no term: 1 is the intercept, 0 none.`, token);
        intercept = (token.text === '1') === (sign === '+');
      } else {
        for (const term of this.#product()) {
          const key = keyOf(term);
          if (sign === '-') terms.delete(key);
          else if (!terms.has(key)) terms.set(key, term);
        }
      }
      if (this.#take('+')) sign = '+';
      else if (this.#take('-')) sign = '-';
      else return { intercept, terms: [...terms.values()] };
    }
  }

  variable(): Variable {
    const token = this.#token();
    if (token.kind !== 'name' && token.kind !== 'column')
      throw this.#refused(
        token.kind === 'end' ? 'A column is missing here.' : `'${token.text}' is no column.`,
        token,
      );
    this.#at += 1;
    if (token.kind === 'column' || !this.#take('('))
      return { column: token.text, transform: null, power: 1 };
    const transform =
      transforms.find((name) => name === token.text) ?? otherTransforms.get(token.text);
    if (transform === undefined && token.text !== 'I')
      throw this.#refused(
        `There is no function '${token.text}' in a formula. ${
          formulaInstead(token.text) ??
          `Known are I, ${transforms.join(', ')}; anything else can be derived with a view first.`
        }`,
        token,
      );
    const { column } = this.#column();
    let power = 1;
    if (transform === undefined && this.#take('^')) power = this.#integer(12);
    if (!this.#take(')')) {
      const token = this.#token();
      throw this.#refused(
        (token.kind === 'end' ? "A ')' is missing." : `'${token.text}' cannot be here.`) +
          (transform === 'factor'
            ? ` ${referenceGroup}`
            : ' I() takes a power of one column, such as I(x^2); derive anything else with a view first.'),
        token,
      );
    }
    return { column, transform: transform ?? null, power };
  }

  end(): void {
    const token = this.#token();
    if (token.kind === 'end') return;
    const isPartOfName = token.text === '[' || token.kind === 'name' || token.kind === 'number';
    throw this.#refused(
      `'${token.text}' is not understood here.${isPartOfName ? ' Names that are no plain words are in backticks: `size [cm]`.' : ''}`,
      token,
    );
  }

  #product(): Terms {
    let terms = this.#interaction();
    while (this.#take('*')) {
      const next = this.#interaction();
      terms = distinct([...terms, ...next, ...this.#multiplied(terms, next)]);
    }
    return terms;
  }

  #interaction(): Terms {
    let terms = this.#power();
    while (this.#take(':')) terms = this.#multiplied(terms, this.#power());
    return terms;
  }

  #power(): Terms {
    const terms = this.#primary();
    if (!this.#take('^')) return terms;
    let all = terms;
    for (let k = this.#integer(6); k > 1; k--)
      all = distinct([...all, ...this.#multiplied(all, terms)]);
    return all;
  }

  #primary(): Terms {
    const open = this.#token();
    if (!this.#take('(')) return [[this.variable()]];
    this.#depth += 1;
    if (this.#depth > deepest)
      throw this.#refused(`The brackets of a formula are nested at most ${deepest} deep.`, open);
    const { terms } = this.sum();
    if (!this.#take(')')) throw this.#refused("A ')' is missing.", this.#token());
    this.#depth -= 1;
    return terms;
  }

  /**
   * Every term of one with every term of the other. Throws invalid_input before they are too many
   * to be written out.
   */
  #multiplied(a: Terms, b: Terms): Terms {
    this.#products += a.length * b.length;
    if (this.#products > mostProducts)
      throw refused(`The formula has far more than ${mostTerms} terms when it is written out.`, 0);
    return distinct(
      a.flatMap((one) =>
        b.map((other) => {
          const term = joined(one, other);
          if (term.length > mostFactors)
            throw this.#refused(`A term multiplies at most ${mostFactors} columns.`, this.#token());
          return term;
        }),
      ),
    );
  }

  #column(): { column: string } {
    const token = this.#token();
    if (token.kind !== 'name' && token.kind !== 'column')
      throw this.#refused('A column is missing here.', token);
    this.#at += 1;
    return { column: token.text };
  }

  #integer(most: number): number {
    const token = this.#token();
    const value = Number(token.text);
    if (token.kind !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
      throw this.#refused(`A whole number from 1 to ${most} belongs here.`, token);
    this.#at += 1;
    return value;
  }

  #token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', from: 0, to: 0 };
  }

  #take(symbol: string): boolean {
    const token = this.#token();
    if (token.kind !== 'symbol' || token.text !== symbol) return false;
    this.#at += 1;
    return true;
  }

  #refused(message: string, { from }: Token): AppError {
    return refused(message, this.#from + from);
  }
}
