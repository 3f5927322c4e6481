import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { mailed } from './mailed.ts';
import { asSession, type Answer } from './site.ts';

const tokens = z.object({ refresh_token: z.string() });

/** What a review found in accounts, by its numbers. */
export const accountChecks: readonly Check[] = [
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
