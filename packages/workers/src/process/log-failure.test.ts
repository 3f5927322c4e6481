import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { z } from 'zod';

const line = z.strictObject({
  level: z.literal([30, 50]),
  time: z.int(),
  pid: z.int(),
  job: z.literal(['rows', 'contents']).optional(),
  code: z.string(),
  err: z.strictObject({ type: z.string(), stack: z.string() }),
  msg: z.literal(['worker job failed', 'worker job refused']),
});

test('what a worker writes of a failed job is one line of JSON, without names and cells', async () => {
  const worker = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), '1000'],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  if (worker.stderr === null) throw new Error('Its standard error is a pipe.');
  const written = text(worker.stderr);
  const [started] = await once(worker, 'message');
  expect(started).toEqual({ type: 'ready' });
  const parquet = '/nowhere/a secret name\n{"level":30,"msg":"forged"}.parquet';
  worker.send({
    type: 'run',
    written: false,
    job: {
      kind: 'rows',
      table: {
        parquet,
        datasetId: null,
        version: null,
        rowCount: 1,
        columns: [
          {
            name: 'a',
            type: 'text',
            storage: 'VARCHAR',
            missing: 0,
            distinct: 1,
            low: null,
            high: null,
            picture: null,
          },
        ],
      },
      input: { limit: 1, offset: 0 },
    },
  });
  const [answer] = await once(worker, 'message');
  expect(answer).toMatchObject({ type: 'failed', code: 'internal' });
  // Nor of an order that is none: it is answered as a failed job, and the process goes on.
  worker.send({ type: 'run', written: false, job: { kind: 'forged\nline' } });
  const [refusal] = await once(worker, 'message');
  expect(refusal).toMatchObject({ type: 'failed', code: 'internal' });
  // What is wrong with a file is no failure of ours.
  const folder = await mkdtemp(join(tmpdir(), 'columnist-log-'));
  const source = join(folder, 'a secret name.zip');
  await writeFile(source, 'PK\u0003\u0004cut short');
  worker.send({
    type: 'run',
    written: false,
    job: { kind: 'contents', source, scratch: folder, part: { format: 'zip' } },
  });
  const [damaged] = await once(worker, 'message');
  expect(damaged).toMatchObject({ type: 'failed', code: 'invalid_file' });
  worker.disconnect();
  await once(worker, 'exit');
  const lines = (await written).split('\n').filter((one) => one !== '');
  const logged = lines.map((one) => line.parse(JSON.parse(one)));
  expect(logged.map(({ level, code, msg }) => [level, code, msg])).toEqual([
    [50, 'internal', 'worker job failed'],
    [50, 'internal', 'worker job failed'],
    [30, 'invalid_file', 'worker job refused'],
  ]);
  await rm(folder, { recursive: true });
  expect(lines.join()).not.toMatch(/secret name|forged/);
}, 180_000);
