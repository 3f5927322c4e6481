import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { withOwnSite } from './own-site.ts';
import { asSession, password, type Answer, type Site } from './site.ts';

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const madeKey = z.object({
  api_key: z.string(),
  key: z.object({ id: z.string(), created_at: z.string(), expires_at: z.string().nullable() }),
});
const daysOf = ({
  created_at: from,
  expires_at: to,
}: z.infer<typeof madeKey>['key']): number | null =>
  to === null ? null : (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** What a browser's page sends along. */
const asBrowser = (site: Site): Record<string, string> => ({
  Origin: site.url,
  'Sec-Fetch-Site': 'same-origin',
});
async function signIn(site: Site, email: string) {
  const answer = await site.ask('POST', '/api/v1/auth/login', {
    body: { email, password },
    headers: asBrowser(site),
  });
  mustBe(answer, 200, 'a log-in');
  return { line: answer.headers.get('set-cookie') ?? '', ...tokens.parse(answer.json()) };
}

/**
 * What a review found about keys, passwords and tokens, by its numbers; the cookie by that of the
 * standard.
 */
export const credentialChecks: readonly Check[] = [
  {
    number: 'M8',
    title: 'Keys have names, scopes and an end, are shown once, and end alone',
    // On a server of its own: the calls of earlier checks fill the minute of an account.
    run: () =>
      withOwnSite(async (site) => {
        const session = asSession(site.mallory);
        mustBe(
          await site.ask('POST', '/api/v1/auth/verify-password', {
            headers: session,
            body: { password },
          }),
          200,
          'the password',
        );
        const make = (more: object): Promise<Answer> =>
          site.ask('POST', '/api/v1/auth/api-keys', {
            headers: { ...session, 'Idempotency-Key': 'M8' },
            body: { name: 'M8', scopes: ['analyse'], ...more },
          });
        for (const days of [0, 366, 1e9])
          mustBe(await make({ expires_in_days: days }), 422, `an end in ${days} days`);
        const answer = await make({});
        mustBe(answer, 201, 'a key');
        const { api_key: key, key: made } = madeKey.parse(answer.json());
        must(daysOf(made) === 90, `it works for ${daysOf(made)} days`);
        mustBe(await make({}), 409, 'a second one of the same name');
        must(
          !(await site.ask('GET', '/api/v1/auth/api-keys', { headers: session })).text.includes(
            key.slice(9),
          ),
          'the list shows the key',
        );
        const statistics = (): Promise<Answer> =>
          site.ask('POST', '/api/v1/statistics', {
            headers: { 'API-Key': key },
            body: { data: { x: [1, 2, 3] } },
          });
        mustBe(await statistics(), 200, 'what it may do');
        mustBe(
          await site.ask('GET', '/api/v1/datasets', { headers: { 'API-Key': key } }),
          403,
          'what it may not do',
        );
        for (const path of ['api-keys', 'api-key', 'me', 'sessions'])
          mustBe(
            await site.ask('GET', `/api/v1/auth/${path}`, { headers: { 'API-Key': key } }),
            403,
            path,
          );
        mustBe(
          await site.ask('DELETE', `/api/v1/auth/api-keys/${made.id}`, {
            headers: asSession(site.alice),
          }),
          404,
          'somebody else revokes it',
        );
        mustBe(
          await site.ask('DELETE', `/api/v1/auth/api-keys/${made.id}`, { headers: session }),
          204,
          'its owner revokes it',
        );
        mustBe(await statistics(), 401, 'the revoked key');
        mustBe(
          await site.ask('GET', '/api/v1/datasets', { headers: { 'API-Key': site.mallory.key } }),
          200,
          'the key of the account',
        );
        return 'made, repeated, listed, used, revoked; the secret is in one answer alone';
      }),
  },
  {
    number: 'L21',
    title: 'Common passwords are refused, by a published list',
    run: async (site) => {
      const common = ['Corvette', 'mercedes', 'qazwsxedc', '00000000', '987654321'];
      for (const one of common) {
        const answer = await site.ask('POST', '/api/v1/auth/reset-password', {
          body: { token: 'none', password: one },
        });
        mustBe(answer, 422, one);
        must(answer.text.includes('one of the most common'), `${one} was taken`);
      }
      const other = await site.ask('POST', '/api/v1/auth/reset-password', {
        body: { token: 'none', password: 'eleven zebras graze' },
      });
      must(!other.text.includes('most common'), 'a good password was refused');
      return `${common.length} that the list of 90 had not, or that are regular`;
    },
  },
  {
    number: '3.3.4',
    title:
      'A refresh token of a browser is worth nothing without a cookie that no script and no other site can use',
    run: async (site) => {
      const [victim, thief] = [
        await signIn(site, site.alice.email),
        await signIn(site, site.mallory.email),
      ];
      for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api'])
        must(
          victim.line.includes(attribute),
          `the cookie has no ${attribute}: ${victim.line.replace(/=[\w-]+/, '=…')}`,
        );
      const cookieOf = ({ line }: { readonly line: string }): string => line.split(';')[0] ?? '';
      const refresh = (token: string, headers: Record<string, string> = {}): Promise<Answer> =>
        site.ask('POST', '/api/v1/auth/refresh', { body: { refresh_token: token }, headers });
      mustBe(await refresh(victim.refresh_token), 401, 'the token alone');
      mustBe(
        await refresh(victim.refresh_token, asBrowser(site)),
        401,
        'the token from another browser',
      );
      mustBe(
        await site.ask('GET', '/api/v1/auth/me', {
          headers: { Cookie: cookieOf(victim), ...asBrowser(site) },
        }),
        401,
        'the cookie alone',
      );
      const next = await refresh(victim.refresh_token, { Cookie: cookieOf(victim) });
      mustBe(next, 200, 'both');
      const { refresh_token: stolen } = tokens.parse(next.json());
      mustBe(
        await refresh(stolen, { Cookie: cookieOf(thief) }),
        401,
        'with the cookie of the thief',
      );
      mustBe(
        await refresh(stolen, { Cookie: cookieOf(victim) }),
        401,
        'the session after the theft',
      );
      return 'alone, from another browser, with another cookie';
    },
  },
];
