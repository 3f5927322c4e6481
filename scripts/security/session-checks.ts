import { createHmac } from 'node:crypto';
import { must, mustBe, type Check } from './check.ts';
import { comesTo, withOwnSite } from './own-site.ts';
import { asSession, freshEmail, login, password, type Answer } from './site.ts';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Log-ins, passwords and tokens, by the numbers of the standard. */
export const sessionChecks: readonly Check[] = [
  {
    number: '2.4.1',
    title: 'Automated log-ins are slowed down',
    run: async (site) => {
      const email = freshEmail();
      const statuses: number[] = [];
      for (let i = 0; i < 25; i++)
        statuses.push((await login(site, email, `guess number ${i}`)).status);
      const refused = statuses.indexOf(429);
      must(refused > 0 && refused <= 20, `no refusal in 25 guesses: ${statuses.join()}`);
      return `429 after ${refused} guesses`;
    },
  },
  {
    number: '6.2.1',
    title: 'Passwords: at least 8, at most 128 characters, any Unicode, the common ones refused',
    run: async (site) => {
      for (const secret of ['short 7', 'a'.repeat(129), 'password', '12345678', 'qwertyuiop'])
        mustBe(await site.register({ password: secret }), 422, JSON.stringify(secret.slice(0, 12)));
      mustBe(await site.register({ password: 'пароль из строк 豆 🫘' }), 201, 'Unicode');
      mustBe(
        await site.register({ password: 'a long one of words '.repeat(6) }),
        201,
        '120 characters',
      );
      return 'five refused, two taken';
    },
  },
  {
    number: '6.2.3',
    title: 'Changing a password needs the current one',
    run: async (site) => {
      const session = asSession(await site.newcomer());
      const change = (secret: string): Promise<Answer> =>
        site.ask('PUT', '/api/v1/auth/me', { headers: session, body: { password: secret } });
      const verify = (typed: string): Promise<Answer> =>
        site.ask('POST', '/api/v1/auth/verify-password', {
          headers: session,
          body: { password: typed },
        });
      mustBe(await change('another of beans 8'), 403, 'right after the registration');
      mustBe(await verify('wrong of beans 9'), 403, 'a wrong one');
      mustBe(await change('another of beans 8'), 403, 'after a wrong one');
      mustBe(await verify(password), 200, 'the right one');
      mustBe(await change('another of beans 8'), 200, 'after the right one');
      mustBe(await change('a third of beans 9'), 403, 'a second time');
      return '403';
    },
  },
  {
    number: '6.3.8',
    title: 'Log-in, forgotten passwords and resent mail do not tell who has an account',
    run: async (site) => {
      const unknown = freshEmail();
      const shape = ({ status, json }: Answer): string =>
        JSON.stringify([status, { ...json(), request_id: 0 }]);
      for (const [path, body] of [
        ['login', { password: 'not the one 1' }],
        ['forgot-password', {}],
        ['resend-verification', {}],
      ] as const) {
        const [one, other] = [
          await site.ask('POST', `/api/v1/auth/${path}`, {
            body: { email: site.alice.email, ...body },
          }),
          await site.ask('POST', `/api/v1/auth/${path}`, { body: { email: unknown, ...body } }),
        ];
        must(shape(one) === shape(other), `${path}: ${shape(one)} / ${shape(other)}`);
      }
      const time = async (email: string): Promise<number> => {
        const begin = performance.now();
        mustBe(await login(site, email, 'not the one 2'), 401, 'a wrong password');
        return performance.now() - begin;
      };
      // The shortest of several: what other programs of the machine take makes times longer, never
      // shorter. On a busy one it takes more of them, of other accounts: each has ten tries.
      let [known, not] = [Infinity, Infinity];
      const areAlike = (): boolean => known / not < 1.5 && not / known < 1.5;
      for (let account = 0; account < 4 && !areAlike(); account++) {
        const { email } = account === 0 ? site.alice : await site.newcomer();
        const nobody = freshEmail();
        for (let round = 0; round < 8; round++) {
          known = Math.min(known, await time(email));
          not = Math.min(not, await time(nobody));
        }
      }
      must(areAlike(), `times differ: ${known.toFixed(0)} and ${not.toFixed(0)} ms`);
      return `same text; ${known.toFixed(0)} and ${not.toFixed(0)} ms`;
    },
  },
  {
    number: '7.2.1',
    title: 'Tokens that are made up, changed or of another kind are refused',
    run: async (site) => {
      const [header = '', payload = '', signature = ''] = site.alice.session.split('.');
      const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
      must(typeof claims === 'object' && claims !== null, 'no claims');
      const forged = [
        `${base64({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
        `${base64({ alg: 'none' })}.${payload}.${signature}`,
        ...['', 'secret', 'columnist', 'changeme', site.url].map(
          (key) =>
            `${header}.${payload}.${createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url')}`,
        ),
        `${header}.${base64({ ...Object(claims), sub: '01900000-0000-7000-8000-000000000000' })}.${signature}`,
        `${base64({ alg: 'HS512', typ: 'at+jwt' })}.${payload}.${signature}`,
        `${base64({ alg: 'HS256', typ: 'at+jwt', jwk: { kty: 'oct', k: 'AA' } })}.${payload}.${signature}`,
        `${header}.${payload}.`,
        `${header}.${payload}`,
        'null',
        'undefined',
        '..',
        site.alice.key.slice(0, -1),
      ];
      for (const token of forged)
        mustBe(
          await site.ask('GET', '/api/v1/auth/me', {
            headers: { Authorization: `Bearer ${token}` },
          }),
          401,
          token.slice(0, 40),
        );
      return `${forged.length} tokens`;
    },
  },
  {
    number: '7.4.1',
    title: 'Logging out ends the session on the server; a used refresh token ends the family',
    run: async (site) => {
      const { access_token: access, refresh_token: refresh } = (
        await login(site, site.mallory.email, password)
      ).json();
      const again = async (): Promise<Answer> =>
        site.ask('POST', '/api/v1/auth/refresh', { body: { refresh_token: refresh } });
      mustBe(
        await site.ask('POST', '/api/v1/auth/logout', {
          headers: { Authorization: `Bearer ${String(access)}` },
        }),
        204,
        'logout',
      );
      mustBe(
        await site.ask('GET', '/api/v1/auth/me', {
          headers: { Authorization: `Bearer ${String(access)}` },
        }),
        401,
        'the access token after it',
      );
      mustBe(await again(), 401, 'the refresh token after it');
      return '401 for both tokens';
    },
  },
  {
    number: '7.4.2',
    title: 'A log-in that began before its account was deactivated opens no session',
    run: () =>
      withOwnSite(async (site) => {
        const { email } = await site.person();
        const user = 'select id from user_account where email = $1';
        const [found] = await site.sql(user, [email]);
        // As the deactivation does: it holds the user until a log-in, whose password was right
        // already, waits for them.
        const deactivated = site.sql(`do $$ begin
          perform 1 from user_account where id = '${String(found?.['id'])}' for update;
          for i in 1..1200 loop
            exit when exists (select from pg_locks where not granted);
            perform pg_sleep(0.05);
          end loop;
          update session set revoked_at = now() where user_id = '${String(found?.['id'])}';
          update user_account set is_active = false where id = '${String(found?.['id'])}';
        end $$`);
        await comesTo('the deactivation', async () => {
          const [held] = await site.sql(
            "select count(*)::int as n from pg_locks where granted and mode = 'RowShareLock' and relation = 'user_account'::regclass",
          );
          return Number(held?.['n']) > 0;
        });
        const answer = await login(site, email, password);
        await deactivated;
        mustBe(answer, 401, 'the log-in');
        const [open] = await site.sql(
          `select count(*)::int as n from session where user_id = (${user}) and revoked_at is null`,
          [email],
        );
        must(open?.['n'] === 0, `${String(open?.['n'])} sessions are left`);
        await site.sql('update user_account set is_active = true where email = $1', [email]);
        mustBe(await login(site, email, password), 200, 'a log-in after it is active again');
        return 'held by its lock until it was deactivated: 401, and no session';
      }),
  },
  {
    number: '10.4.1',
    title: 'The authorization server sends codes to registered addresses alone, and asks for PKCE',
    run: async (site) => {
      const made = await site.ask('POST', '/oauth/register', {
        body: {
          client_name: 'check',
          redirect_uris: ['http://127.0.0.1:9/callback'],
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      });
      mustBe(made, 201, 'registration');
      const client = String(made.json()['client_id']);
      const ask = (more: Record<string, string>): Promise<Answer> =>
        site.ask(
          'GET',
          `/oauth/authorize?${new URLSearchParams({ client_id: client, response_type: 'code', redirect_uri: 'http://127.0.0.1:9/callback', scope: 'read', ...more }).toString()}`,
        );
      const elsewhere = await ask({
        redirect_uri: 'https://evil.example/',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      });
      must(
        elsewhere.status >= 400 && !(elsewhere.headers.get('location') ?? '').includes('evil'),
        `sent to another address: ${elsewhere.status} ${elsewhere.headers.get('location')}`,
      );
      const plain = await ask({});
      must(
        !/[?&]code=/.test(plain.headers.get('location') ?? '') &&
          (plain.status >= 400 || (plain.headers.get('location') ?? '').includes('error=')),
        `without PKCE: ${plain.status} ${plain.headers.get('location')}`,
      );
      return 'another address and no PKCE refused';
    },
  },
];
