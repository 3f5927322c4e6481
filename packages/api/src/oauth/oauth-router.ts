import { scopes } from '@columnist/contract';
import { networkOf, throttle, type Core } from '@columnist/core';
import express, { type RequestHandler, type Router } from 'express';
import type { OpenCall } from '../rest/adapter.ts';
import { authorizationServer, resourceOf, routes } from './authorization-server.ts';
import { consentRoutes } from './consent-routes.ts';

/** Where the metadata of the protected resource /mcp is (RFC 9728). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp';

/** OAuth 2.1 for agents: metadata, the authorization server, and the calls of the consent page. */
export function oauthRouter(core: Core, openCall: OpenCall): Router {
  const { publicUrl } = core.settings;
  const router = express.Router();
  const metadata = {
    resource: resourceOf(publicUrl),
    resource_name: 'Columnist',
    authorization_servers: [publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/app/docs/agents`,
  };
  router.get([resourceMetadataPath, '/.well-known/oauth-protected-resource'], (_req, res) =>
    res.setHeader('Access-Control-Allow-Origin', '*').json(metadata),
  );
  const provider = authorizationServer(core);
  // Anyone who connects is not known yet: the network is what is counted.
  const limit =
    (name: string, attempts: number, seconds: number): RequestHandler =>
    async (req, res, next) => {
      await throttle(openCall(req, res, 'rest').serve(null), {
        subject: `oauth-${name}:${networkOf(req.ip ?? '')}`,
        attempts,
        seconds,
      });
      next();
    };
  router.post(routes.registration, limit('register', 200, 3600));
  router.all([routes.authorization, `${routes.authorization}/:uid`], limit('authorize', 120, 60));
  router.use('/oauth', limit('all', 600, 60));
  router.use(consentRoutes(provider, openCall, publicUrl));
  const answer = provider.callback();
  const handle: RequestHandler = (req, res, next) => {
    // Addresses it tells are those of PUBLIC_URL, whatever the request said.
    const { host, protocol } = new URL(publicUrl);
    Object.assign(req.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    });
    answer(req, res).catch(next);
  };
  router.all(
    [
      ...Object.values(routes),
      `${routes.authorization}/:uid`,
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
    ],
    handle,
  );
  return router;
}
