import { AppError, nearestNames } from '@columnist/contract';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Field } from './fields.ts';
import type { Option } from './option.ts';
import { optionsOf } from './options.ts';
import { readingFields } from './reading-options.ts';
import { fieldsOfVerb, type Verb } from './verbs.ts';
import { shortOptions, valueOf } from './values.ts';
import { viewOf } from './view-of.ts';

export interface Command {
  readonly input: Readonly<Record<string, unknown>>;
  /** Name of a file or of a dataset; undefined where the verb takes none. */
  readonly dataset: string | undefined;
  readonly method: string | undefined;
  readonly options: Readonly<Record<string, readonly string[]>>;
}

/**
 * Splits arguments into options and operands. Throws invalid_input with the nearest options where
 * one is not known.
 */
export function splitArguments(
  args: readonly string[],
  options: readonly Option[],
): { readonly operands: string[]; readonly values: Record<string, string[]> } {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(options.flatMap(parsedAs)),
  });
  const names = options.map(({ name }) => name);
  const flags = new Set(options.filter(({ value }) => value === null).map(({ name }) => name));
  const operands: string[] = [];
  const values: Record<string, string[]> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const isFlag = flags.has(token.name.replace(/^no-/, ''));
    if (!isFlag && !names.includes(token.name)) refuseOption(token.rawName, names);
    if (!isFlag && token.value === undefined)
      throw new AppError('invalid_input', `${token.rawName} needs a value.`, {
        fix: `Write ${token.rawName} VALUE.`,
      });
    const name = isFlag ? token.name.replace(/^no-/, '') : token.name;
    (values[name] ??= []).push(
      isFlag ? String(!token.name.startsWith('no-')) : (token.value ?? ''),
    );
  }
  return { operands, values };
}

type Parsed = NonNullable<ParseArgsConfig['options']>[string];

/** As the parser of Node.js has it; a flag also with no- before it. */
function parsedAs({ name, letter, value }: Option): (readonly [string, Parsed])[] {
  const short = letter === undefined ? {} : { short: letter };
  return value === null
    ? [
        [name, { type: 'boolean', ...short }],
        [`no-${name}`, { type: 'boolean' }],
      ]
    : [[name, { type: 'string', multiple: true, ...short }]];
}

/** Names that begin so, or that are near. */
export const nearest = (name: string, known: readonly string[]): string[] => {
  const begun = known.filter((one) => one.startsWith(name)).slice(0, 3);
  return begun.length > 0 ? begun : nearestNames(name, known);
};
export const didYouMean = (suggestions: readonly string[]): string =>
  suggestions.length === 0 ? '' : `Did you mean ${suggestions.join(' or ')}? `;

function refuseOption(name: string, known: readonly string[]): never {
  const suggestions = nearest(name.replace(/^-+/, ''), known).map((near) => `--${near}`);
  throw new AppError('invalid_input', `There is no option ${name}.`, {
    suggestions,
    fix: `${didYouMean(suggestions)}--help lists the options.`,
  });
}

/** The option that is meant: where the verb has one of this name, that and not the short one. */
const meantBy = (option: string, fields: readonly Field[]): string =>
  fields.some((field) => field.option === option) ? option : (shortOptions[option] ?? option);

/** Whether what follows the operands are columns. */
export const takesColumns = (verb: Verb, method?: string): boolean =>
  verb.takes === 'dataset' && fieldsOfVerb(verb, method).some(({ name }) => name === 'columns');

/** The command as the input of its operation. Throws invalid_input. */
export function readCommand(verb: Verb, args: readonly string[]): Command {
  const every = fieldsOfVerb(verb);
  const { operands, values } = splitArguments(args, optionsOf(verb));
  if (values['help'] !== undefined)
    return {
      input: {},
      dataset: undefined,
      method: values['method']?.at(-1) ?? operands.at(-1),
      options: values,
    };
  putDatasetFirst(verb, operands);
  const dataset = verb.takes === 'dataset' ? operands.shift() : undefined;
  if (verb.takes === 'dataset' && dataset === undefined)
    throw verb.reads === 'files'
      ? new AppError('invalid_input', `${verb.name} needs a file or a dataset.`, {
          fix: `columnist ${verb.name} data.csv, or @name for a dataset on the server.`,
        })
      : new AppError('invalid_input', `${verb.name} needs a dataset.`, {
          fix: `columnist ${verb.name} @name; columnist list shows the datasets of the server.`,
        });
  const given: Record<string, unknown> = {};
  for (const name of verb.operands) {
    const operand = operands.shift();
    if (operand !== undefined) given[name] = operand;
  }
  // What is left over are columns, where the verb takes some.
  if (operands.length > 0 && !takesColumns(verb))
    throw new AppError('invalid_input', `'${operands[0]}' is one argument too many.`, {
      fix: `columnist ${verb.name} --help shows what it takes.`,
    });
  if (operands.length > 0) given['columns'] = operands;
  const method = methodOf(verb, given, values);
  const fields = fieldsOfVerb(verb, method);
  for (const [option, written] of Object.entries(values)) {
    const name = meantBy(option, every);
    const field = fields.find((known) => known.option === name || known.name === name);
    if (field !== undefined) given[field.name] = valueOf(field, written);
    else if (every.some((known) => known.option === name))
      throw new AppError('invalid_input', `${method} has no option --${option}.`, {
        fix: `It takes ${fields.map(({ option: own }) => `--${own}`).join(', ')}.`,
      });
  }
  const isServer = dataset?.startsWith('@') === true;
  refuseUnused(dataset === undefined ? 'nothing' : isServer ? 'dataset' : 'file', dataset, values);
  return {
    dataset,
    method,
    options: values,
    input: {
      ...given,
      ...(verb.methods.length > 0 && method !== undefined ? { method } : {}),
      ...viewOf(given['view'], values, fields),
    },
  };
}

/** Refuses what is said of a file where a server is asked, and of a server where a file is read. */
export function refuseUnused(
  asked: 'file' | 'dataset' | 'nothing',
  name: string | undefined,
  values: Readonly<Record<string, readonly string[]>>,
): void {
  const isServer = asked === 'dataset' || (asked === 'nothing' && values['server'] !== undefined);
  const reading = readingFields.find(({ option }) => values[option] !== undefined);
  if (isServer && reading !== undefined)
    throw new AppError('invalid_input', `--${reading.option} says how a file is read.`, {
      fix: 'Leave it out: a dataset on a server has been read.',
    });
  if (asked === 'file' && values['server'] !== undefined)
    throw new AppError(
      'invalid_input',
      `--server is asked about a dataset, and ${name} is a file.`,
      {
        fix: 'Name a dataset, as @name, or leave --server out.',
      },
    );
}

/** A method may be named before the file, as it is where its help is asked for. */
function putDatasetFirst(verb: Verb, operands: string[]): void {
  const [first, second] = operands;
  const isMethod = (name: string | undefined): boolean =>
    verb.methods.some(({ method }) => method === name);
  if (verb.takes !== 'dataset' || verb.operands[0] !== 'method') return;
  if (first === undefined || second === undefined || !isMethod(first) || isMethod(second)) return;
  operands.splice(0, 2, second, first);
}

/** The method that is named, or the usual one. */
function methodOf(
  verb: Verb,
  given: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  if (verb.methods.length === 0) return undefined;
  const names = verb.methods.map(({ method }) => method);
  const named = verb.operands.includes('method')
    ? given['method']
    : (values['method']?.at(-1) ?? names[0]);
  if (typeof named !== 'string')
    throw new AppError('invalid_input', `${verb.name} needs a method.`, {
      fix: `One of ${names.join(', ')}.`,
    });
  if (names.includes(named)) return named;
  const suggestions = nearest(named, names);
  throw new AppError('invalid_input', `There is no method '${named}'.`, {
    suggestions,
    fix: `${didYouMean(suggestions)}One of ${names.join(', ')}.`,
  });
}
