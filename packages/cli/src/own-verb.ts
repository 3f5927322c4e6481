import { commonOptions } from './read-command.ts';
import { readingFields } from './reading-options.ts';
import type { Surroundings } from './surroundings.ts';

/** A verb that is no operation of the contract. */
export interface OwnVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, string>>;
  /** Gives the exit code. `own` are all verbs of this kind. Throws AppError. */
  readonly run: (
    args: readonly string[],
    around: Surroundings,
    own: readonly OwnVerb[],
  ) => Promise<number>;
}

/** Options that every verb takes, as they are written. */
export const commonNames: ReadonlySet<string> = new Set([
  ...Object.keys(commonOptions),
  ...readingFields.map(({ option }) => option),
]);
