import { createTransport } from 'nodemailer';
import type { MailPort } from './mail.ts';

/** Mail through an SMTP server, e.g. smtps://user:password@host. */
export function smtpMail(smtpUrl: string, from: string): MailPort {
  const transport = createTransport(smtpUrl, { from });
  return {
    send: async ({ to, subject, text, html }) => {
      await transport.sendMail({ to, subject, text, html });
    },
  };
}
