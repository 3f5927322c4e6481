import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { asSession, type Answer, type SignedIn, type Site } from './site.ts';

const tokens = z.object({ refresh_token: z.string() });

/** The link of a message of this subject, when it has been sent. */
async function mailed(site: Site, email: string, subject: string): Promise<URL> {
  for (let tries = 0; tries < 150; tries++) {
    const link = new RegExp(`Mail to ${email}: ${subject}[^\\n]*\\n\\s+its link: (\\S+)`).exec(
      site.server.output(),
    )?.[1];
    if (link !== undefined) return new URL(link);
    await wait(200);
  }
  throw new Error(`${subject} was not sent`);
}
const verified = async (site: Site, who: SignedIn): Promise<boolean> =>
  (await site.ask('GET', '/api/v1/auth/me', { headers: asSession(who) })).json()[
    'email_verified'
  ] === true;
const verify = (site: Site, link: URL, secret: string): Promise<Answer> =>
  site.ask('POST', '/api/v1/auth/verify-email', {
    body: { token: link.searchParams.get('token'), password: secret },
  });

/** What a review found in accounts, by its numbers. */
export const accountChecks: readonly Check[] = [
  {
    number: 'H2',
    title:
      'An address that somebody else registered is not verified by opening the link, and a reset ends what they made',
    run: async (site) => {
      const attacker = await site.newcomer();
      const link = await mailed(site, attacker.email, 'Verify your email address');
      for (const method of ['GET', 'HEAD', 'GET'])
        await site.ask(method, link.pathname + link.search);
      must(!(await verified(site, attacker)), 'a mail scanner verified the address');
      mustBe(
        await verify(site, link, 'what the owner guesses 1'),
        403,
        'a link without the password of the account',
      );
      // The worst: the attacker has the address verified all the same, and makes a key.
      mustBe(
        await site.ask('POST', '/api/v1/auth/me/verify-email', {
          headers: asSession(attacker),
          body: { token: link.searchParams.get('token') },
        }),
        204,
        'with the session that registered',
      );
      const made = await site.ask('POST', '/api/v1/auth/api-key/regenerate', {
        headers: asSession(attacker),
      });
      mustBe(made, 200, 'a key');
      const key = { 'API-Key': String(made.json()['api_key']) };
      mustBe(
        await site.ask('POST', '/api/v1/auth/forgot-password', { body: { email: attacker.email } }),
        200,
        'asking for a reset',
      );
      const reset = await mailed(site, attacker.email, 'Reset your password');
      mustBe(
        await site.ask('POST', '/api/v1/auth/reset-password', {
          body: { token: reset.searchParams.get('token'), password: 'the own password 1' },
        }),
        200,
        'the reset',
      );
      mustBe(
        await site.ask('GET', '/api/v1/datasets', { headers: key }),
        401,
        'the key from before',
      );
      mustBe(
        await site.ask('GET', '/api/v1/datasets', { headers: asSession(attacker) }),
        401,
        'the session from before',
      );
      mustBe(
        await site.ask('POST', '/api/v1/auth/refresh', {
          body: { refresh_token: attacker.refresh },
        }),
        401,
        'the refresh token from before',
      );
      return 'three openings, a foreign password; session, key and refresh token after a reset';
    },
  },
  {
    number: 'H3',
    title: 'Nobody becomes an administrator by an address or a guessed token',
    run: async (site) => {
      for (const token of ['guess', randomBytes(32).toString('base64url')])
        mustBe(
          await site.ask('POST', '/api/v1/admin/setup', {
            headers: asSession(site.mallory),
            body: { token },
          }),
          403,
          'a guessed token',
        );
      const token = /set-up token [^:]*: ([\w-]+)/.exec(site.server.output())?.[1];
      must(token !== undefined, 'the server printed no token');
      must(!site.server.log().includes(String(token)), 'the log has the token');
      const unverified = await site.newcomer();
      mustBe(
        await site.ask('POST', '/api/v1/admin/setup', {
          headers: asSession(unverified),
          body: { token },
        }),
        403,
        'an address that is not verified',
      );
      mustBe(
        await site.ask('GET', '/api/v1/admin/users', { headers: asSession(site.mallory) }),
        403,
        'the users for somebody without the role',
      );
      return 'two guesses, an unverified account with the right token';
    },
  },
  {
    number: 'M5',
    title: 'A refresh token that is replayed at once makes no second branch',
    run: async (site) => {
      const { refresh: first } = await site.newcomer();
      const refresh = (token: string): Promise<Answer> =>
        site.ask('POST', '/api/v1/auth/refresh', { body: { refresh_token: token } });
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));
      for (const answer of answers) mustBe(answer, 200, 'a refresh within the grace');
      const branches = new Set(answers.map((answer) => tokens.parse(answer.json()).refresh_token));
      must(branches.size === 1, `${branches.size} branches`);
      const [child = ''] = branches;
      mustBe(await refresh(child), 200, 'the next one');
      mustBe(await refresh(first), 401, 'the grandparent');
      mustBe(await refresh(child), 401, 'the family after the replay');
      return 'ten at once: one token; a later replay ends the family';
    },
  },
  {
    number: 'M10',
    title: 'Mail to a stranger holds nothing of the person who typed the address',
    run: async (site) => {
      const { email } = await site.newcomer('You won http://evil.example');
      await mailed(site, email, 'Verify your email address');
      const message = new RegExp(`Mail to ${email}: [^\n]*?(http://\\S+)`).exec(
        site.server.output(),
      )?.[1];
      must(message !== undefined, 'the message is not in the mailbox');
      const page = await site.ask('GET', new URL(String(message)).pathname);
      mustBe(page, 200, 'the mailbox');
      must(
        !page.text.includes('evil.example') && page.text.includes('Hello,'),
        'the message holds the name',
      );
      return 'a name with an address in it';
    },
  },
];
