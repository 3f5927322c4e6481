import { AppError } from '@columnist/contract';
import { overallHelp, ownHelp, verbHelp } from './help.ts';
import { helpOption } from './options.ts';
import type { OwnVerb } from './own-verb.ts';
import { didYouMean, nearest, splitArguments } from './read-command.ts';
import { verbs } from './verbs.ts';

const options = [helpOption];

export const helpVerb: OwnVerb = {
  name: 'help',
  usage: 'help [VERB [METHOD]]',
  summary: 'Shows what a verb takes, or the verbs there are.',
  options,
  run: (args, around, own) => {
    const {
      operands: [name, method],
    } = splitArguments(args, options);
    around.print(name === undefined ? overallHelp(own) : helpOn(name, method, own));
    return Promise.resolve(0);
  },
};

/** What is shown for `VERB --help`. Throws invalid_input where there is no such verb. */
function helpOn(name: string, method: string | undefined, own: readonly OwnVerb[]): string {
  const verb = verbs.find((known) => known.name === name);
  if (verb !== undefined) return verbHelp(verb, method);
  const found = own.find((known) => known.name === name);
  if (found !== undefined) return ownHelp(found);
  throw noVerb(name, own);
}

/** The refusal of a verb that is not there, with those that are near. */
export function noVerb(name: string, own: readonly OwnVerb[]): AppError {
  const suggestions = nearest(
    name,
    [...verbs, ...own].map((one) => one.name),
  );
  return new AppError('invalid_input', `There is no verb ${name}.`, {
    suggestions,
    fix: `${didYouMean(suggestions)}columnist help lists the verbs.`,
  });
}
