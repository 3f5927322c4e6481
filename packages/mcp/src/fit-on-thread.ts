import { Tinypool } from 'tinypool';
import { fitText, type Detail, type JsonObject } from './fit-result.ts';

/** Below this many bytes, asking a thread takes longer than doing it. */
const worthAThread = 64 * 1024;
let pool: Tinypool | null = null;

/** Fits a large answer where that holds up nobody. The thread goes when it has nothing to do. */
export async function fitOnThread(json: Uint8Array, detail: Detail): Promise<JsonObject> {
  if (json.length < worthAThread) return fitText(json, detail);
  pool ??= new Tinypool({
    filename: new URL('./fit-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 5000,
    isolateWorkers: false,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  const fitted: JsonObject = await pool.run({ json, detail });
  return fitted;
}
