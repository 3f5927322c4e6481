import { fieldsOfVerb, verbs, type Verb } from './verbs.ts';
import type { Field } from './fields.ts';
import type { OwnVerb } from './own-verb.ts';
import { commonOptions, rowOptions } from './read-command.ts';
import { readingFields } from './reading-options.ts';

/** How a verb is written. */
export const usageOf = (verb: Verb): string =>
  [
    verb.name,
    ...(verb.takes === 'dataset' ? ['FILE|@DATASET'] : []),
    ...verb.operands.map((operand) => operand.toUpperCase()),
    ...(verb.methods.length === 0 && fieldsOfVerb(verb).some(({ name }) => name === 'columns')
      ? ['[COLUMN…]']
      : []),
    '[OPTION…]',
  ].join(' ');

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
  return [
    'columnist VERB FILE|@DATASET [OPTION…]',
    '',
    'Statistics of CSV files on this machine, and of datasets on a Columnist server',
    '(COLUMNIST_URL, COLUMNIST_API_KEY).',
    '',
    ...aligned(lines),
    '',
    'columnist VERB --help shows what a verb takes; columnist test METHOD --help, what a method takes.',
    '',
  ].join('\n');
}

/** What a verb takes that is no operation. */
export const ownHelp = ({ usage, summary, options }: OwnVerb): string =>
  [
    `columnist ${usage}`,
    '',
    summary,
    '',
    'Options:',
    ...aligned(
      Object.entries({ ...options, ...commonOptions }).map(
        ([name, said]) => [`--${name}`, said] as const,
      ),
    ),
    '',
  ].join('\n');

/** What a verb takes; of one method where it is named. */
export function verbHelp(verb: Verb, method: string | undefined): string {
  const known = verb.methods.find((one) => one.method === method);
  const fields = fieldsOfVerb(verb, known?.method).filter(
    ({ name }) => !verb.operands.includes(name),
  );
  const takesTable = verb.takes === 'dataset';
  return [
    `columnist ${usageOf(verb)}`,
    '',
    known === undefined ? verb.summary : `${known.title}: ${known.asks}`,
    '',
    ...(verb.methods.length > 0 && known === undefined
      ? [
          'Methods:',
          ...aligned(verb.methods.map(({ method: name, title }) => [name, title] as const)),
          '',
        ]
      : []),
    'Options:',
    ...aligned([
      ...fields.map(
        (field) =>
          [
            `--${field.option}${argumentOf(field)}`,
            summaryOf(field, known === undefined ? neededBy(verb, field) : []),
          ] as const,
      ),
      ...Object.entries(commonOptions)
        .filter(([name]) => takesTable || !(name in rowOptions))
        .map(([name, said]) => [`--${name}`, said] as const),
    ]),
    '',
    ...(takesTable
      ? [
          'How a file is written, where that is not detected:',
          ...aligned(
            readingFields.map(
              (field) => [`--${field.option}${argumentOf(field)}`, summaryOf(field)] as const,
            ),
          ),
          '',
        ]
      : examplesOf(verb, known?.method)),
  ].join('\n');
}

/** The methods that need a field which others do not. */
function neededBy(verb: Verb, { name }: Field): readonly string[] {
  const methods = verb.methods.filter(({ method }) =>
    fieldsOfVerb(verb, method).some((field) => field.name === name && field.isRequired),
  );
  return methods.length === verb.methods.length ? [] : methods.map(({ method }) => method);
}

/** What each method needs, as a command that runs; of a verb without a table. */
function examplesOf(verb: Verb, method: string | undefined): readonly string[] {
  const shown = verb.methods.filter((one) => method === undefined || one.method === method);
  if (shown.length === 0) return [];
  const lines = shown.map(({ method: name, example }) => {
    const options = fieldsOfVerb(verb, name).flatMap((field) =>
      example[field.name] === undefined ? [] : [`--${field.option} ${String(example[field.name])}`],
    );
    return `  columnist ${[verb.name, name, ...options].join(' ')}`;
  });
  return ['For example:', ...lines, ''];
}

const argumentOf = ({ kind, choices, items }: Field): string => {
  if (kind === 'flag') return '';
  if (choices.length > 0 && choices.join('|').length < 40) return ` ${choices.join('|')}`;
  return ` ${kind === 'number' || (kind === 'list' && items === 'number') ? 'N' : kind === 'json' ? 'JSON' : 'TEXT'}${kind === 'list' ? ' …' : ''}`;
};

const summaryOf = (
  { summary, fallback, isRequired }: Field,
  methods: readonly string[] = [],
): string =>
  [
    summary,
    ...(isRequired
      ? [methods.length === 0 ? 'Required.' : `Required by ${methods.join(', ')}.`]
      : []),
    ...(fallback === undefined || typeof fallback === 'object'
      ? []
      : [`Default: ${JSON.stringify(fallback)}.`]),
  ]
    .filter((part) => part !== '')
    .join(' ');

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(34, Math.max(...rows.map(([name]) => name.length)));
  return rows.map(([name, said]) => `  ${name.padEnd(width)}  ${said}`.trimEnd());
}
