import { AppError, problemOf } from '@columnist/contract';
import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { postPatiently } from './post-patiently.ts';

/** The answer of a server of its own. */
async function askOf(listener: RequestListener): Promise<unknown> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const { port } = z.object({ port: z.int() }).parse(server.address());
    return await postPatiently(new URL(`http://127.0.0.1:${port}/`), { 'API-Key': 'k' }, { a: 1 });
  } finally {
    server.close();
  }
}

test('an answer is that of the server, a refusal its own words', async () => {
  expect(
    await askOf((req, res) => {
      req.pipe(res.writeHead(201, { 'X-Key': String(req.headers['api-key']) }));
    }),
  ).toEqual({ a: 1 });
  const refusal = new AppError('conflict', 'The upload is not whole.', { fix: 'Send the rest.' });
  await expect(
    askOf((_req, res) => {
      res.writeHead(409).end(JSON.stringify(problemOf(refusal, 'none')));
    }),
  ).rejects.toMatchObject({ code: 'conflict', message: 'The upload is not whole.' });
});

test('a server that is gone before or within its answer is said to be', async () => {
  for (const begun of [false, true])
    await expect(
      askOf((_req, res) => {
        if (begun) res.writeHead(200, { 'Content-Length': 100 }).write('{');
        setImmediate(() => res.destroy());
      }),
    ).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The connection to http:.* ended before the answer\.$/),
    });
});
