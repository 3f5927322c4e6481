import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from './report.ts';
import { sendLoad } from './send-load.ts';
import type { HttpSetting } from './http-setting.ts';

/** The description of a dataset by API key, against a handler that does the least. */
export async function compareThroughput({
  server: { url },
  postgres,
  key,
  id,
  rounds,
  table,
}: HttpSetting): Promise<void> {
  const peer = spawn(process.execPath, [join(import.meta.dirname, 'bare-express.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: postgres.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const peerPort = String((await once(peer.stdout, 'data'))[0]).trim();
    const rates = { ours: [] as number[], bare: [] as number[] };
    const load = { connections: 20, seconds: 4 };
    for (let round = 0; round <= rounds; round++) {
      rates.ours.push(
        await sendLoad({
          url,
          path: `/api/v1/datasets/${id}/analyze`,
          headers: { 'API-Key': key },
          body: '{}',
          ...load,
        }),
      );
      rates.bare.push(
        await sendLoad({
          url: `http://127.0.0.1:${peerPort}`,
          path: '/',
          headers: {},
          body: '{}',
          ...load,
        }),
      );
    }
    const [ours = NaN, bare = NaN] = [rates.ours, rates.bare].map(
      (counts) => median(counts.slice(1)) / load.seconds,
    );
    table.push({
      measure:
        'Description over HTTP by API key, against bare Express with one read and one update',
      reached: `${(ours / bare).toFixed(2)} (${ours.toFixed(0)} / ${bare.toFixed(0)} a second)`,
      limit: '≥ 0.5',
      holds: ours / bare >= 0.5,
    });
  } finally {
    peer.kill();
  }
}
