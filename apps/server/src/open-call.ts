import { requestIdOf, resourceOf, type CallContext, type OpenCall } from '@columnist/api';
import type { Actor, Core } from '@columnist/core';
import { sessionCookie } from './session-cookie.ts';

const doors = { trpc: 'browser', rest: 'api', mcp: 'agent' } as const;

/**
 * How every door makes the context of a request: who asks (looked up once, when needed), and when
 * to stop.
 */
export function callOpener(core: Core, onEnded: CallContext['onEnded']): OpenCall {
  return (req, res, door) => {
    const controller = new AbortController();
    res.once('close', () => {
      if (!res.writableFinished) controller.abort();
    });
    const facts = {
      signal: controller.signal,
      requestId: requestIdOf(res),
      address: req.ip ?? '',
      userAgent: req.headers['user-agent'] ?? '',
      door: doors[door],
      cookie: sessionCookie(req, res, core.settings.publicUrl),
    };
    let actor: Promise<Actor | null> | undefined;
    return {
      door,
      log: core.log,
      publicUrl: core.settings.publicUrl,
      requestId: facts.requestId,
      signal: facts.signal,
      actor: () =>
        (actor ??= core.authenticate({
          authorization: req.headers.authorization,
          apiKey: [req.headers['api-key']].flat()[0],
          address: facts.address,
          ...(door === 'mcp' ? { audience: resourceOf(core.settings.publicUrl) } : {}),
        })),
      onEnded,
      written: [],
      // REST says it with its problem document, MCP in its text.
      onRefused: ({ details: { retry_after: seconds } }) => {
        if (door === 'trpc' && seconds !== undefined && !res.headersSent)
          res.setHeader(
            'Retry-After',
            Math.max(seconds, Number(res.getHeader('Retry-After') ?? 0)),
          );
      },
      serve: (actor) => core.contextFor({ actor, ...facts }),
      onCounted: ({ rate, quota }) => {
        if (res.headersSent) return;
        if (rate !== undefined)
          res
            .setHeader('RateLimit-Limit', rate.limit)
            .setHeader('RateLimit-Remaining', rate.remaining)
            .setHeader('RateLimit-Reset', rate.resetSeconds);
        if (quota !== undefined)
          res
            .setHeader('Quota-Limit', quota.limit)
            .setHeader('Quota-Used', quota.used)
            .setHeader('Quota-Reset', quota.reset.toISOString());
      },
    };
  };
}
