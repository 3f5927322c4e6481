import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { median } from './report.ts';
import type { HttpSetting } from './http-setting.ts';

/** Seconds of sending a file as the body of a request. */
async function send(path: string, url: string): Promise<number> {
  const begin = performance.now();
  const { size } = statSync(path);
  const req = request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', 'Content-Length': size },
  });
  createReadStream(path, { highWaterMark: 1 << 20 }).pipe(req);
  const [res] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(req, 'response'));
  await once(res.resume(), 'end');
  if (res.statusCode !== 200) throw new Error(`${url} answered ${res.statusCode}`);
  return (performance.now() - begin) / 1000;
}

/** The taking of a body alone, without what becomes of it. */
export async function compareUpload({ large, folder, rounds, table }: HttpSetting): Promise<void> {
  const receiver = spawn(process.execPath, [join(import.meta.dirname, 'receive.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const origin = `http://127.0.0.1:${String((await once(receiver.stdout, 'data'))[0]).trim()}`;
    const times = { ours: [] as number[], raw: [] as number[] };
    for (let round = 0; round <= 2 * rounds; round++) {
      times.ours.push(await send(large, `${origin}/ours`));
      times.raw.push(await send(large, `${origin}/raw`));
    }
    const [ours, raw] = [median(times.ours.slice(1)), median(times.raw.slice(1))];
    table.push({
      measure: 'Upload of 99 MB with hash and checks, against a raw save of the same stream',
      reached: `${(ours / raw).toFixed(2)} (${ours.toFixed(2)} / ${raw.toFixed(2)} s)`,
      limit: '≤ 1.45',
      holds: ours / raw <= 1.45,
    });
  } finally {
    receiver.kill();
  }
}
