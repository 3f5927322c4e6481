import { usageOf } from './help.ts';
import type { OwnVerb } from './own-verb.ts';
import { commonOptions } from './read-command.ts';
import { fieldsOfVerb, verbs } from './verbs.ts';

const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

/** The manual page in roff, from the contract. */
function manPage(version: string, own: readonly OwnVerb[]): string {
  const option = (name: string, said: string): string[] => [
    '.TP',
    `\\fB\\-\\-${roff(name)}\\fR`,
    roff(said),
  ];
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
      ...fieldsOfVerb(verb)
        .filter(({ name }) => !verb.operands.includes(name))
        .flatMap(({ option: name, summary }) => option(name, summary)),
    ]),
    ...own.flatMap(({ usage, summary, options }) => [
      `.SS "${roff(usage)}"`,
      roff(summary),
      ...Object.entries(options).flatMap(([name, said]) => option(name, said)),
    ]),
    '.SH OPTIONS',
    ...Object.entries(commonOptions).flatMap(([name, said]) => option(name, said)),
    '.SH EXIT STATUS',
    '0 where all is well, 1 where a check failed, 2 where the command or the file was refused.',
    '',
  ].join('\n');
}

export const man: OwnVerb = {
  name: 'man',
  usage: 'man',
  summary: 'Prints the manual page (roff).',
  options: {},
  run: (_, around, own) => {
    around.print(manPage(around.version, own));
    return Promise.resolve(0);
  },
};
