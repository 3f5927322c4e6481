import type { Option } from './option.ts';
import { optionsOf } from './options.ts';
import type { OwnVerb } from './own-verb.ts';
import { takesColumns } from './read-command.ts';
import { verbs, type Verb } from './verbs.ts';

/** What may follow an option: names of files or columns, or one of a few words. */
export type After = 'files' | 'columns' | readonly string[];

/** What may follow a verb. */
export interface Completing {
  readonly verb: string;
  readonly options: readonly CompletedOption[];
  /** Operands of a few, such as methods. */
  readonly words: readonly string[];
  readonly files: boolean;
  readonly columns: boolean;
}

export interface CompletedOption {
  /** With its dashes. */
  readonly written: string;
  /** The same by one letter. */
  readonly letter?: string;
  /** undefined of a flag, which nothing follows. */
  readonly after: After | undefined;
}

/** What may follow each verb, in the words that a shell completes. */
export const completing = (own: readonly OwnVerb[]): readonly Completing[] => [
  ...verbs.map((verb): Completing => ({
    verb: verb.name,
    options: optionsOf(verb).map(completed),
    words: verb.operands.includes('method') ? verb.methods.map(({ method }) => method) : [],
    files: verb.takes === 'dataset' && verb.reads === 'files',
    columns: takesColumns(verb) || namesColumn(verb),
  })),
  ...own.map(({ name, options, operands, usage }): Completing => ({
    verb: name,
    options: options.map(completed),
    words: name === 'help' ? [...verbs, ...own].map((one) => one.name) : (operands ?? []),
    files: usage.includes('FILE'),
    columns: false,
  })),
];

/** Whether one of its operands is a column. */
const namesColumn = (verb: Verb): boolean =>
  verb.operands.some((operand) => ['column', 'x', 'y'].includes(operand));

/** Signs of punctuation mean something to a shell. */
const isPlain = (choice: string): boolean => /^[\w.,-]+$/.test(choice);

function completed({ name, letter, value, isOn = false, choices }: Option): CompletedOption {
  const short = letter === undefined ? {} : { letter };
  if (value === null)
    return { written: `--${isOn ? 'no-' : ''}${name}`, ...short, after: undefined };
  const after =
    choices?.filter(isPlain) ??
    (value === 'FILE' ? 'files' : value.startsWith('COLUMN') ? 'columns' : []);
  return { written: `--${name}`, ...short, after };
}
