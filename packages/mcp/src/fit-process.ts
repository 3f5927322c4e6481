import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { z } from 'zod';
import { fitText, type JsonObject } from './fit-result.ts';

// It yields to the server that answers people; on Linux each thread has a priority of its own, those
// of the collector too.
if (process.platform === 'linux')
  for (const id of readdirSync('/proc/self/task'))
    setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
else setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const order = z.object({ json: z.instanceof(Uint8Array), detail: z.enum(['concise', 'detailed']) });

export default function work(given: unknown): JsonObject {
  const { json, detail } = order.parse(given);
  return fitText(json, detail);
}
