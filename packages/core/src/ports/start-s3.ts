import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface TestS3 {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

const bucket = 'columnist';

/** An S3-compatible store with one bucket, its files in this folder, for tests and measurements. */
export async function startS3(directory: string): Promise<TestS3> {
  const store = new S3rver({
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await store.configureBuckets();
  const answer = store.callback();
  const server = createServer((req, res) => {
    const upload = uploadIn(req);
    if (upload === null) answer(req, res);
    else
      void answerUpload(req, res, join(directory, bucket, '._S3rver_uploads', upload)).catch(() =>
        res.writeHead(500).end(),
      );
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens at no port.');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** The upload whose parts are asked for or that is given up, which s3rver does not know. */
function uploadIn({ method, url = '' }: IncomingMessage): string | null {
  const id = new URL(url, 'http://store').searchParams.get('uploadId');
  return (method === 'GET' || method === 'DELETE') && id !== null && /^[0-9a-f]+$/.test(id)
    ? id
    : null;
}

/** ListParts and AbortMultipartUpload, over the files that s3rver keeps of an upload. */
async function answerUpload(
  { method }: IncomingMessage,
  res: ServerResponse,
  folder: string,
): Promise<void> {
  const names = await readdir(folder).catch(() => null);
  const send = (status: number, body: string): void => {
    res
      .writeHead(status, { 'Content-Type': 'application/xml' })
      .end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
  };
  if (names === null) {
    send(404, '<Error><Code>NoSuchUpload</Code><Message>There is none.</Message></Error>');
    return;
  }
  if (method === 'DELETE') {
    await rm(folder, { recursive: true });
    res.writeHead(204).end();
    return;
  }
  const numbers = names.filter((name) => /^\d+$/.test(name)).toSorted((a, b) => +a - +b);
  const parts = await Promise.all(
    numbers.map(async (number) => {
      const { size } = await stat(join(folder, number));
      const md5 = await readFile(join(folder, `${number}.md5`), 'utf8');
      return `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`;
    }),
  );
  send(
    200,
    `<ListPartsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`,
  );
}
