import { createTransport } from 'nodemailer';
import type { MailPort } from './mail.ts';

/** A mail server that does not answer must not keep a caller waiting; milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Mail through an SMTP server, e.g. smtps://user:password@host. Throws where the server does not
 * take the message.
 */
export function smtpMail(smtpUrl: string, from: string): MailPort {
  const transport = createTransport({ url: smtpUrl, ...patience }, { from });
  return {
    send: async ({ to, subject, text, html }) => {
      await transport.sendMail({ to, subject, text, html });
    },
  };
}
