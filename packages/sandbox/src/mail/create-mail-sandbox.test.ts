import express from 'express';
import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailSandbox, type MailSandbox } from './create-mail-sandbox.ts';
import type { ReceivedMail } from './mailbox.ts';

let sandbox: MailSandbox;
let server: Server;
let port: number;
let heard: ReceivedMail[];

beforeEach(async () => {
  heard = [];
  sandbox = await createMailSandbox({ onMail: (mail) => heard.push(mail) });
  server = createServer(express().use(sandbox.router)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterEach(async () => {
  server.close();
  await sandbox.close();
});

const send = async (message: { subject: string; text: string; html?: string }) => {
  const transport = createTransport(sandbox.smtpUrl);
  await transport.sendMail({
    from: 'Columnist <noreply@columnist.example>',
    to: 'Zoë <zoe@example.com>',
    ...message,
  });
  transport.close();
};

const get = async (path: string, host = `127.0.0.1:${port}`, more: Record<string, string> = {}) => {
  const sent = request({ host: '127.0.0.1', port, path, headers: { host, ...more } }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
};

test('a message sent over SMTP is parsed, announced and kept', async () => {
  await send({
    subject: 'Grüße',
    text: 'Open http://127.0.0.1/verify?token=a-b_c now.',
    html: '<p>Öffnen</p>',
  });
  expect(sandbox.messages).toEqual([
    {
      id: expect.any(String),
      receivedAt: expect.any(Date),
      from: 'noreply@columnist.example',
      to: 'zoe@example.com',
      subject: 'Grüße',
      text: 'Open http://127.0.0.1/verify?token=a-b_c now.\n',
      html: '<p>Öffnen</p>\n',
      links: ['http://127.0.0.1/verify?token=a-b_c'],
    },
  ]);
  expect(heard).toEqual(sandbox.messages);
});

test('the pages list messages and show one without running anything in it', async () => {
  expect((await get('/sandbox/mail')).body).toContain('No messages yet.');
  await send({
    subject: '<b>bold</b>',
    text: 'Hello & welcome',
    html: '<script>alert("x")</script><p>Hello</p>',
  });
  const [mail] = sandbox.messages;

  const list = await get('/sandbox/mail');
  expect(list.body).toContain(
    `<a href="/sandbox/mail/${mail?.id}">&#60;b&#62;bold&#60;/b&#62;</a>`,
  );

  const one = await get(`/sandbox/mail/${mail?.id}`);
  expect(one.body).toContain(
    'sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&#60;base target=&#34;_blank&#34;&#62;&#60;script&#62;alert(&#34;x&#34;)',
  );
  expect(one.body).not.toContain('<script');
  expect(one.body).toContain('<pre>Hello &#38; welcome\n</pre>');
  expect(one.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline';/,
  );
  expect(one.headers['cache-control']).toBe('no-store');
  expect((await get('/sandbox/mail/none')).status).toBe(404);
});

test.each([
  ['localhost', 200],
  ['LOCALHOST:3000', 200],
  ['127.0.0.1:3000', 200],
  ['127.9.9.9', 200],
  ['[::1]:3000', 200],
  ['columnist.example', 403],
  ['localhost.evil.example:3000', 403],
  ['127.0.0.1.evil.example', 403],
  ['10.0.0.5:3000', 403],
])('Host %s is answered %i', async (host, status) => {
  expect((await get('/sandbox/mail', host)).status).toBe(status);
});

test.each([
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Original-Forwarded-For',
  'CF-Connecting-IP',
  'CF-Ray',
  'X-Envoy-External-Address',
  'Fly-Client-IP',
  'Fastly-Client-IP',
  'X-Azure-ClientIP',
  'X-ARR-SSL',
  'X-Amzn-Trace-Id',
  'X-Appengine-User-IP',
])('a request that a proxy passed on with %s is refused', async (name) => {
  const { status, body } = await get('/sandbox/mail', undefined, { [name]: '127.0.0.1' });
  expect([status, body]).toEqual([
    403,
    'The sandbox answers only on this machine, without a proxy between: open it under http://localhost or http://127.0.0.1.\n',
  ]);
});

test('a proxy that says nothing of itself and speaks HTTP/1.0 is refused', async () => {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`GET /sandbox/mail HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
});

test('the last hundred messages are kept, newest first', async () => {
  const transport = createTransport({ url: sandbox.smtpUrl, pool: true });
  for (let i = 1; i <= 103; i++)
    await transport.sendMail({
      from: 'a@example.com',
      to: 'b@example.com',
      subject: `n${i}`,
      text: '',
    });
  transport.close();
  const subjects = sandbox.messages.map(({ subject }) => subject);
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([100, 'n103', 'n4']);
});

test('a message over a megabyte is refused, and the next one is taken', async () => {
  await expect(
    send({ subject: 'large', text: 'x'.repeat(80).concat('\n').repeat(15_000) }),
  ).rejects.toMatchObject({ responseCode: 552 });
  await send({ subject: 'small', text: 'x' });
  expect(sandbox.messages.map(({ subject }) => subject)).toEqual(['small']);
});
