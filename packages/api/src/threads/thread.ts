import {
  AppError,
  description,
  inlineValues,
  parseInput,
  operations,
  SentValues,
} from '@columnist/contract';
import { constants, setPriority } from 'node:os';
import { z } from 'zod';
import { descriptionAsCsv, descriptionAsMarkdown } from './description-text.ts';
import { parseJson, scanJson } from './scan-json.ts';

// On Linux a thread has a priority of its own; elsewhere this would be that of the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** What threads do; each gets and gives what can be copied. */
const tasks = {
  /**
   * A large body with columns of values, checked as the operation checks it: its other fields, and
   * the values as JSON again.
   */
  readValues: ({ bytes }: { readonly bytes: Uint8Array }) => {
    const { statistics } = operations.datasets;
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    scanJson(body, statistics.bulk);
    const sent = parseJson(body);
    parseInput(statistics, sent);
    const { data, ...fields } = z.looseObject({ data: inlineValues.optional() }).parse(sent);
    if (data === undefined) return { fields, sent: null };
    const { json, cells } = SentValues.of(data);
    return { fields, sent: { json, cells } };
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
  z.object({ name: z.literal('readValues'), input: z.object({ bytes: z.instanceof(Uint8Array) }) }),
  z.object({
    name: z.literal('describeAsText'),
    input: z.object({
      json: z.instanceof(Uint8Array),
      wanted: z.enum(['text/csv', 'text/markdown']),
    }),
  }),
]);

/** The class of an error does not survive the way from a thread. */
export default function work(given: unknown): unknown {
  try {
    const asked = order.parse(given);
    return {
      done:
        asked.name === 'readValues'
          ? tasks.readValues(asked.input)
          : tasks.describeAsText(asked.input),
    };
  } catch (error) {
    if (error instanceof AppError)
      return { refused: { code: error.code, message: error.message, details: error.details } };
    throw error;
  }
}
