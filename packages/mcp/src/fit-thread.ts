import { constants, setPriority } from 'node:os';
import { z } from 'zod';
import { fitText, type JsonObject } from './fit-result.ts';

// On Linux a thread has a priority of its own; elsewhere this would be that of the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const order = z.object({ json: z.instanceof(Uint8Array), detail: z.enum(['concise', 'detailed']) });

export default function work(given: unknown): JsonObject {
  const { json, detail } = order.parse(given);
  return fitText(json, detail);
}
