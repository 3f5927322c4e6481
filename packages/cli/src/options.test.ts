import { parseInput } from '@columnist/contract';
import { describe, expect, test } from 'vitest';
import { completing } from './completing.ts';
import { exampleOfMethod, examplesOf } from './examples.ts';
import type { Option } from './option.ts';
import { optionsOf } from './options.ts';
import { ownVerbs } from './own-verbs.ts';
import { readCommand, splitArguments } from './read-command.ts';
import { columnist, refusal } from './testing-columnist.ts';
import { operationOf, verbs } from './verbs.ts';

const every: readonly { readonly name: string; readonly options: readonly Option[] }[] = [
  ...verbs.map((verb) => ({ name: verb.name, options: optionsOf(verb) })),
  ...ownVerbs,
];
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();
/** Names of options in a text, without dashes and without no-. */
const namesIn = (text: string): string[] =>
  sorted([...text.matchAll(/(?<![\w-])--(?:no-)?([a-z][a-z0-9-]*)/g)].map(([, name = '']) => name));
/** Help without its examples and what its sentences say of other options. */
const listed = (help: string): string =>
  help
    .split('\n')
    .filter((line) => /^ {2}(?:-\w, )?--/.test(line))
    .map((line) => line.trim().split(/ (?=[^-])/)[0] ?? '')
    .join('\n');

/** What the parser takes of all the names that any verb has. */
const all = sorted(every.flatMap(({ options }) => options.map(({ name }) => name)));
function takenBy(options: readonly Option[]): string[] {
  return all.filter((name) => {
    try {
      splitArguments([`--${name}=1`], options);
      return true;
    } catch {
      return false;
    }
  });
}

describe('help, manual and completions have the options that the parser takes', () => {
  test.each(every.map(({ name, options }) => [name, options] as const))(
    '%s',
    async (name, options) => {
      const taken = takenBy(options);
      expect(taken).toEqual(sorted(options.map((option) => option.name)));
      const { out } = await columnist(['help', name]);
      expect(namesIn(listed(out))).toEqual(taken);
      expect((await columnist([name, '--help'])).out).toBe(out);
      const completed = completing(ownVerbs).find(({ verb }) => verb === name)?.options ?? [];
      expect(namesIn(completed.map(({ written }) => written).join(' '))).toEqual(taken);
      const manual = (await columnist(['man'])).out.replaceAll('\\-', '-').replaceAll('\\fB', ' ');
      const section = manual.split('.SS "').find((part) => part.startsWith(name)) ?? '';
      const shared = manual.split('.SH OPTIONS')[1] ?? '';
      for (const { name: option, about } of options) {
        expect(namesIn(section)).toContain(option);
        if (about !== 'verb') expect(namesIn(shared)).toContain(option);
      }
    },
  );

  test('each with what it does and how its value is written', () => {
    const silent = every.flatMap(({ name, options }) =>
      options
        .filter(({ summary, value }) => !/^.+\.$/.test(summary) || value === '')
        .map((option) => `${name} --${option.name}`),
    );
    expect(silent).toEqual([]);
  });
});

describe('what a verb refuses is in none', () => {
  test.each([
    ['list', '--where'],
    ['sql', '--derive'],
    ['show', '--read-delimiter'],
    ['lineage', '--sample'],
    ['explain', '--where'],
    ['completions', '--format'],
    ['man', '--where'],
    ['check', '--where'],
    ['upload', '--where'],
    ['convert', '--format'],
  ])('%s %s', async (verb, option) => {
    expect((await refusal([verb, 'x', `${option}=1`]))[0]).toBe(`There is no option ${option}.`);
  });

  test('a file is offered where one is taken', async () => {
    const usages = await Promise.all(
      verbs.map(async ({ name }) => (await columnist(['help', name])).out.split('\n')[0] ?? ''),
    );
    const of = (what: RegExp): string[] =>
      usages.filter((usage) => what.test(usage)).map((usage) => usage.split(' ')[1] ?? '');
    expect(of(/ @DATASET/)).toEqual(['show', 'lineage']);
    expect(of(/^(?!.*DATASET)/)).toEqual(['list', 'sql', 'combine', 'power', 'explain']);
    expect(usages.find((usage) => usage.startsWith('columnist explain'))).toBe(
      'columnist explain [ANSWER_ID] [OPTION…]',
    );
    expect(await refusal(['show'])).toEqual([
      'show needs a dataset.',
      'columnist show @name; columnist list shows the datasets of the server.',
    ]);
  });
});

/** A command as a shell divides it. */
const words = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );

describe('examples', () => {
  test('there is one of every verb', () => {
    expect(every.filter(({ name }) => examplesOf(name).length === 0)).toEqual([]);
  });

  test('of every method, a right command', () => {
    const id = '00000000-0000-4000-8000-000000000000';
    for (const verb of verbs)
      for (const { method } of verb.methods) {
        const [, , ...args] = words(exampleOfMethod(verb, method));
        const command = readCommand(verb, args);
        const operation = operationOf(verb, command.method);
        if (operation === undefined) throw new Error(method);
        const dataset = command.dataset === undefined ? {} : { id };
        expect(parseInput(operation, { ...command.input, ...dataset }), method).toMatchObject({
          method,
        });
      }
  });

  test('of help on one verb and of one method', async () => {
    expect((await columnist(['test', 'tost', '--help'])).out).toMatch(
      /^columnist test FILE\|@DATASET tost \[OPTION…\]\n[\s\S]*\n {2}columnist test data\.csv tost --value mass --group sex --low -100 --high 100\n$/,
    );
    expect((await columnist(['help', 'test', 'tost'])).out).toBe(
      (await columnist(['test', 'tost', '--help'])).out,
    );
    expect(await refusal(['help', 'descr'])).toEqual([
      'There is no verb descr.',
      'Did you mean describe? columnist help lists the verbs.',
    ]);
  });
});

test('keys of a join are written as columns', () => {
  const combine = verbs.find(({ name }) => name === 'combine');
  if (combine === undefined) throw new Error('There is no verb combine.');
  const { input } = readCommand(combine, ['--keys', 'species', '--keys', 'code=species_code']);
  expect(input['keys']).toEqual([
    { left: 'species', right: 'species' },
    { left: 'code', right: 'species_code' },
  ]);
});
