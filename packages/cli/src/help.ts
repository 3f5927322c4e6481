import { exampleOfMethod, examplesOf } from './examples.ts';
import { wrapped } from './lay-out.ts';
import { writtenOption, type About, type Option } from './option.ts';
import { optionsOf } from './options.ts';
import type { OwnVerb } from './own-verb.ts';
import { takesColumns } from './read-command.ts';
import { fieldsOfVerb, verbs, type Verb } from './verbs.ts';

/** How a verb is written. */
export const usageOf = (verb: Verb, method?: string): string =>
  [
    verb.name,
    ...(verb.takes === 'dataset' ? [verb.reads === 'files' ? 'FILE|@DATASET' : '@DATASET'] : []),
    ...verb.operands.map((operand) => operandOf(verb, operand, method)),
    ...((verb.methods.length === 0 || method !== undefined) && takesColumns(verb, method)
      ? ['[COLUMN…]']
      : []),
    '[OPTION…]',
  ].join(' ');

function operandOf(verb: Verb, operand: string, method: string | undefined): string {
  if (operand === 'method') return method ?? 'METHOD';
  const name = operand.toUpperCase();
  const isRequired = fieldsOfVerb(verb).some((field) => field.name === operand && field.isRequired);
  return isRequired ? name : `[${name}]`;
}

/** A line of the overview. */
const wide = 80;

/** The first sentence of a text; of a long one what is before its list. */
function inShort(text: string): string {
  const [sentence = text] = /^.*?\.(?=\s|$)/s.exec(text) ?? [];
  return sentence.length <= wide ? sentence : sentence.replace(/[:;]\s.*$/s, '.');
}

/** What there is. */
export function overallHelp(own: readonly OwnVerb[]): string {
  const lines = [
    ...verbs.map(
      ({ name, operations }) =>
        [name, operations.map(({ summary }) => inShort(summary)).join(' ')] as const,
    ),
    ...own.map(({ name, summary }) => [name, inShort(summary)] as const),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return [
    'columnist VERB FILE|@DATASET [OPTION…]',
    '',
    'Statistics of CSV files on this machine, and of datasets on a Columnist server',
    '(COLUMNIST_URL, COLUMNIST_API_KEY).',
    '',
    ...lines.map(([name, said]) => `  ${name.padEnd(width)}  ${said}`),
    '',
    'columnist VERB --help shows what a verb takes; columnist test METHOD --help, what a method takes.',
    '',
  ].join('\n');
}

/** What a verb takes that is no operation. */
export const ownHelp = ({ name, usage, summary, options }: OwnVerb): string =>
  [
    `columnist ${usage}`,
    '',
    ...wrapped(summary, wide),
    '',
    ...optionLines(options),
    ...exampleLines(examplesOf(name)),
  ].join('\n');

/** What a verb takes; of one method where it is named. */
export function verbHelp(verb: Verb, named: string | undefined): string {
  const known = verb.methods.find((one) => one.method === named);
  const method = known?.method;
  return [
    `columnist ${usageOf(verb, method)}`,
    '',
    ...wrapped(known === undefined ? verb.summary : `${known.title}: ${known.asks}`, wide),
    '',
    ...(verb.methods.length > 0 && known === undefined
      ? ['Methods:', ...aligned(verb.methods.map((one) => [one.method, one.title] as const)), '']
      : []),
    ...optionLines(optionsOf(verb, method)),
    ...exampleLines(verbExamples(verb, method)),
  ].join('\n');
}

/** Commands with a verb; with each method where no file is needed, or with the one that is named. */
export const verbExamples = (verb: Verb, method: string | undefined): readonly string[] =>
  method !== undefined
    ? [exampleOfMethod(verb, method)]
    : verb.reads === 'nothing' && verb.methods.length > 0
      ? verb.methods.map((known) => exampleOfMethod(verb, known.method))
      : examplesOf(verb.name);

const exampleLines = (examples: readonly string[]): string[] =>
  examples.length === 0 ? [] : ['For example:', ...examples.map((one) => `  ${one}`), ''];

/** The headings of options. */
export const headings: Readonly<Record<About, string>> = {
  verb: 'Options:',
  rows: 'Which rows:',
  answer: 'The answer:',
  file: 'How a file is written, where that is not detected:',
};

/** Options by what they are about. */
export const optionGroups = (
  options: readonly Option[],
): (readonly [About, readonly Option[]])[] => {
  const groups = Map.groupBy(options, ({ about }) => about);
  return (['verb', 'rows', 'answer', 'file'] as const).flatMap((about) => {
    const group = groups.get(about);
    return group === undefined ? [] : [[about, group] as const];
  });
};

const optionLines = (options: readonly Option[]): string[] =>
  optionGroups(options).flatMap(([about, group]) => [
    headings[about],
    ...aligned(group.map((option) => [writtenOption(option), option.summary] as const)),
    '',
  ]);

/** Names of this width have their text beside them. */
const nameWidth = 28;

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(nameWidth, Math.max(...rows.map(([name]) => name.length)));
  const indent = ' '.repeat(width + 4);
  return rows.flatMap(([name, said]) => {
    const [first = '', ...rest] = wrapped(said, wide - indent.length);
    return [
      ...(name.length > width
        ? [`  ${name}`, `${indent}${first}`]
        : [`  ${name.padEnd(width)}  ${first}`]),
      ...rest.map((line) => `${indent}${line}`),
    ].map((line) => line.trimEnd());
  });
}
