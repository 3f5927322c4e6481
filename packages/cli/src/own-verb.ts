import type { Option } from './option.ts';
import type { Surroundings } from './surroundings.ts';

/** A verb that is no operation of the contract. */
export interface OwnVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Its operands where these are of a few, such as the names of shells. */
  readonly operands?: readonly string[];
  /** Gives the exit code. `own` are all verbs of this kind. Throws AppError. */
  readonly run: (
    args: readonly string[],
    around: Surroundings,
    own: readonly OwnVerb[],
  ) => Promise<number>;
}
