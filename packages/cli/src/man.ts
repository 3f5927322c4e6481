import { examplesOf } from './examples.ts';
import { headings, optionGroups, usageOf, verbExamples } from './help.ts';
import { writtenOption, type Option } from './option.ts';
import {
  answerOptions,
  helpOption,
  optionsOf,
  quietOption,
  readingOptions,
  rowOptions,
  serverOption,
  sortOption,
} from './options.ts';
import { readArguments, type OwnVerb } from './own-verb.ts';

import { verbs } from './verbs.ts';

const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

const explained = (options: readonly Option[]): string[] =>
  options.flatMap((option) => [
    '.TP',
    `\\fB${roff(writtenOption(option))}\\fR`,
    roff(option.summary),
  ]);

/** Options of one verb; those of many are explained once, below. */
const optionsIn = (options: readonly Option[]): string[] => {
  const shared = options.filter(({ about }) => about !== 'verb');
  return [
    ...explained(options.filter(({ about }) => about === 'verb')),
    '.PP',
    roff(`And of the options below: ${shared.map(({ name }) => `--${name}`).join(', ')}.`),
  ];
};

/** Options of several verbs, by what they are about. */
const sharedOptions: readonly Option[] = [
  ...rowOptions,
  sortOption,
  ...answerOptions,
  serverOption,
  quietOption,
  helpOption,
  ...readingOptions,
];

const examplesIn = (examples: readonly string[]): string[] => [
  '.PP',
  'For example:',
  '.PP',
  '.nf',
  '.RS',
  ...examples.map(roff),
  '.RE',
  '.fi',
];

/** The manual page in roff, from the contract. */
function manPage(version: string, own: readonly OwnVerb[]): string {
  return [
    `.TH COLUMNIST 1 "" "columnist ${roff(version)}" "User Commands"`,
    '.SH NAME',
    'columnist \\- statistics of CSV files and of datasets on a Columnist server',
    '.SH SYNOPSIS',
    '\\fBcolumnist\\fR \\fIVERB\\fR \\fIFILE\\fR|\\fI@DATASET\\fR [\\fIOPTION\\fR...]',
    '.SH DESCRIPTION',
    roff(
      'Files on this machine are read, typed and described as on a server. A name that begins with @ is a dataset on the server of COLUMNIST_URL, asked with the key of COLUMNIST_API_KEY. The answer is a table on a terminal and JSON elsewhere.',
    ),
    '.SH VERBS',
    ...verbs.flatMap((verb) => [
      `.SS "${roff(usageOf(verb))}"`,
      roff(verb.summary),
      ...(verb.methods.length === 0
        ? []
        : ['.PP', roff(`Methods: ${verb.methods.map(({ method }) => method).join(', ')}.`)]),
      ...optionsIn(optionsOf(verb)),
      ...examplesIn(verbExamples(verb, undefined)),
    ]),
    ...own.flatMap(({ name, usage, summary, options }) => [
      `.SS "${roff(usage)}"`,
      roff(summary),
      ...optionsIn(options),
      ...examplesIn(examplesOf(name)),
    ]),
    '.SH OPTIONS',
    ...optionGroups(sharedOptions).flatMap(([about, group]) => [
      `.SS "${roff(headings[about])}"`,
      ...explained(group),
    ]),
    '.SH EXIT STATUS',
    '0 where all is well, 1 where a check failed, 2 where the command or the file was refused.',
    '',
  ].join('\n');
}

const options = [helpOption];

export const man: OwnVerb = {
  name: 'man',
  usage: 'man',
  summary: 'Prints the manual page (roff).',
  options,
  most: 0,
  run: (args, around, own) => {
    readArguments(man, args);
    around.print(manPage(around.version, own));
    return Promise.resolve(0);
  },
};
