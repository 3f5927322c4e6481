import express from 'express';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { webClient } from './web-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'columnist-client-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(
  join(folder, 'index.html'),
  '<meta name="csp-nonce" content="__CSP_NONCE__"><meta name="support" content="__SUPPORT_EMAIL__">',
);
writeFileSync(join(folder, 'assets', 'main-a1b2.js'), 'export {};');
const large = `export const words = ${JSON.stringify(Array.from({ length: 400 }, (_, i) => i))};`;
writeFileSync(join(folder, 'assets', 'large-c3d4.js'), large);
writeFileSync(join(folder, 'assets', 'large-c3d4.js.br'), brotliCompressSync(large));
writeFileSync(join(folder, 'theme.js'), '0;');

const host = express().use(
  '/app',
  webClient(folder, {
    supportEmail: '"><script>',
    repositoryUrl: '',
    publicUrl: '',
    captcha: 'altcha',
  }),
);
const server = createServer(host.use((_req, res) => res.status(404).send('nothing here')));
let url: string;
beforeAll(async () => {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}/app`;
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

const nonceOf = (text: string | null) => /nonce-([\w+/=]+)'/.exec(text ?? '')?.[1];

test('the page of a shared result is not to be found by a search', async () => {
  expect((await fetch(`${url}/shared/abc`)).headers.get('x-robots-tag')).toBe('noindex');
  expect((await fetch(`${url}/docs`)).headers.has('x-robots-tag')).toBe(false);
});

test.each(['/', '/dashboard', '/datasets/01900000-0000-7000-8000-000000000000', '/index.html'])(
  '%s is the page, with a nonce of its own each time',
  async (path) => {
    const nonces = new Set<string | undefined>();
    for (let i = 0; i < 2; i++) {
      const response = await fetch(url + path);
      const nonce = nonceOf(response.headers.get('content-security-policy'));
      expect(await response.text()).toBe(
        `<meta name="csp-nonce" content="${nonce}"><meta name="support" content="&#34;&#62;&#60;script&#62;">`,
      );
      expect(response.headers.get('cache-control')).toBe('no-cache');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  },
);

test('the policy allows no inline script and no frame around the page', async () => {
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]),
  );
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test('hashed files keep for good, others for an hour, missing ones are not the page', async () => {
  const asset = await fetch(`${url}/assets/main-a1b2.js`);
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect((await fetch(`${url}/theme.js`)).headers.get('cache-control')).toBe(
    'public, max-age=3600',
  );
  const gone = await fetch(`${url}/assets/gone.js`);
  expect([gone.status, await gone.text()]).toEqual([404, 'nothing here']);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', null],
  ['identity', null],
])(
  'a file that the build compressed is sent so to a browser that takes %s as %s',
  async (accepted, encoding) => {
    const response = await fetch(`${url}/assets/large-c3d4.js`, {
      headers: { 'Accept-Encoding': accepted },
    });
    expect([
      response.headers.get('content-encoding'),
      response.headers.get('vary'),
      response.headers.get('cache-control'),
      response.headers.get('content-type'),
    ]).toEqual([
      encoding,
      'Accept-Encoding',
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ]);
    expect(await response.text()).toBe(large);
  },
);
