import {
  functionOf,
  isFunction,
  marksOf,
  writtenNumberForm,
  type Typed,
} from '@columnist/contract';
import type { OrderKey } from '../views/view-statement.ts';

export type Call = Typed & { kind: 'call' };

/** Functions that the code defines by their names, each with those it needs. */
export type HelperTable<Name extends string> = Readonly<
  Record<Name, { readonly needs: readonly Name[]; readonly code: string }>
>;

/** Writes expressions in a language, and keeps which helpers they need. */
export abstract class ExpressionWriter<Name extends string> {
  readonly #used = new Set<Name>();
  readonly #known: HelperTable<Name>;
  /** What the places of rows follow, for functions that depend on them. */
  order: readonly OrderKey[] = [];

  constructor(known: HelperTable<Name>) {
    this.#known = known;
  }

  abstract write(node: Typed): string;

  /** The code of all helpers that were used, in the order of their table. */
  helpers(): string[] {
    return Object.keys(this.#known).flatMap((name) =>
      [...this.#used].filter((used) => used === name).map((used) => this.#known[used].code),
    );
  }

  /** A helper by its name, which the program defines then. */
  use(name: Name): string {
    if (!this.#used.has(name)) {
      this.#used.add(name);
      for (const needed of this.#known[name].needs) this.use(needed);
    }
    return name;
  }

  protected call(helper: Name, ...given: readonly string[]): string {
    return `${this.use(helper)}(${given.join(', ')})`;
  }

  /** Whether a function is of the rows in an order that was asked for. */
  protected followsOrder(name: string): boolean {
    return this.order.length > 0 && isFunction(name) && functionOf(name).ordered === true;
  }
}

/** A pattern or form that is written out as the second argument; empty where there is none. */
export const patternOf = ({ args: [, second] }: Call): string =>
  second?.kind === 'literal' ? String(second.value) : '';

/** The bounds of bin. */
export const edgesOf = ({ args: [, second] }: Call): string[] =>
  second?.kind === 'literal' ? String(second.value).split(',') : [];

/** How to_number reads: the form of its texts, the sign between thousands and the decimal sign. */
export function numberReading(node: Call): [form: string, group: string, point: string] {
  const pattern = patternOf(node);
  const { group, point } = pattern === '' ? { group: '', point: '.' } : marksOf(pattern);
  return [`^${writtenNumberForm(pattern)}$`, group, point];
}
