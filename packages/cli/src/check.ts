import { AppError, parseBySchema } from '@columnist/contract';
import { readFile } from 'node:fs/promises';
import { checkTable, type Checked } from './check-table.ts';
import { expectations, expectationsSchema, type Expectations } from './expectations.ts';
import { giveAnswer, refuseEnding } from './give-answer.ts';
import type { Option } from './option.ts';
import { answerOptions, helpOption, quietOption, readingOptions, serverOption } from './options.ts';
import { readArguments, type OwnVerb } from './own-verb.ts';
import { withTableOf } from './table-of.ts';
import { noFile } from './whole-file.ts';
import { writeExpectations } from './write-expectations.ts';

const options: readonly Option[] = [
  {
    name: 'write',
    value: 'FILE',
    summary: 'Write expectations that this file meets, as a beginning.',
    about: 'verb',
  },
  {
    name: 'schema',
    value: null,
    summary: 'Print the JSON Schema of expectations.',
    about: 'verb',
  },
  ...answerOptions,
  serverOption,
  quietOption,
  helpOption,
  ...readingOptions,
];

export const check: OwnVerb = {
  name: 'check',
  usage: 'check FILE|@DATASET [EXPECTATIONS.json]',
  summary:
    'Holds a file against expectations; ends with 1 where one fails. --write makes expectations of the file, --schema prints their JSON Schema.',
  options,
  most: 2,
  run: async (args, around) => {
    const { operands, values } = readArguments(check, args);
    refuseBeside(values, operands);
    if (values['schema'] !== undefined) {
      around.print(`${JSON.stringify(expectationsSchema(), null, 2)}\n`);
      return 0;
    }
    const [file, expected] = operands;
    const write = values['write']?.at(-1);
    if (file === undefined || (expected === undefined && write === undefined))
      throw new AppError('invalid_input', 'check needs a file and its expectations.', {
        fix: 'columnist check data.csv expectations.json, or --write expectations.json to make them.',
      });
    refuseEnding(values);
    if (write !== undefined) {
      await writeExpectations(file, write, values, around);
      return 0;
    }
    const checks = await withTableOf(file, values, around, async (local) =>
      checkTable(local, await readExpectations(expected ?? '')),
    ).catch(unread);
    const failed = checks.filter(({ passed }) => !passed).length;
    await giveAnswer(
      checks.map(({ passed, expected: what, found }) => ({
        result: passed ? 'ok' : 'FAILED',
        expected: what,
        found,
      })),
      values,
      around,
    );
    around.say(`${checks.length - failed} of ${checks.length} expectations hold.`);
    return failed === 0 ? 0 : 1;
  },
};

/** Refuses what has no effect beside --schema, or beside --write. */
function refuseBeside(
  values: Readonly<Record<string, readonly string[]>>,
  operands: readonly string[],
): void {
  const [mode, unused] =
    values['schema'] === undefined
      ? values['write'] === undefined
        ? []
        : (['write', operands[1] ?? answering.find((name) => values[name] !== undefined)] as const)
      : (['schema', operands[0] ?? Object.keys(values).find((name) => name !== 'schema')] as const);
  if (unused !== undefined)
    throw new AppError(
      'invalid_input',
      `--${mode} does not take ${operands.includes(unused) ? `'${unused}'` : `--${unused}`}.`,
      { fix: 'Leave it out.' },
    );
}
const answering = ['format', 'output', 'table'];

/** A file without rows, or that is no table, is not what was expected. */
function unread(error: unknown): Checked[] {
  if (!(error instanceof AppError && error.code === 'invalid_file')) throw error;
  return [{ expected: 'a table with rows', passed: false, found: error.message }];
}

const writes = (path: string): string =>
  `columnist check data.csv --write ${path} makes expectations of a file.`;

async function readExpectations(path: string): Promise<Expectations> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw noFile(path, writes(path), cause);
  });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : '';
    const [where = ''] = / at position .*$/.exec(said) ?? [];
    throw new AppError(
      'invalid_input',
      `${path} is not well-formed JSON${where}.`,
      { fix: `Correct the file. ${writes(path)}` },
      { cause },
    );
  }
  return parseBySchema(expectations, document);
}
