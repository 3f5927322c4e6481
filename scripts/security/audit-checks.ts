import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { withOwnSite } from './own-site.ts';
import { asSession, password, visit } from './site.ts';

const lines = z.object({
  items: z.array(z.object({ action: z.string(), outcome: z.string(), by: z.string() })),
});

/** What a review missed in the audit log, by its number. */
export const auditChecks: readonly Check[] = [
  {
    number: 'M9',
    title:
      'Log-ins, failures, keys, exports and shares are in the audit log, where their owner sees them',
    run: async (site) => {
      const { alice, dataset } = site;
      const login = (secret: string) =>
        site.ask('POST', '/api/v1/auth/login', { body: { email: alice.email, password: secret } });
      mustBe(await login('what a stranger guesses'), 401, 'a wrong password');
      mustBe(await login(password), 200, 'the right one');
      mustBe(
        await site.ask('GET', `/api/v1/datasets/${dataset}/file`, { headers: asSession(alice) }),
        200,
        'a download',
      );
      mustBe(
        await site.ask('POST', '/api/v1/auth/verify-password', {
          headers: asSession(alice),
          body: { password: 'what a thief guesses' },
        }),
        403,
        'a guess within a session',
      );
      mustBe(
        await site.ask('GET', '/api/v1/admin/users', { headers: asSession(alice) }),
        403,
        'the users for somebody without the role',
      );
      const narrowed = await site.ask('POST', '/api/v1/auth/api-keys', {
        headers: asSession(alice),
        body: { name: 'aggregates', scopes: ['read', 'analyse'], aggregates_only: true },
      });
      mustBe(narrowed, 201, 'a key for aggregates');
      mustBe(
        await site.ask('POST', `/api/v1/datasets/${dataset}/aggregate`, {
          headers: { 'API-Key': String(narrowed.json()['api_key']) },
          body: { group_by: [], aggregates: [{ statistic: 'count' }], view: { filter: 'n = 1' } },
        }),
        403,
        'a figure of one row',
      );
      const answer = await site.ask('GET', '/api/v1/auth/activity?limit=200', {
        headers: asSession(alice),
      });
      const listed = new Set(
        lines
          .parse(answer.json())
          .items.map(({ action, outcome, by }) => `${action} ${outcome} ${by}`),
      );
      for (const line of [
        'auth.register done you',
        'auth.regenerateApiKey done you',
        'auth.login denied somebody',
        'auth.login done you',
        'datasets.download done you',
        'auth.verifyPassword denied you',
        'admin.users denied you',
        'datasets.aggregate denied key',
      ])
        must(listed.has(line), `${line} is not in the activity`);
      must(
        !answer.text.includes('guesses') && !answer.text.includes(alice.key),
        'the activity holds a secret',
      );
      const other = await site.ask('GET', '/api/v1/auth/activity?limit=200', {
        headers: asSession(site.mallory),
      });
      must(
        !other.text.includes(alice.email) && !other.text.includes('table.csv'),
        'somebody else sees them',
      );
      return 'eight lines of one account, none of them for another';
    },
  },
  {
    number: '16.2.1',
    findings: ['M9', 'H3'],
    title:
      'What is granted by command is in the audit log, and an address in ADMIN_EMAIL grants nothing',
    run: () =>
      withOwnSite(async (site) => {
        const { alice } = site;
        for (const words of [
          ['grant-pro', alice.email, '10'],
          ['grant-role', alice.email, 'admin'],
        ])
          await site.command(...words);
        const headers = asSession(alice);
        mustBe(await site.ask('GET', '/api/v1/admin/users', { headers }), 200, 'the granted role');
        const { items } = lines.parse(
          (await site.ask('GET', '/api/v1/auth/activity?limit=200', { headers })).json(),
        );
        for (const granted of ['admin.grantPro', 'admin.assignRole'])
          must(
            items.some(({ action, outcome }) => action === granted && outcome === 'done'),
            `${granted} by command is not in the activity`,
          );
        // A line that somebody writes into the table is not taken for one of the server's.
        await site.command('verify-audit');
        await site.sql(
          "insert into audit_entry (id, at, address, request_id, action, outcome, details) values (gen_random_uuid(), now(), '', '', 'admin.removeRole', 'done', '{}')",
        );
        const forged = await site.command('verify-audit').then(
          () => '',
          (error: unknown) => String(error),
        );
        must(
          forged.includes('1 line has no place in the chain'),
          `a line that was written beside the chain is not reported: ${forged}`,
        );
        // Nobody has the role when the server starts with an address in ADMIN_EMAIL.
        await site.sql('delete from user_role');
        const server = await site.restart({ ADMIN_EMAIL: alice.email });
        mustBe(
          await visit(server.url).ask('GET', '/api/v1/admin/users', { headers }),
          403,
          'the users for the address in ADMIN_EMAIL',
        );
        must(
          await site.command('verify-audit').then(
            () => false,
            () => true,
          ),
          'the next server took the forged line in',
        );
        return 'Pro and a role by command, both in the activity; nothing by ADMIN_EMAIL; a forged line is reported';
      }),
  },
];
