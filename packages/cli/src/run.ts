import { AppError, parseInput, type Operation } from '@columnist/contract';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { z } from 'zod';
import { checkTable } from './check-table.ts';
import { completionsFor } from './completions.ts';
import { expectations, expectationsOf, expectationsSchema } from './expectations.ts';
import { overallHelp, ownVerbs, verbHelp } from './help.ts';
import { withLocalTable } from './local-table.ts';
import { manPage } from './man-page.ts';
import {
  commonOptions,
  didYouMean,
  nearest,
  readCommand,
  splitArguments,
  type Command,
} from './read-command.ts';
import { readingFields, readingOf } from './reading-options.ts';
import { callServer, datasetIdOf, serverOf, uploadFile } from './server-dataset.ts';
import { operationOf, verbs, type Verb } from './verbs.ts';
import { formats, writeAnswer, type Format } from './write-answer.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  readonly version: string;
  readonly signal: AbortSignal;
  /** To stdout. */
  readonly print: (text: string) => void;
  /** To stderr. */
  readonly say: (text: string) => void;
}

/** Runs a command; gives the exit code. Throws AppError. */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    around.print(overallHelp());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    around.print(`${around.version}\n`);
    return 0;
  }
  const verb = verbs.find((known) => known.name === name);
  if (verb !== undefined) return runVerb(verb, rest, around);
  const own = ownRuns[name];
  if (own !== undefined) return own(rest, around);
  const known = [...verbs, ...ownVerbs].map((one) => one.name);
  const suggestions = nearest(name, known);
  throw new AppError('invalid_input', `There is no verb ${name}.`, {
    suggestions,
    fix: `${didYouMean(suggestions)}columnist help lists the verbs.`,
  });
}

async function runVerb(verb: Verb, args: readonly string[], around: Surroundings): Promise<number> {
  const command = readCommand(verb, args);
  if (command.options['help'] !== undefined) {
    around.print(verbHelp(verb, command.method));
    return 0;
  }
  const operation = operationOf(verb, command.method);
  if (operation === undefined) throw new AppError('invalid_input', `${verb.name} needs a method.`);
  const answer = await answerOf(operation, command, around);
  await give(answer, command.options, around);
  return 0;
}

const stand = '00000000-0000-4000-8000-000000000000';
const fields = z.record(z.string(), z.unknown());

async function answerOf(
  operation: Operation,
  { dataset, input, options }: Command,
  around: Surroundings,
): Promise<unknown> {
  if (dataset === undefined || dataset.startsWith('@')) {
    const call = callServer(serverOf(options['server']?.at(-1), around.env));
    const id = dataset === undefined ? {} : { id: await datasetIdOf(call, dataset.slice(1)) };
    return call(operation.path, { ...id, ...input }, around.signal);
  }
  const { id: _, ...parsed } = fields.parse(parseInput(operation, { id: stand, ...input }));
  return withLocalTable(dataset, readingOf(options), around.signal, async ({ ask, notes }) => {
    notes.forEach(around.say);
    return ask(operation.path.replace('datasets.', ''), parsed);
  });
}

/** Writes the answer where and how it was asked. */
async function give(
  answer: unknown,
  options: Command['options'],
  { isTerminal, print }: Pick<Surroundings, 'isTerminal' | 'print'>,
): Promise<void> {
  const output = options['output']?.at(-1);
  const png = z.looseObject({ png: z.string() }).safeParse(answer);
  if (png.success && output?.endsWith('.png') === true) {
    await writeFile(output, Buffer.from(png.data.png, 'base64'));
    return;
  }
  const text = writeAnswer(
    answer,
    formatOf(options['format']?.at(-1), output, isTerminal),
    isTerminal && output === undefined,
  );
  if (output === undefined) print(text);
  else await writeFile(output, text);
}

const byEnding: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.csv': 'csv',
  '.md': 'markdown',
  '.txt': 'table',
};

function formatOf(
  stated: string | undefined,
  output: string | undefined,
  isTerminal: boolean,
): Format {
  if (stated === undefined)
    return (
      byEnding[extname(output ?? '')] ?? (isTerminal && output === undefined ? 'table' : 'json')
    );
  const format = formats.find((known) => known === stated);
  if (format !== undefined) return format;
  throw new AppError('invalid_input', `There is no format '${stated}'.`, {
    fix: `One of ${formats.join(', ')}.`,
  });
}

const common = new Set([
  ...Object.keys(commonOptions),
  ...readingFields.map(({ option }) => option),
]);

/** The verbs that are no operations. */
const ownRuns: Readonly<
  Record<string, (args: readonly string[], around: Surroundings) => Promise<number>>
> = {
  convert: async (args, around) => {
    const { operands, values } = splitArguments(args, new Set(), common);
    const [file, to] = operands;
    if (file === undefined || to === undefined)
      throw new AppError('invalid_input', 'convert needs a file and where to write.', {
        fix: 'columnist convert data.csv data.parquet',
      });
    const ending = extname(to).toLowerCase();
    if (ending !== '.parquet' && ending !== '.csv')
      throw new AppError('invalid_input', `convert writes .parquet and .csv, not ${ending || to}.`);
    const rows = await withLocalTable(
      file,
      readingOf(values),
      around.signal,
      ({ table, export: write, notes }) => {
        notes.forEach(around.say);
        const where = values['where']?.at(-1);
        const view = where === undefined ? {} : { view: { filter: where } };
        return ending === '.parquet'
          ? write('exportParquet', table, view, resolve(to))
          : write('exportRows', table, { ...view, forSpreadsheets: false }, resolve(to));
      },
    );
    around.say(`${String(rows)} rows written to ${to}.`);
    return 0;
  },
  check: async (args, around) => {
    const { operands, values } = splitArguments(
      args,
      new Set(['schema']),
      new Set([...common, 'write']),
    );
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
    return withLocalTable(file, readingOf(values), around.signal, async (local) => {
      if (write !== undefined) {
        const made = expectationsOf(
          await local.ask('analyze', {
            correlations: false,
            quantiles: [],
            confidence_level: 0.95,
            plot: false,
          }),
          local.table.rowCount,
        );
        await writeFile(write, `${JSON.stringify(made, null, 2)}\n`);
        around.say(`Expectations of ${made.columns?.length ?? 0} columns written to ${write}.`);
        return 0;
      }
      const checks = await checkTable(local, await readExpectations(expected ?? ''));
      const failed = checks.filter(({ passed }) => !passed).length;
      await give(
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
    });
  },
  upload: async (args, around) => {
    const { operands, values } = splitArguments(args, new Set(), common);
    if (operands.length === 0)
      throw new AppError('invalid_input', 'upload needs a file.', {
        fix: 'columnist upload data.csv',
      });
    const server = serverOf(values['server']?.at(-1), around.env);
    for (const file of operands) await give(await uploadFile(server, file), values, around);
    return 0;
  },
  completions: ([shell], around) => {
    around.print(completionsFor(shell));
    return Promise.resolve(0);
  },
  man: (_, around) => {
    around.print(manPage(around.version));
    return Promise.resolve(0);
  },
};

async function readExpectations(path: string) {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AppError('not_found', `There is no file ${path}.`, {}, { cause });
  });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', `${path} is not well-formed JSON.`, {}, { cause });
  }
  return expectations.parse(
    parseInput(
      {
        path: 'datasets.expectations',
        kind: 'query',
        input: expectations,
        output: expectations,
        access: 'public',
        cost: 0,
        summary: 'What a file is expected to be.',
      },
      document,
    ),
  );
}
