import { AppError, description, inlineValues, parseInput, operations } from '@columnist/contract';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { z } from 'zod';
import { descriptionAsCsv, descriptionAsMarkdown } from './description-text.ts';
import { parseJson, scanJson } from './scan-json.ts';

// It yields to the server that answers people; on Linux each thread has a priority of its own, those
// of the collector too.
if (process.platform === 'linux')
  for (const id of readdirSync('/proc/self/task'))
    setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
else setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** What is done aside; each task gets and gives what can be copied. */
const tasks = {
  /**
   * A large body with columns of values, in a file, checked as the operation checks it: its other
   * fields, and how many values there are. The file then holds the values alone, as JSON.
   */
  readValues: async ({ path }: { readonly path: string }) => {
    const { statistics } = operations.datasets;
    const body = await readFile(path);
    scanJson(body, statistics.bulk);
    const sent = parseJson(body);
    parseInput(statistics, sent);
    const { data, ...fields } = z.looseObject({ data: inlineValues.optional() }).parse(sent);
    if (data === undefined) return { fields, cells: null };
    await writeFile(path, JSON.stringify(data));
    return {
      fields,
      cells: Object.values(data).reduce((sum, values) => sum + values.length, 0),
    };
  },
  describeAsText: ({
    json,
    wanted,
  }: {
    readonly json: Uint8Array;
    readonly wanted: 'text/csv' | 'text/markdown';
  }) => {
    const described = description.parse(JSON.parse(new TextDecoder().decode(json)));
    return wanted === 'text/csv' ? descriptionAsCsv(described) : descriptionAsMarkdown(described);
  },
};
export type Task = typeof tasks;

const order = z.discriminatedUnion('name', [
  z.object({ name: z.literal('readValues'), input: z.object({ path: z.string() }) }),
  z.object({
    name: z.literal('describeAsText'),
    input: z.object({
      json: z.instanceof(Uint8Array),
      wanted: z.enum(['text/csv', 'text/markdown']),
    }),
  }),
]);

/**
 * Every error is answered: its class does not survive the way from another process, and what is
 * thrown there means that the process has ended.
 */
export default async function work(given: unknown): Promise<unknown> {
  try {
    const asked = order.parse(given);
    return {
      done:
        asked.name === 'readValues'
          ? await tasks.readValues(asked.input)
          : tasks.describeAsText(asked.input),
    };
  } catch (error) {
    if (error instanceof AppError)
      return { refused: { code: error.code, message: error.message, details: error.details } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
