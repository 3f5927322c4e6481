import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smtpMail } from './smtp-mail.ts';

let server: SMTPServer;
let port: number;
let received: Promise<Email>[];

beforeEach(async () => {
  received = [];
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      done(username === 'user' && password === 'p@ss' ? null : new Error('Invalid login'), {
        user: username,
      }),
    onData: (stream, _session, done) => {
      received.push(buffer(stream).then((raw) => PostalMime.parse(raw)));
      stream.once('end', () => done());
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

const message = { to: 'zoe@example.com', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' };

test('sends text and HTML from the configured address', async () => {
  await smtpMail(`smtp://127.0.0.1:${port}`, 'Columnist <noreply@columnist.example>').send(message);
  const [mail] = await Promise.all(received);
  expect({
    from: mail?.from,
    to: mail?.to,
    subject: mail?.subject,
    text: mail?.text,
    html: mail?.html,
  }).toEqual({
    from: { name: 'Columnist', address: 'noreply@columnist.example' },
    to: [{ name: '', address: 'zoe@example.com' }],
    subject: 'Grüße',
    text: 'Hello\n',
    html: '<p>Hello</p>\n',
  });
});

test('signs in as the address says, and throws where it is refused or nobody answers', async () => {
  await smtpMail(`smtp://user:p%40ss@127.0.0.1:${port}`, 'noreply@columnist.example').send(message);
  expect(received).toHaveLength(1);
  await expect(
    smtpMail(`smtp://user:wrong@127.0.0.1:${port}`, 'noreply@columnist.example').send(message),
  ).rejects.toThrow('Invalid login');
  await expect(
    smtpMail('smtp://127.0.0.1:1', 'noreply@columnist.example').send(message),
  ).rejects.toThrow('ECONNREFUSED');
});
