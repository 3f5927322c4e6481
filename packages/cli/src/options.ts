import { kindOf } from '@columnist/contract';
import type { Field } from './fields.ts';
import type { Option } from './option.ts';
import { optionSummaries, valueForms } from './option-words.ts';
import { readingFields } from './reading-options.ts';
import { shortOptions, textOf } from './values.ts';
import { fieldsOfVerb, type Verb } from './verbs.ts';
import { formats } from './write-answer.ts';

/** Where and how the answer is written. */
export const answerOptions: readonly Option[] = [
  {
    name: 'format',
    value: formats.join('|'),
    choices: formats,
    summary: 'How to write the answer: a table on a terminal and JSON elsewhere where left out.',
    about: 'answer',
  },
  {
    name: 'output',
    letter: 'o',
    value: 'FILE',
    summary: 'Write the answer to this file, in the format of its ending.',
    about: 'answer',
  },
  {
    name: 'table',
    value: 'TITLE',
    summary: 'Write only the table of this title; CSV holds one.',
    about: 'answer',
  },
];

export const quietOption: Option = {
  name: 'quiet',
  letter: 'q',
  value: null,
  summary: 'Say nothing on stderr but what is refused: no notes on how a file was read.',
  about: 'answer',
};

export const serverOption: Option = {
  name: 'server',
  value: 'ADDRESS',
  summary: 'Of a Columnist server; COLUMNIST_URL where left out.',
  about: 'answer',
};

/** Which rows of a table are asked about. */
export const rowOptions: readonly Option[] = [
  {
    name: 'where',
    value: 'EXPRESSION',
    repeats: true,
    summary: 'Rows to keep, such as "fare > 30 and sex = \'female\'".',
    about: 'rows',
  },
  {
    name: 'derive',
    value: 'NAME=EXPRESSION',
    repeats: true,
    summary: 'A new column.',
    about: 'rows',
  },
  { name: 'sample', value: 'N', summary: 'So many rows by chance.', about: 'rows' },
];

/** Where the verb has no order of its own. */
export const sortOption: Option = {
  name: 'sort',
  value: 'COLUMN[:desc]',
  repeats: true,
  summary: 'Order of the rows.',
  about: 'rows',
};

export const helpOption: Option = {
  name: 'help',
  letter: 'h',
  value: null,
  summary: 'What the verb takes.',
  about: 'answer',
};

/** How a file is written, where that is not detected: --read-delimiter and so on. */
export const readingOptions: readonly Option[] = readingFields.map((field) =>
  optionOf(field, 'file'),
);

/** Of the verb that describes a file. */
const expectationsOption: Option = {
  name: 'expectations',
  value: 'FILE',
  summary: 'Write expectations that this file meets, for columnist check, in place of the answer.',
  about: 'verb',
};

/** Every option of a verb; of one method where it is named. */
export function optionsOf(verb: Verb, method?: string): Option[] {
  const fields = fieldsOfVerb(verb, method);
  const hasView = fields.some(({ name }) => name === 'view');
  const hasSort = fields.some(({ option }) => option === 'sort');
  return [
    ...fields.flatMap((field) => withShort(verbOption(verb, field, method), fields)),
    ...(verb.name === 'describe' ? [expectationsOption] : []),
    ...(hasView ? rowOptions : []),
    ...(hasView && !hasSort ? [sortOption] : []),
    ...answerOptions,
    serverOption,
    quietOption,
    helpOption,
    ...(verb.reads === 'files' ? readingOptions : []),
  ];
}

/** An option, after the short one that means the same. */
function withShort(option: Option, fields: readonly Field[]): Option[] {
  const [short] = Object.entries(shortOptions).find(([, of]) => of === option.name) ?? [];
  if (short === undefined || fields.some((field) => field.option === short)) return [option];
  return [
    { ...option, name: short },
    { ...option, summary: `The same as --${short}.` },
  ];
}

function verbOption(verb: Verb, field: Field, method: string | undefined): Option {
  const option = optionOf(field, 'verb');
  const asked = verb.methods.filter((known) => method === undefined || known.method === method);
  const kinds = asked.flatMap(({ input }) => {
    const schema = input[field.name];
    const kind = schema === undefined ? undefined : kindOf(schema);
    return kind === undefined ? [] : [kind];
  });
  const [kind] = kinds;
  const value = kind === undefined ? undefined : formOfKind[kind.kind];
  const needed = field.isRequired ? neededBy(verb, field, method) : [];
  return {
    ...option,
    ...(option.value === null || value === undefined || option.choices !== undefined
      ? {}
      : { value }),
    summary: [
      option.summary === '' && kind !== undefined ? sentenceOf(kind.label) : option.summary,
      ...(field.isRequired
        ? [needed.length === 0 ? 'Required.' : `Required by ${needed.join(', ')}.`]
        : []),
      ...(field.fallback === undefined ||
      typeof field.fallback === 'object' ||
      field.kind === 'flag'
        ? []
        : [`Default: ${textOf(field.fallback)}.`]),
      ...(verb.operands.includes(field.name) ? ['By its place or so.'] : []),
    ]
      .filter((part) => part !== '')
      .join(' '),
  };
}

const sentenceOf = (label: string): string =>
  `${label.slice(0, 1).toUpperCase()}${label.slice(1)}.`;

/** How what a method takes is written, by what it means in the forms of the browser. */
const formOfKind: Readonly<Record<string, string>> = {
  number: 'COLUMN',
  category: 'COLUMN',
  any: 'COLUMN',
  time: 'COLUMN',
  numbers: 'COLUMN',
  categories: 'COLUMN',
  value: 'VALUE',
  values: 'VALUE',
};

/** The methods that need a field, where others do not. */
function neededBy(verb: Verb, { name }: Field, method: string | undefined): readonly string[] {
  if (method !== undefined) return [];
  const methods = verb.methods.filter((known) =>
    fieldsOfVerb(verb, known.method).some((field) => field.name === name && field.isRequired),
  );
  return methods.length === verb.methods.length ? [] : methods.map((known) => known.method);
}

function optionOf(field: Field, about: Option['about']): Option {
  const { option: name, choices, kind, items, fallback, summary } = field;
  const isFlag = kind === 'flag';
  return {
    name,
    value: isFlag ? null : choices.length > 0 ? choices.join('|') : formOf(name, kind, items),
    ...(isFlag ? { isOn: fallback === true } : {}),
    ...(kind === 'list' ? { repeats: true } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    summary: optionSummaries[name] ?? summary,
    about,
  };
}

function formOf(name: string, kind: Field['kind'], items: Field['items']): string {
  const stated = valueForms[name];
  if (stated !== undefined) return stated;
  const of = kind === 'list' ? items : kind;
  return of === 'number' ? 'N' : of === 'json' ? 'JSON' : 'TEXT';
}
