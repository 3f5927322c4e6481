import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startServer } from '../bench/servers.ts';
import { visit, type Site } from './site.ts';

/**
 * An address of the internet, as far as a server can see; in truth a document server on this
 * machine.
 */
export const address = '93.184.215.14';

export interface Internet {
  readonly ask: Site['ask'];
  /** How the address answers from now on. */
  readonly answers: (with_: (req: IncomingMessage, res: ServerResponse) => void) => void;
  /** Bytes that were taken off it over the latest connection. */
  readonly taken: () => number;
}

/**
 * A server with every limit as in production, whose connections to the address reach a document
 * server whose certificate it trusts.
 */
export async function withInternet(work: (internet: Internet) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'columnist-internet-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${address} -addext subjectAltName=IP:${address} -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  let answer: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => res.end();
  let taken: () => number = () => 0;
  const documents = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (req, res) => {
      taken = () => req.socket.bytesWritten - req.socket.writableLength;
      answer(req, res);
    },
  );
  documents.listen(0, '127.0.0.1');
  await once(documents, 'listening');
  const { port } = z.object({ port: z.int() }).parse(documents.address());
  const server = await startServer('', join(folder, 'data'), {
    THROTTLE_SCALE: '1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
    NODE_EXTRA_CA_CERTS: certificate,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'route-address.mjs')}`,
    ROUTED: `${address} ${port}`,
  });
  try {
    return await work({
      ask: visit(server.url).ask,
      answers: (next) => {
        answer = next;
      },
      taken: () => taken(),
    });
  } finally {
    await server.stop();
    documents.closeAllConnections();
    documents.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
