import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { must, mustBe } from './check.ts';
import { asSession, type Answer, type SignedIn, type Site } from './site.ts';

const granted = z.object({ access_token: z.string(), refresh_token: z.string() });

export interface LetIn {
  /** A call of the agent. */
  readonly list: () => Promise<Answer>;
  /** With the latest refresh token it has. */
  readonly refresh: () => Promise<Answer>;
}

/** An agent registers and is let in by somebody, as it goes in a browser. */
export async function letAgentIn({ ask, url }: Site, who: SignedIn): Promise<LetIn> {
  const callback = 'http://127.0.0.1:9/callback';
  const made = await ask('POST', '/oauth/register', {
    body: {
      client_name: 'Agent',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  });
  mustBe(made, 201, 'the registration of an agent');
  const client = String(made.json()['client_id']);
  const verifier = randomBytes(32).toString('base64url');
  const cookies = new Map<string, string>();
  /** Where a page leads to. */
  const follow = async (address: string): Promise<string> => {
    const { pathname, search } = new URL(address, url);
    const answer = await ask('GET', pathname + search, { headers: { Cookie: cookieLine() } });
    keep(answer);
    return answer.headers.get('location') ?? '';
  };
  const cookieLine = (): string =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = ({ headers }: Answer): void => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  const request = await follow(
    `/oauth/authorize?${new URLSearchParams({
      client_id: client,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'read',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${url}/mcp`,
    }).toString()}`,
  );
  const decided = await ask('POST', `${new URL(request, url).pathname}/decision`, {
    headers: { ...asSession(who), Cookie: cookieLine() },
    body: { allow: true, scopes: ['read'], dataset_ids: null, aggregates_only: false },
  });
  mustBe(decided, 200, 'letting the agent in');
  keep(decided);
  const back = new URL(await follow(String(decided.json()['redirect_to'])));
  const token = (fields: Record<string, string>): Promise<Answer> =>
    ask('POST', '/oauth/token', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: client, ...fields }).toString(),
    });
  const answer = await token({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: callback,
    code_verifier: verifier,
  });
  must(answer.status === 200, `the tokens of the agent: ${answer.status} ${answer.text}`);
  const { access_token: access, refresh_token: first } = granted.parse(answer.json());
  let latest = first;
  return {
    list: () =>
      ask('POST', '/mcp', {
        headers: {
          Authorization: `Bearer ${access}`,
          Accept: 'application/json, text/event-stream',
        },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      }),
    refresh: async () => {
      const next = await token({ grant_type: 'refresh_token', refresh_token: latest });
      latest = granted.safeParse(next.json()).data?.refresh_token ?? latest;
      return next;
    },
  };
}
