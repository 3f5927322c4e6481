import { allOperations, exampleInputs } from '@columnist/contract';
import { totpCode } from '@columnist/core/testing';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { asSession, login, password, type Answer, type Site } from './site.ts';

const source = (path: string): string =>
  readFileSync(join(resolve(import.meta.dirname, '../..'), path), 'utf8');

/**
 * A new account, whose session was confirmed by registering a moment ago, with an authenticator
 * app; the code that confirmed it, too.
 */
async function withApp(site: Site) {
  const who = await site.newcomer();
  const { secret } = z
    .object({ secret: z.string() })
    .parse((await site.ask('POST', '/api/v1/auth/totp', { headers: asSession(who) })).json());
  const code = totpCode(secret);
  const confirmed = await site.ask('POST', '/api/v1/auth/totp/confirm', {
    headers: asSession(who),
    body: { code },
  });
  mustBe(confirmed, 200, 'the first code');
  const [recovery = ''] = z
    .object({ recovery_codes: z.array(z.string()) })
    .parse(confirmed.json()).recovery_codes;
  return { ...who, secret, code, recovery };
}

async function ticketOf(site: Site, email: string): Promise<string> {
  const refused = await login(site, email, password);
  mustBe(refused, 401, 'the password alone');
  must(!refused.text.includes('access_token'), 'the password alone gives a session');
  return String(refused.json()['ticket']);
}

const complete = (site: Site, ticket: string, given: object): Promise<Answer> =>
  site.ask('POST', '/api/v1/auth/login/complete', { body: { ticket, ...given } });

/** Second factors, and what is asked again, by the numbers of the standard. */
export const factorChecks: readonly Check[] = [
  {
    number: '6.3.3',
    title: 'With a second factor there is no session without it',
    run: async (site) => {
      const [who, other] = [await withApp(site), await withApp(site)];
      const ticket = await ticketOf(site, who.email);
      mustBe(
        await site.ask('GET', '/api/v1/auth/me', { headers: asSession({ session: ticket }) }),
        401,
        'the ticket as a token',
      );
      mustBe(
        await site.ask('POST', '/api/v1/auth/refresh', { body: { refresh_token: ticket } }),
        401,
        'the ticket as a refresh token',
      );
      mustBe(await complete(site, ticket, { code: '000000' }), 401, 'a guess');
      mustBe(
        await complete(site, ticket, { recovery_code: other.recovery }),
        401,
        'the recovery code of another account',
      );
      mustBe(
        await complete(site, ticket, { code: totpCode(other.secret, 1) }),
        401,
        'the code of another account',
      );
      for (let i = 0; i < 2; i++) await complete(site, ticket, { code: '000000' });
      mustBe(
        await complete(site, ticket, { recovery_code: who.recovery }),
        401,
        'the sixth attempt, with the right code',
      );
      return 'a ticket as a token, guesses, what another account has, six attempts';
    },
  },
  {
    number: '6.5.1',
    title: 'A code of an authenticator app and a recovery code work once',
    run: async (site) => {
      const who = await withApp(site);
      mustBe(
        await complete(site, await ticketOf(site, who.email), { code: who.code }),
        401,
        'the code that set the app up',
      );
      const next = totpCode(who.secret, 1);
      mustBe(
        await complete(site, await ticketOf(site, who.email), { code: next }),
        200,
        'the next code',
      );
      mustBe(
        await complete(site, await ticketOf(site, who.email), { code: next }),
        401,
        'the same again',
      );
      mustBe(
        await complete(site, await ticketOf(site, who.email), { recovery_code: who.recovery }),
        200,
        'a recovery code',
      );
      mustBe(
        await complete(site, await ticketOf(site, who.email), { recovery_code: who.recovery }),
        401,
        'the same again',
      );
      return 'each used twice';
    },
  },
  {
    number: '7.5.3',
    title: 'What makes others able to act refuses a session that was not confirmed lately',
    run: async (site) => {
      const session = asSession(await site.newcomer());
      mustBe(
        await site.ask('POST', '/api/v1/auth/verify-password', {
          headers: session,
          body: { password },
        }),
        200,
        'the first password',
      );
      // A change of the password uses up what the session was confirmed by.
      mustBe(
        await site.ask('PUT', '/api/v1/auth/me', {
          headers: session,
          body: { password: 'other beans 8' },
        }),
        200,
        'a change of the password',
      );
      const asking = allOperations.filter(
        ({ confirm, access }) =>
          confirm === 'always' && (access === 'public' || access.role === undefined),
      );
      for (const { path, rest } of asking) {
        const input = exampleInputs(site.dataset)[path] ?? {};
        const method = (rest?.method ?? '').toUpperCase();
        const answer = await site.ask(
          method,
          (rest?.path ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(input[name])),
          { headers: session, ...(method === 'DELETE' ? {} : { body: input }) },
        );
        must(
          answer.status === 403 && answer.json()['code'] === 'reauthentication_required',
          `${path}: ${answer.status} ${answer.text.slice(0, 200)}`,
        );
      }
      mustBe(
        await site.ask('POST', '/api/v1/auth/verify-password', {
          headers: session,
          body: { password: 'other beans 8' },
        }),
        200,
        'the password',
      );
      mustBe(await site.ask('POST', '/api/v1/auth/totp', { headers: session }), 200, 'with it');
      return `${asking.length} operations; those of administrators by the tests of the server`;
    },
  },
  {
    number: '8.4.2',
    title: 'Administrators of a server that others reach need a second factor',
    run: () => {
      must(
        source('apps/server/src/open-core.ts').includes('secondFactorForAdmins: config.exposed'),
        'a server that others reach does not ask for it',
      );
      must(
        source('packages/core/src/context.ts').includes(
          'ctx.settings.secondFactorForAdmins && !ctx.actor.secondFactor',
        ),
        'it is not asked for where every call is admitted',
      );
      const open = allOperations.filter(
        ({ path, access }) =>
          path.startsWith('admin.') &&
          path !== 'admin.setUp' &&
          (access === 'public' || access.role !== 'admin'),
      );
      must(open.length === 0, `${open.map(({ path }) => path).join()} asks for no role`);
      return Promise.resolve(
        'static; the tests of the server ask every operation of the administration',
      );
    },
  },
];
