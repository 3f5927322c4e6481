import { AppError, isDrawnLine, refuseBrokenText, scopes } from '@columnist/contract';
import type { Core } from '@columnist/core';
import { createPrivateKey } from 'node:crypto';
import Provider, { errors, interactionPolicy, type Configuration, type JWK } from 'oidc-provider';
import { z } from 'zod';
import { escapeHtml } from '../escape-html.ts';
import { adapterOf } from './adapter-of.ts';
import { publicFetch } from './fetch-public.ts';
import { leavesMachine, refuseRedirect } from './refuse-redirect.ts';

/** The protected resource that tokens are made for (RFC 8707). */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`;

const minutes = 60;
const days = 24 * 60 * minutes;
/** Of a document that an agent's maker publishes. */
const documentBytes = 64 * 1024;

/** Paths that the authorization server answers itself. */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/**
 * OAuth 2.1 for agents, by oidc-provider: authorization codes with PKCE for public clients that
 * registered themselves (RFC 7591)
 * or have a client ID metadata document, which is fetched from no private address. Access tokens
 * are for /mcp alone.
 */
export function authorizationServer(core: Core): Provider {
  const { publicUrl } = core.settings;
  const resource = resourceOf(publicUrl);
  const configuration: Configuration = {
    adapter: (model) => adapterOf(model, core),
    routes,
    scopes: ['openid', 'offline_access', ...scopes],
    jwks: { keys: core.secrets.oauthKeys.map(signingKey) },
    cookies: {
      keys: core.secrets.oauthKeys.map((key) => key.toString('base64url')),
      names: {
        session: 'columnist_oauth',
        interaction: 'columnist_request',
        resume: 'columnist_resume',
      },
    },
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_modes: ['query'],
      id_token_signed_response_alg: 'EdDSA',
    },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    // Metadata documents and sector identifiers lie at addresses that strangers name.
    fetch: publicFetch(),
    fetchResponseBodyLimits: {
      'client_id metadata document': documentBytes,
      sector_identifier_uri: documentBytes,
      jwks_uri: documentBytes,
    },
    extraClientMetadata: {
      properties: ['redirect_uris', 'client_name', 'response_modes'],
      validator: (_ctx, name, value) => {
        if (name === 'response_modes') return refuseModes(value);
        // The name is kept in clear beside the grant, and a database takes no broken text.
        if (name === 'client_name') return refuseName(value);
        for (const address of z.array(z.string()).safeParse(value).data ?? []) {
          const reason = refuseRedirect(address);
          if (reason !== null)
            throw new errors.InvalidClientMetadata(
              `redirect_uris: ${JSON.stringify(address.slice(0, 200))} ${reason}`,
            );
        }
      },
    },
    interactions: {
      policy: policy(),
      url: (_ctx, interaction) => `/oauth/request/${interaction.uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      // Its endpoint would be named in the metadata; requests of public clients come by the browser.
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, indicator) => {
          if (indicator !== resource)
            throw new errors.InvalidTarget(`Tokens are made for ${resource} alone.`);
          return {
            scope: scopes.join(' '),
            audience: resource,
            accessTokenTTL: 60 * minutes,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
    discovery: { service_documentation: `${publicUrl}/app/docs/agents` },
    findAccount: async (_ctx, id) =>
      (await core.isActive(id)) ? { accountId: id, claims: () => ({ sub: id }) } : undefined,
    // What was decided in this request counts, and no decision of another day.
    loadExistingGrant: (ctx) => {
      const id = ctx.oidc.result?.consent?.grantId;
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id);
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: 60 * minutes,
      AuthorizationCode: minutes,
      Grant: 365 * days,
      Interaction: 30 * minutes,
      RefreshToken: 30 * days,
      Session: 60 * minutes,
    },
    renderError: (ctx, { error, error_description: description }) => {
      showError(ctx, description ?? error);
    },
  };
  const provider = new QueryProvider(publicUrl, configuration);
  provider.proxy = true;
  // Anybody may register a client, so nobody is sent to its address before they have answered a
  // question of ours, not even with an error (RFC 9700, 4.11.2). A program on the person's own machine
  // is answered, as it waits.
  provider.use(async (ctx, next) => {
    await next();
    const metadata = z
      .looseObject({ response_modes_supported: z.array(z.string()) })
      .safeParse(ctx.body);
    if (metadata.success) ctx.body = { ...metadata.data, response_modes_supported: ['query'] };
    if (ctx.path !== routes.authorization) return;
    const to = ctx.response.get('location');
    if (!leavesMachine(to) || new URL(to).origin === new URL(publicUrl).origin) return;
    const { error, error_description: description } = Object.fromEntries(new URL(to).searchParams);
    ctx.remove('location');
    ctx.status = 400;
    showError(ctx, description ?? error ?? 'The request cannot be answered.');
  });
  provider.on('server_error', (_ctx, error: Error) =>
    core.log.error({ err: error }, 'oauth request failed'),
  );
  return provider;
}

/**
 * Answers in the query of a redirect alone. A form that sends itself (form_post) would go out before
 * anybody was asked, past what looks at redirects, and our pages run no script of it. The fragment
 * is kept for the library's refusals of response types that it would answer there; clients may not
 * ask for it.
 */
class QueryProvider extends Provider {
  override registerResponseMode(
    ...[name, handler]: Parameters<Provider['registerResponseMode']>
  ): void {
    if (name === 'query' || name === 'fragment') super.registerResponseMode(name, handler);
  }
}

function refuseModes(value: unknown): void {
  if (!z.array(z.literal('query')).optional().safeParse(value).success)
    throw new errors.InvalidClientMetadata(
      "response_modes: Answers are sent in the 'query' alone.",
    );
}

/** A page in place of an answer to the client. */
function showError(ctx: { type: string; body: unknown }, detail: string): void {
  ctx.type = 'html';
  ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Columnist</title><h1>The agent could not be connected</h1><p>${escapeHtml(detail)}</p><p><a href="/app/dashboard">To the dashboard</a></p>`;
}

function refuseName(value: unknown): void {
  if (typeof value === 'string' && !isDrawnLine(value))
    throw new errors.InvalidClientMetadata(
      'client_name: One line, of characters that can be seen; none that nothing is drawn for, ' +
        'such as a zero-width space.',
    );
  try {
    refuseBrokenText({ client_name: value });
  } catch (error) {
    if (error instanceof AppError) throw new errors.InvalidClientMetadata(error.message);
    throw error;
  }
}

/**
 * Who is asked signs in and decides again each time: a browser that once let an agent in may be
 * somebody else's by now.
 */
function policy(): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base();
  const { Check } = interactionPolicy;
  prompts
    .get('login')
    ?.checks.add(
      new Check(
        'each_time',
        'The user decides each time.',
        'login_required',
        (ctx) => ctx.oidc.result?.login === undefined,
      ),
    );
  return prompts;
}

/** Ed25519 (RFC 8037); OAuth clients get no ID tokens, but the metadata wants a key. */
function signingKey(seed: Buffer): JWK {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const { kty, crv, d, x } = z
    .object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), d: z.string(), x: z.string() })
    .parse(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }));
  return { kty, crv, d, x, alg: 'EdDSA', use: 'sig' };
}
