import express, { type Router } from 'express';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly receivedAt: Date;
}

export interface MailSandbox {
  readonly smtpUrl: string;
  /** Pages /sandbox/mail and /sandbox/mail/:id, for loopback visitors alone. */
  readonly router: Router;
  readonly messages: readonly ReceivedMail[];
  close(): Promise<void>;
}

const kept = 100;

/** A real SMTP server on loopback that keeps what it gets in memory and shows it on a page. */
export async function createMailSandbox(options: { onMail?: (mail: ReceivedMail) => void } = {}): Promise<MailSandbox> {
  const messages: ReceivedMail[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: 1024 * 1024,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          count += 1;
          const received = { id: count, to: session.envelope.rcptTo.map((to) => to.address).join(', '), subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '', receivedAt: new Date() };
          messages.unshift(received);
          messages.length = Math.min(messages.length, kept);
          options.onMail?.(received);
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    router: mailPages(messages),
    messages,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function mailPages(messages: readonly ReceivedMail[]): Router {
  const router = express.Router();
  router.use('/sandbox', (req, res, next) => {
    if (!loopback.test(req.socket.remoteAddress ?? '') || !loopbackHost.test(req.headers.host ?? '')) {
      res.status(404).end();
      return;
    }
    res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation");
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  router.get('/sandbox/mail', (_req, res) => {
    const rows = messages.map((mail) => `<li><a href="/sandbox/mail/${mail.id}">${escapeHtml(mail.subject)}</a> to ${escapeHtml(mail.to)}, ${mail.receivedAt.toISOString()}</li>`).join('');
    res.type('html').send(page('Test mailbox', `<p>Messages that this server sent since it started; none has left this machine.</p><ul>${rows || '<li>No message yet.</li>'}</ul>`));
  });
  router.get('/sandbox/mail/:id', (req, res) => {
    const mail = messages.find((candidate) => String(candidate.id) === req.params.id);
    if (mail === undefined) {
      res.status(404).type('html').send(page('Not found', '<p>There is no such message. <a href="/sandbox/mail">All messages</a></p>'));
      return;
    }
    const body = `<p><a href="/sandbox/mail">All messages</a></p><p>To ${escapeHtml(mail.to)}, ${mail.receivedAt.toISOString()}</p><iframe sandbox="allow-top-navigation-by-user-activation allow-popups" srcdoc="${escapeHtml(mail.html)}" title="Message"></iframe><h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>`;
    res.type('html').send(page(mail.subject, body));
  });
  return router;
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>body{font:14px/1.5 system-ui,sans-serif;max-width:50em;margin:2em auto;padding:0 1em}iframe{width:100%;height:26em;border:1px solid #dbe1e1}pre{white-space:pre-wrap;background:#f5f7f7;padding:1em}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
