import { z } from 'zod';
import { fitText, type JsonObject } from './fit-result.ts';

const order = z.object({ json: z.instanceof(Uint8Array), detail: z.enum(['concise', 'detailed']) });

export default function work(given: unknown): JsonObject {
  const { json, detail } = order.parse(given);
  return fitText(json, detail);
}
