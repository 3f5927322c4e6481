import { Router } from 'express';
import { createMailRouter } from './mail-router.ts';
import { Mailbox, type ReceivedMail } from './mailbox.ts';
import { listenForMail } from './smtp-listener.ts';

export interface MailSandboxOptions {
  /** SMTP port on 127.0.0.1; by default a free one. */
  readonly port?: number;
  /** Called for each message, e.g. to print its link. */
  readonly onMail?: (mail: ReceivedMail) => void;
}

export interface MailSandbox {
  /** Where the mail port sends to, smtp://127.0.0.1:PORT. */
  readonly smtpUrl: string;
  /** Pages /sandbox/mail and /sandbox/mail/:id, for loopback visitors alone. */
  readonly router: Router;
  /** The last 100 messages, newest first. */
  readonly messages: readonly ReceivedMail[];
  close(): Promise<void>;
}

/**
 * A mail server for one machine: takes everything over SMTP, delivers nothing, shows it in the
 * browser.
 */
export async function createMailSandbox({
  port = 0,
  onMail = () => undefined,
}: MailSandboxOptions = {}): Promise<MailSandbox> {
  const mailbox = new Mailbox();
  const smtp = await listenForMail(mailbox, port, onMail);
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    router: Router().use('/sandbox/mail', createMailRouter(mailbox)),
    get messages() {
      return mailbox.messages;
    },
    close: () => smtp.close(),
  };
}
