import { Tinypool } from 'tinypool';
import { fitText, type Detail, type JsonObject } from './fit-result.ts';

/** Below this many bytes, asking another process takes longer than doing it. */
const worthAProcess = 64 * 1024;
let pool: Tinypool | null = null;

/**
 * Fits a large answer where that holds up nobody: in a process, not a thread, whose collector would
 * work beside the server with the server's own priority, and whose memory would stay. It ends when it
 * has had nothing to do for a while: starting one holds up the server on a busy machine.
 */
export async function fitAside(json: Uint8Array, detail: Detail): Promise<JsonObject> {
  if (json.length < worthAProcess) return fitText(json, detail);
  pool ??= openPool();
  const fitted: JsonObject = await pool.run({ json, detail });
  return fitted;
}

function openPool(): Tinypool {
  const pool = new Tinypool({
    filename: new URL('./fit-process.ts', import.meta.url).href,
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: 1,
    // As long as the processes of the server's other large bodies.
    idleTimeout: 5 * 60_000,
    isolateWorkers: false,
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=1024'],
    env: {},
  });
  // One that ends while it has nothing to do is one less; unheard, it would end the server.
  return pool.on('error', () => undefined);
}
