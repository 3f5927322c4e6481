import { Router } from 'express';
import { loopbackOnly } from '../loopback-only.ts';
import { renderMail, renderMailbox } from './mail-pages.ts';
import type { Mailbox } from './mailbox.ts';

const headers = {
  'Cache-Control': 'no-store',
  // The message's frame inherits this policy: its inline styles show, its scripts and remote
  // pictures do not load.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Pages of the mailbox: a list, and each message. */
export function createMailRouter(mailbox: Mailbox): Router {
  const router = Router();
  router.use(loopbackOnly, (_request, response, next) => {
    response.set(headers);
    next();
  });
  router.get('/', (request, response) => {
    response.type('html').send(renderMailbox(mailbox.messages, request.baseUrl));
  });
  router.get('/:id', (request, response) => {
    const mail = mailbox.find(request.params.id);
    if (mail === undefined)
      response.status(404).type('text').send('There is no such message (any more).\n');
    else response.type('html').send(renderMail(mail, request.baseUrl));
  });
  return router;
}
