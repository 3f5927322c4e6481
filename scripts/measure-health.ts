import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Uploads a CSV file and asks /health all the while: prints how long the answers took.
 *
 *   pnpm exec node scripts/measure-health.ts URL API_KEY FILE
 */
async function upload([url, apiKey, path]: string[]): Promise<void> {
  if (url === undefined || apiKey === undefined || path === undefined)
    throw new Error('Usage: node scripts/measure-health.ts URL API_KEY FILE');
  // A thread of its own: what this side spends on sending must not count as the server's delay.
  const delays = new Float64Array(new SharedArrayBuffer(8 * 1_000_000));
  const prober = new Worker(new URL(import.meta.url), { workerData: { url, delays } });
  await wait(500);
  const form = new FormData();
  form.append('file', await openAsBlob(path), basename(path));
  const started = performance.now();
  const response = await fetch(`${url}/api/v1/datasets`, {
    method: 'POST',
    headers: { 'API-Key': apiKey },
    body: form,
  });
  const answer = await response.text();
  const seconds = (performance.now() - started) / 1000;
  await prober.terminate();
  const measured = delays.filter((delay) => delay > 0).toSorted();
  const at = (share: number) =>
    measured[Math.min(measured.length - 1, Math.floor(share * measured.length))]?.toFixed(1);
  console.log(
    `upload: status ${response.status} after ${seconds.toFixed(1)} s${response.ok ? '' : ` ${answer}`}`,
  );
  console.log(
    `/health: ${measured.length} answers; ms: median ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`,
  );
}

/** Writes one delay after the other, in ms, until it is ended. */
async function probe({ url, delays }: { url: string; delays: Float64Array }): Promise<void> {
  for (let i = 0; i < delays.length; i++) {
    const started = performance.now();
    await (await fetch(`${url}/health`)).text();
    delays[i] = performance.now() - started;
    await wait(5);
  }
}

if (isMainThread) await upload(process.argv.slice(2));
else
  await probe(z.object({ url: z.string(), delays: z.instanceof(Float64Array) }).parse(workerData));
