import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { letAgentIn } from './let-agent-in.ts';
import { comesMail, mailed } from './mailed.ts';
import { withOwnSite, type OwnSite } from './own-site.ts';
import { asSession, login, password, type Answer, type Newcomer, type SignedIn } from './site.ts';

const subjects = { verify: 'Verify your email address', reset: 'Reset your password' };
const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const tokenOf = (link: URL): string => link.searchParams.get('token') ?? '';
const verified = async ({ ask }: OwnSite, who: SignedIn): Promise<boolean> =>
  (await ask('GET', '/api/v1/auth/me', { headers: asSession(who) })).json()['email_verified'] ===
  true;
const verifyMine = ({ ask }: OwnSite, who: Pick<SignedIn, 'session'>, link: URL): Promise<Answer> =>
  ask('POST', '/api/v1/auth/me/verify-email', {
    headers: asSession(who),
    body: { token: tokenOf(link) },
  });
const verify = ({ ask }: OwnSite, link: URL, secret: string): Promise<Answer> =>
  ask('POST', '/api/v1/auth/verify-email', { body: { token: tokenOf(link), password: secret } });

/** A link by which a file may be sent, and the sending. */
async function uploadLink({ ask, url }: OwnSite, who: SignedIn): Promise<() => Promise<number>> {
  const made = await ask('POST', '/api/v1/datasets/text', {
    headers: asSession(who),
    body: { name: 'a.csv' },
  });
  mustBe(made, 201, 'an upload link');
  const { pathname } = new URL(String(made.json()['upload_url']));
  return async () => {
    const form = new FormData();
    form.append('file', new Blob(['a\n1\n']), 'a.csv');
    return (await fetch(url + pathname, { method: 'POST', body: form })).status;
  };
}

/**
 * Everything by which somebody can come back to an account: each a call that succeeds as long as it
 * works.
 */
async function waysBack(site: OwnSite, who: Newcomer) {
  const { ask } = site;
  const headers = asSession(who);
  const whole = await ask('POST', '/api/v1/auth/api-key/regenerate', { headers });
  mustBe(whole, 200, 'a key');
  const named = await ask('POST', '/api/v1/auth/api-keys', {
    headers,
    body: { name: 'Left behind', scopes: ['read'] },
  });
  mustBe(named, 201, 'a named key');
  const agent = await letAgentIn(site, who);
  const rows = Array.from({ length: 20 }, (_, i) => `${i * i},${'ab'[i % 2]}`).join('\n');
  const id = String((await site.upload(who, `mass,kind\n${rows}\n`)).json()['id']);
  const shared = await ask('POST', `/api/v1/datasets/${id}/shares`, {
    headers,
    body: {
      question: {
        operation: 'compare_groups',
        options: { method: 'welch_t', value: 'mass', group: 'kind' },
      },
    },
  });
  mustBe(shared, 201, 'a shared link');
  const share = z.object({ url: z.url() }).parse(shared.json()).url.split('/').at(-1);
  const links = [await uploadLink(site, who), await uploadLink(site, who)];
  let { refresh } = who;
  const list = (credential: Record<string, string>) => async (): Promise<number> =>
    (await ask('GET', '/api/v1/datasets', { headers: credential })).status;
  return {
    'the session': list(headers),
    'the key': list({ 'API-Key': String(whole.json()['api_key']) }),
    'the named key': list({ 'API-Key': String(named.json()['api_key']) }),
    'the agent': async () => (await agent.list()).status,
    'the shared link': async () => (await ask('GET', `/api/v1/shared/${share}`)).status,
    'the refresh token': async () => {
      const next = await ask('POST', '/api/v1/auth/refresh', { body: { refresh_token: refresh } });
      refresh = tokens.safeParse(next.json()).data?.refresh_token ?? refresh;
      return next.status;
    },
    'the refresh token of the agent': async () => (await agent.refresh()).status,
    // A link takes one file.
    'the upload link': async () => (await links.pop()?.()) ?? 0,
  };
}

/** Accounts that somebody opened with the address of another person. */
export const hijackChecks: readonly Check[] = [
  {
    number: 'H2',
    title:
      'An address that somebody else registered is not verified by opening the link, and its ' +
      'owner ends all that they made',
    run: () =>
      withOwnSite(async (site) => {
        const { ask, newcomer, sql } = site;
        const attacker = await newcomer();
        const link = await mailed(site, attacker.email, subjects.verify);
        for (const method of ['GET', 'HEAD', 'GET'])
          for (const path of [link.pathname, '/api/v1/auth/verify-email', '/auth/verify-email'])
            await ask(method, path + link.search);
        must(!(await verified(site, attacker)), 'a mail scanner verified the address');
        mustBe(
          await verify(site, link, 'what the owner guesses 1'),
          403,
          'a link without the password of the account',
        );
        must(!(await verified(site, attacker)), 'a wrong password verified the address');
        // Verified from elsewhere, by the password or another session: what was there before ends.
        for (const how of ['password', 'session'] as const) {
          const early = await newcomer();
          const send = await uploadLink(site, early);
          const token = await mailed(site, early.email, subjects.verify);
          const { access_token: other } = tokens.parse(
            (await login(site, early.email, password)).json(),
          );
          mustBe(
            how === 'password'
              ? await verify(site, token, password)
              : await verifyMine(site, { session: other }, token),
            204,
            `verifying by a ${how} of elsewhere`,
          );
          mustBe(
            await ask('GET', '/api/v1/auth/me', { headers: asSession(early) }),
            401,
            `the first session after verifying by a ${how} of elsewhere`,
          );
          must((await send()) === 404, `by a ${how} of elsewhere, an upload link stays`);
          if (how === 'session')
            must(await verified(site, { ...early, session: other }), 'it is not verified');
        }
        // The worst: the attacker has the address verified all the same, and makes whatever there
        // is.
        mustBe(await verifyMine(site, attacker, link), 204, 'with the session that registered');
        await sql("update user_account set granted_pro_until = '2100-01-01' where email = $1", [
          attacker.email,
        ]);
        const ways = await waysBack(site, attacker);
        for (const [name, works] of Object.entries(ways))
          must([200, 201].includes(await works()), `${name} did not work before`);
        for (const subject of ['An API key was created', 'An agent was connected to your account'])
          await comesMail(site, attacker.email, subject);
        mustBe(
          await ask('POST', '/api/v1/auth/forgot-password', { body: { email: attacker.email } }),
          200,
          'asking for a reset',
        );
        const reset = await mailed(site, attacker.email, subjects.reset);
        mustBe(
          await ask('POST', '/api/v1/auth/reset-password', {
            body: { token: tokenOf(reset), password: 'the own password 1' },
          }),
          200,
          'the reset',
        );
        for (const [name, works] of Object.entries(ways)) {
          const status = await works();
          must([400, 401, 404].includes(status), `${name} works after the reset: ${status}`);
        }
        mustBe(await login(site, attacker.email, password), 401, 'the password from before');
        mustBe(await login(site, attacker.email, 'the own password 1'), 200, 'the owner');
        return (
          'openings, a foreign password; the first session after verifying from elsewhere; ' +
          `${Object.keys(ways).join(', ')} after a reset`
        );
      }),
  },
];
