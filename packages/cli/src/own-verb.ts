import { AppError } from '@columnist/contract';
import type { Option } from './option.ts';
import { splitArguments } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';

/** A verb that is no operation of the contract. */
export interface OwnVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Its operands where these are of a few, such as the names of shells. */
  readonly operands?: readonly string[];
  /** How many operands it takes; any number where left out. */
  readonly most?: number;
  /** Gives the exit code. `own` are all verbs of this kind. Throws AppError. */
  readonly run: (
    args: readonly string[],
    around: Surroundings,
    own: readonly OwnVerb[],
  ) => Promise<number>;
}

/** The arguments of such a verb. Throws invalid_input for what it does not take. */
export function readArguments(
  { name, options, most = Infinity }: Pick<OwnVerb, 'name' | 'options' | 'most'>,
  args: readonly string[],
): ReturnType<typeof splitArguments> {
  const read = splitArguments(args, options);
  const extra = read.operands[most];
  if (extra !== undefined)
    throw new AppError('invalid_input', `'${extra}' is one argument too many.`, {
      fix: `columnist ${name} --help shows what it takes.`,
    });
  return read;
}
