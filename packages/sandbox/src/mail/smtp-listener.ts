import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server';
import type { Mailbox, ReceivedMail } from './mailbox.ts';

export interface SmtpListener {
  readonly port: number;
  close(): Promise<void>;
}

const maxBytes = 1024 * 1024;

class TooLarge extends Error {
  readonly responseCode = 552;
}

/**
 * An SMTP server (RFC 5321) on 127.0.0.1 that delivers everything into the mailbox. Port 0 takes a
 * free one.
 */
export async function listenForMail(
  mailbox: Mailbox,
  port: number,
  onMail: (mail: ReceivedMail) => void,
): Promise<SmtpListener> {
  const receive = async (
    stream: SMTPServerDataStream,
    { mailFrom, rcptTo }: SMTPServerEnvelope,
  ): Promise<void> => {
    const raw = await buffer(stream);
    if (stream.sizeExceeded) throw new TooLarge(`The message is larger than ${maxBytes} bytes.`);
    const mail = await mailbox.receive(raw, {
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
    });
    onMail(mail);
  };
  const answer = callbackify(receive);
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxBytes,
    onData: (stream, session, done) => answer(stream, session.envelope, done),
  });
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string')
    throw new Error('The sandbox mail server has no port.');
  return {
    port: address.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
