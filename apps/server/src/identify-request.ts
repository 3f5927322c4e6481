import type { Core } from '@columnist/core';
import type { RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';

/** An id for each request, in its answer and in its one log line. No header, query or body is logged. */
export function identifyRequest(log: Core['log']): RequestHandler {
  return (req, res, next) => {
    const request = randomUUID();
    const started = performance.now();
    res.setHeader('X-Request-Id', request);
    // Four parts of ours wait for the end of an answer, and sending a file adds seven: eleven are no leak.
    res.setMaxListeners(20);
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : 499;
      log.info({ request, method: req.method, path: req.originalUrl.split('?')[0], status, ms: Math.round(performance.now() - started) }, 'request');
    });
    next();
  };
}
