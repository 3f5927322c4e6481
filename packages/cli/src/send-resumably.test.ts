import { AppError, problemOf } from '@columnist/contract';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { uploadFile } from './server-dataset.ts';

test('a file of more than 4 GB is announced with its whole size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'columnist-large-'));
  const asked: unknown[] = [];
  const server = createServer((req, res) => {
    asked.push(req.method, req.url, req.headers['upload-length']);
    res.writeHead(413, { 'Content-Type': 'application/problem+json' });
    const refusal = new AppError('file_too_large', 'The file is larger than 100 MB.');
    res.end(JSON.stringify(problemOf(refusal, 'none')));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const path = join(folder, 'large.csv');
    // Of 5 GB and a byte, none of which takes room on the disk.
    const size = 5 * 1024 ** 3 + 1;
    const file = await open(path, 'w');
    await file.truncate(size);
    await file.close();
    const { port } = z.object({ port: z.int() }).parse(server.address());
    await expect(
      uploadFile(
        { url: `http://127.0.0.1:${port}`, apiKey: 'k' },
        { source: path, filename: 'large.csv' },
      ),
    ).rejects.toThrow('The file is larger than 100 MB.');
    expect(asked).toEqual(['POST', '/api/v1/resumable-uploads', String(size)]);
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});
