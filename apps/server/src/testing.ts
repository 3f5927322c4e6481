import type { PaymentsPort } from '@columnist/core';
import {
  createTestCore,
  usualDatabase,
  type TestCore,
  type TestUser,
} from '@columnist/core/testing';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { openApiDocument } from '@columnist/api';
import { createApp } from './app.ts';
import type { Patience } from './limit-waiting.ts';
import { openMetrics } from './metrics.ts';
import { AnswerCheck } from './testing-answers.ts';

export type { TestUser };

export interface TestApp extends Pick<TestCore, 'core' | 'clock' | 'mail' | 'createTestUser'> {
  /** Origin of the running server. */
  readonly url: string;
  /** Uploads a CSV file by REST; the answer as it came. */
  readonly upload: (
    user: TestUser,
    content: string | Uint8Array<ArrayBuffer>,
    name?: string,
  ) => Promise<Response>;
  /** Every file under the data folder, for before and after. */
  readonly files: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/** A real server on a free port around a test core. */
export async function createTestApp(
  settings: Parameters<typeof createTestCore>[1] = {},
  payments?: PaymentsPort,
  patience?: Patience,
  captcha?: Parameters<typeof createTestCore>[2],
): Promise<TestApp> {
  // As in serve.ts.
  const server = createServer({ keepAliveTimeout: 75_000 });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
  const test = await createTestCore(
    usualDatabase,
    { publicUrl: url, ...settings },
    captcha,
    payments,
  );
  const { core, dataDir } = test;
  const app = createApp({
    core,
    version: '0.0.0',
    webDir: null,
    supportEmail: 'support@columnist.example',
    repositoryUrl: 'https://columnist.example',
    captcha: 'off',
    trustProxy: null,
    sandbox: [],
    metrics: openMetrics(core, 'a-token-of-thirty-two-characters'),
    isOpen: () => true,
    ...(patience === undefined ? {} : { patience }),
  });
  const answers = new AnswerCheck(openApiDocument(url, '0.0.0'));
  server.on('request', (req, res) => {
    answers.watch(req, res);
    app(req, res);
  });
  return {
    ...test,
    url,
    upload: (user, content, name = 'table.csv') => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      return fetch(`${url}/api/v1/datasets`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${user.accessToken}` },
        body: form,
      });
    },
    files: async () =>
      (await readdir(dataDir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
        .sort(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await test.close();
      // What the document says of the API holds in every test.
      if (answers.problems().length > 0)
        throw new Error(`Answers that are not as documented:\n${answers.problems().join('\n')}`);
    },
  };
}
