import { AppError, scopes } from '@columnist/contract';
import { grantAgent, recordAudit } from '@columnist/core';
import express, { type RequestHandler, type Router } from 'express';
import type Provider from 'oidc-provider';
import { z } from 'zod';
import type { OpenCall } from '../rest/adapter.ts';
import { resourceOf } from './authorization-server.ts';

const decision = z.discriminatedUnion('allow', [
  z.strictObject({ allow: z.literal(false) }),
  z.strictObject({
    allow: z.literal(true),
    scopes: z.array(z.enum(scopes)),
    dataset_ids: z.array(z.uuid()).max(1000).nullable(),
    aggregates_only: z.boolean(),
  }),
]);

/**
 * What the consent page of the client asks: who wants in, and here is what the user decided. Both
 * calls lie under the address of
 * the request, where alone its cookie is sent: a link to somebody else's request is worth nothing.
 */
export function consentRoutes(provider: Provider, openCall: OpenCall, publicUrl: string): Router {
  const details: RequestHandler = async (req, res) => {
    const { params } = await provider.interactionDetails(req, res).catch(tooLate);
    res.json(await describe(provider, params));
  };
  const decide: RequestHandler = async (req, res) => {
    const ctx = openCall(req, res, 'trpc');
    const actor = await ctx.actor();
    if (actor?.via !== 'session') throw new AppError('unauthenticated', 'Not authenticated');
    const parsed = decision.safeParse(req.body);
    if (!parsed.success)
      throw new AppError('invalid_input', 'The decision is incomplete.', {
        errors: [{ field: 'scopes', message: 'Choose what the agent may do.' }],
      });
    const { params } = await provider.interactionDetails(req, res).catch(tooLate);
    const finish = async (result: Parameters<Provider['interactionResult']>[2]) =>
      res.json({ redirect_to: await provider.interactionResult(req, res, result) });
    if (!parsed.data.allow) {
      await recordAudit(ctx.serve(actor), {
        action: 'auth.refuseAgent',
        target: (await describe(provider, params)).name,
        outcome: 'done',
      });
      await finish({
        error: 'access_denied',
        error_description: 'The user did not let the agent in.',
      });
      return;
    }
    const {
      scopes: allowed,
      dataset_ids: datasetIds,
      aggregates_only: aggregatesOnly,
    } = parsed.data;
    const client = await describe(provider, params);
    const grant = new provider.Grant({ accountId: actor.user.id, clientId: client.client_id });
    const denied = client.requested.filter((scope) => !allowed.includes(scope));
    const resource = resourceOf(publicUrl);
    // Of the resource and, as registration wants scopes to be the server's too, of the server.
    // 'openid' and its like mean nothing here.
    grant.addOIDCScope(['openid', 'offline_access', ...allowed].join(' '));
    grant.addResourceScope(resource, allowed.join(' '));
    if (denied.length > 0) {
      grant.rejectOIDCScope(denied.join(' '));
      grant.rejectResourceScope(resource, denied.join(' '));
    }
    const id = await grant.save();
    await grantAgent(ctx.serve(actor), {
      id,
      clientId: client.client_id,
      clientName: client.name,
      redirectHost: client.redirect_host,
      scopes: allowed,
      datasetIds,
      aggregatesOnly,
    }).catch(async (error: unknown) => {
      // What the product refuses leaves nothing at the authorization server.
      await grant.destroy();
      throw error;
    });
    await finish({
      login: { accountId: actor.user.id, remember: false },
      consent: { grantId: id },
    });
  };
  const router = express.Router();
  router.get('/oauth/request/:uid', (req, res) =>
    res.redirect(303, `/app/connect/${encodeURIComponent(req.params.uid)}`),
  );
  router.get('/oauth/request/:uid/details', details);
  router.post('/oauth/request/:uid/decision', express.json({ limit: '64kb' }), decide);
  return router;
}

const tooLate = (cause: unknown): never => {
  throw new AppError(
    'not_found',
    'This request of an agent has ended, or was begun in another browser.',
    { fix: 'Connect the agent again.' },
    { cause },
  );
};

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  scope: z.string().optional(),
});
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Who asks for what. The name is the agent's own word; where the answer goes to is a fact. */
async function describe(provider: Provider, params: unknown) {
  const { client_id: clientId, redirect_uri: redirectUri, scope = '' } = asked.parse(params);
  const client = await provider.Client.find(clientId);
  if (client === undefined)
    throw new AppError('not_found', 'This agent is not registered any more.', {
      fix: 'Connect the agent again.',
    });
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === 'http:' && !loopback.has(hostname))
    throw new AppError('forbidden', 'This agent wants its answer over an unprotected connection.');
  const isPrivate = protocol !== 'http:' && protocol !== 'https:';
  const named = new Set(scope.split(' '));
  const requested = scopes.filter((one) => named.has(one));
  return {
    client_id: clientId,
    name: client.clientName?.slice(0, 100) ?? (isPrivate ? protocol : host),
    // What follows a private scheme is for the app that has it, and names nobody:
    // com.example.app://claude.ai goes to no claude.ai.
    redirect_host: isPrivate
      ? `an app on this computer (${protocol})`
      : loopback.has(hostname)
        ? 'this computer'
        : host,
    requested: requested.length === 0 ? scopes.filter((one) => one !== 'write') : requested,
  };
}
