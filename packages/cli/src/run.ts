import { AppError, operations, parseInput, type Operation } from '@columnist/contract';
import { z } from 'zod';
import type { Field } from './fields.ts';
import { giveAnswer, refuseEnding } from './give-answer.ts';
import { noVerb } from './help-verb.ts';
import { overallHelp, ownHelp, verbHelp } from './help.ts';
import { withLocalTable } from './local-table.ts';
import { ownVerbs } from './own-verbs.ts';
import { readAllRows } from './read-all-rows.ts';
import { readCommand, splitArguments, type Command } from './read-command.ts';
import { readingOf } from './reading-options.ts';
import { sayCuts } from './say-cuts.ts';
import { callServer, datasetIdOf, serverOf } from './server-dataset.ts';
import type { Surroundings } from './surroundings.ts';
import { fieldsOfVerb, operationOf, verbs, type Verb } from './verbs.ts';
import { wholeOf, withoutDataset } from './without-dataset.ts';
import { refuseBesideExpectations, writeExpectations } from './write-expectations.ts';

/** Runs a command; gives the exit code. Throws AppError. */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    around.print(overallHelp(ownVerbs));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    around.print(`${around.version}\n`);
    return 0;
  }
  const verb = verbs.find((known) => known.name === name);
  if (verb !== undefined) return runVerb(verb, rest, around);
  const own = ownVerbs.find((known) => known.name === name);
  if (own !== undefined && rest.some((arg) => arg === '--help' || arg === '-h')) {
    around.print(ownHelp(own));
    return 0;
  }
  if (own !== undefined) {
    const { values } = splitArguments(rest, own.options);
    return own.run(rest, heardBy(values, around), ownVerbs);
  }
  throw noVerb(name, ownVerbs);
}

/** With --quiet, nothing is said. */
const heardBy = (values: Command['options'], around: Surroundings): Surroundings =>
  values['quiet']?.at(-1) === 'true' ? { ...around, say: () => undefined } : around;

async function runVerb(
  verb: Verb,
  args: readonly string[],
  outside: Surroundings,
): Promise<number> {
  const command = readCommand(verb, args);
  const around = heardBy(command.options, outside);
  if (command.options['help'] !== undefined) {
    around.print(verbHelp(verb, command.method));
    return 0;
  }
  const expectations = command.options['expectations']?.at(-1);
  if (expectations !== undefined) {
    refuseBesideExpectations(command.options, command.input['columns']);
    await writeExpectations(command.dataset ?? '', expectations, command.options, around);
    return 0;
  }
  const operation = operationOf(verb, command.method);
  // Before it is asked, which may count as a query.
  if (operation?.path !== operations.datasets.runSql.path || wholeOf(command) === undefined)
    refuseEnding(command.options);
  if (operation === undefined) throw new AppError('invalid_input', `${verb.name} needs a method.`);
  const fields = fieldsOfVerb(verb, command.method);
  const isFile = command.dataset !== undefined && !command.dataset.startsWith('@');
  const answer = await answerOf(operation, fields, command, around);
  if (answer === null) return 0;
  await giveAnswer(answer, command.options, around).catch((error: unknown) => {
    throw error instanceof RangeError ? tooLarge(error) : error;
  });
  const isRows = fields.some(({ name }) => name === 'offset');
  sayCuts(answer, fields.find(isLimit), { isFile, isRows }).forEach(around.say);
  return 0;
}

const isLimit = ({ name }: Field): boolean => name === 'limit';

const stand = '00000000-0000-4000-8000-000000000000';
const fields = z.record(z.string(), z.unknown());

async function answerOf(
  operation: Operation,
  known: readonly Field[],
  { dataset, input, options }: Command,
  around: Surroundings,
): Promise<unknown> {
  const own = dataset === undefined && options['server'] === undefined && withoutDataset(operation);
  if (own !== false) return own(input, options, around);
  if (dataset === undefined || dataset.startsWith('@')) {
    const call = callServer(serverOf(options['server']?.at(-1), around.env));
    const id = dataset === undefined ? {} : { id: await datasetIdOf(call, dataset.slice(1)) };
    return call(operation.path, { ...id, ...input }, around.signal);
  }
  const { limit, ...rest } = input;
  const most = known.find(isLimit)?.most ?? 0;
  // A server bounds what one answer may hold; a file has one reader.
  const isBeyond = typeof limit === 'number' && Number.isInteger(limit) && limit > most;
  const asked = isBeyond ? { ...rest, limit: most } : input;
  const { id: _, ...parsed } = fields.parse(parseInput(operation, { id: stand, ...asked }));
  return withLocalTable(
    dataset,
    readingOf(options, dataset),
    around.signal,
    ({ ask, notes, table }) => {
      notes.forEach(around.say);
      const all = Math.max(most, table.rowCount);
      const whole = isBeyond ? { ...parsed, limit: Math.min(limit, all) } : parsed;
      return operation.path === operations.datasets.rows.path
        ? readAllRows({ ask, table }, whole)
        : ask(operation.path.replace('datasets.', ''), whole);
    },
  );
}

/** A text has a largest length. */
const tooLarge = (cause: RangeError): AppError =>
  new AppError(
    'too_complex',
    'The answer is too large to be written at once.',
    { fix: 'Ask for fewer rows. columnist convert FILE rows.csv writes all rows.' },
    { cause },
  );
