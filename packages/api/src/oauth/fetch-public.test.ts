import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isPublicAddress, publicFetch } from './fetch-public.ts';

describe('addresses', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
  ])('%s is one of the internet', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '127.1',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'columnist-tls-'));
  let server: Server;
  let answer: (req: IncomingMessage, res: ServerResponse) => void;
  let ca: string;
  let url: string;
  beforeAll(async () => {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'certificate.pem'),
      ],
      { stdio: 'ignore' },
    );
    ca = readFileSync(join(folder, 'certificate.pem'), 'utf8');
    server = createServer({ key: readFileSync(join(folder, 'key.pem')), cert: ca }, (req, res) =>
      answer(req, res),
    );
    await new Promise<void>((done) => {
      server.listen(0, done);
    });
    url = `https://localhost:${z.object({ port: z.int() }).parse(server.address()).port}/client.json`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const allowed = (): typeof fetch => publicFetch({ isAllowed: () => true, ca });

  test('is fetched with its status, headers and bytes, from the server its certificate names', async () => {
    answer = (req, res) =>
      res.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'max-age=60' }).end(
        JSON.stringify({
          method: req.method,
          host: req.headers.host,
          accept: req.headers.accept,
        }),
      );
    const response = await allowed()(url, { headers: { accept: 'application/json' } });
    expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual(
      [200, 'max-age=60', { method: 'GET', host: new URL(url).host, accept: 'application/json' }],
    );
    await expect(publicFetch({ isAllowed: () => true })(url)).rejects.toThrow(/certificate/);
  });

  test('is not sought by way of a redirect', async () => {
    let asked = 0;
    answer = (_req, res) => {
      asked += 1;
      res.writeHead(302, { Location: url }).end();
    };
    expect([(await allowed()(url)).status, asked]).toEqual([302, 1]);
  });

  test('has 64 KB at most, said beforehand or not', async () => {
    answer = (_req, res) => res.end('x'.repeat(64 * 1024));
    expect((await (await allowed()(url)).text()).length).toBe(64 * 1024);
    answer = (_req, res) => {
      res.write('x'.repeat(64 * 1024));
      res.end('x');
    };
    await expect(allowed()(url)).rejects.toThrow('The document is longer than 64 KB.');
  });

  test('is not waited for without end, nor fetched without TLS, nor from an address that is not allowed', async () => {
    answer = (_req, res) => void res.writeHead(200).write('{');
    await expect(allowed()(url, { signal: AbortSignal.timeout(100) })).rejects.toThrow(
      // On a busy machine the time ends while the name is still resolved.
      /abort|timeout|too long to be resolved/i,
    );
    await expect(allowed()(url.replace('https', 'http'))).rejects.toThrow(
      'Only https addresses are fetched.',
    );
    let asked = 0;
    answer = (_req, res) => {
      asked += 1;
      res.end();
    };
    await expect(publicFetch({ ca })(url)).rejects.toThrow(
      'This address is not one of the internet.',
    );
    expect(asked).toBe(0);
  });
});
