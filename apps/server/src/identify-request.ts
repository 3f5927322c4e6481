import type { Core } from '@columnist/core';
import type { RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';

/**
 * Tokens of upload links and of shared results are parts of paths: somebody who reads the log must
 * not be able to open them.
 */
const pathOf = (url: string): string | undefined =>
  url.split('?')[0]?.replaceAll(/[\w-]{40,}/g, '…');

/**
 * An id for each request, in its answer and in its one log line. No header, query, body or token is
 * logged.
 */
export function identifyRequest(log: Core['log']): RequestHandler {
  return (req, res, next) => {
    const request = randomUUID();
    const started = performance.now();
    res.setHeader('X-Request-Id', request);
    // Four parts of ours wait for the end of an answer, and sending a file adds seven: eleven are
    // no leak.
    res.setMaxListeners(20);
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : 499;
      log.info(
        {
          request,
          method: req.method,
          path: pathOf(req.originalUrl),
          status,
          ms: Math.round(performance.now() - started),
        },
        'request',
      );
    });
    next();
  };
}
