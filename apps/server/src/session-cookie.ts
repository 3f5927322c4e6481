import type { SessionCookie } from '@columnist/core';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

/**
 * The cookie of a session in the headers of a request and its answer. Browsers do not send it along
 * with what other sites
 * make them ask, nor to paths outside /api.
 */
export function sessionCookie(req: Request, res: Response, publicUrl: string): SessionCookie {
  const { protocol, port } = new URL(publicUrl);
  const secure = protocol === 'https:';
  // Cookies are shared by all ports of a host, and each may have an installation.
  const name = `${secure ? '__Secure-' : ''}columnist-session${port === '' ? '' : `-${port}`}`;
  const attributes = { httpOnly: true, sameSite: 'strict', secure, path: '/api' } as const;
  const isBrowser = req.headers.origin !== undefined || req.headers['sec-fetch-site'] !== undefined;
  return {
    isBrowser,
    value: parseCookie(req.headers.cookie ?? '')[name] ?? null,
    give: (value, until) => {
      if (!res.headersSent) res.cookie(name, value, { ...attributes, expires: until });
    },
    take: () => {
      if (isBrowser && !res.headersSent) res.clearCookie(name, attributes);
    },
  };
}
