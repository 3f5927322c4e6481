import { z } from 'zod';
import { becomeAdmin } from '../bench/accounts.ts';
import { must, mustBe, type Check } from './check.ts';
import { withOwnSite } from './own-site.ts';
import { asSession, password, type Answer } from './site.ts';

const link = z.object({ id: z.string(), url: z.url(), expires_at: z.iso.datetime() });
const days = 86_400_000;

/** Links that anybody can open. */
export const shareChecks: readonly Check[] = [
  {
    number: 'L2',
    title: 'Shared links end after thirty days, can be renewed, and are closed with their owner',
    run: () =>
      withOwnSite(async (site) => {
        const { alice, mallory, sql } = site;
        const headers = asSession(alice);
        await sql("update user_account set granted_pro_until = '2100-01-01'");
        const rows = Array.from({ length: 20 }, (_, i) => `${i * i},${'ab'[i % 2]}`).join('\n');
        const id = String((await site.upload(alice, `mass,kind\n${rows}\n`)).json()['id']);
        const shares = `/api/v1/datasets/${id}/shares`;
        const made = await site.ask('POST', shares, {
          headers,
          body: {
            question: {
              operation: 'compare_groups',
              options: { method: 'welch_t', value: 'mass', group: 'kind' },
            },
          },
        });
        mustBe(made, 201, 'a shared link');
        const { id: share, url, expires_at: end } = link.parse(made.json());
        const open = (): Promise<Answer> =>
          site.ask('GET', `/api/v1/shared/${new URL(url).pathname.split('/').at(-1)}`);
        mustBe(await open(), 200, 'the new link');
        const inDays = (Date.parse(end) - Date.now()) / days;
        must(Math.abs(inDays - 30) < 0.1, `it ends in ${inDays.toFixed(1)} days`);
        const renewed = async (what: string): Promise<void> => {
          mustBe(await open(), 404, what);
          mustBe(await site.ask('POST', `${shares}/${share}/renew`, { headers }), 200, 'renewing');
          mustBe(await open(), 200, 'the renewed link');
        };
        await sql("update shared_result set expires_at = now() - interval '1 second'");
        await renewed('a link that has ended');
        // As links of earlier versions are kept, which had no end.
        await sql(
          "update shared_result set expires_at = null, created_at = now() - interval '31 days'",
        );
        await renewed('a link without an end that is 31 days old');
        await becomeAdmin(site.server, mallory.session);
        mustBe(
          await site.ask('POST', '/api/v1/auth/verify-password', {
            headers: asSession(mallory),
            body: { password },
          }),
          200,
          'the password of the administrator',
        );
        const [owner] = await sql('select id from user_account where email = $1', [alice.email]);
        const setActive = async (isActive: boolean): Promise<void> =>
          mustBe(
            await site.ask('PUT', `/api/v1/admin/users/${String(owner?.['id'])}/active`, {
              headers: asSession(mallory),
              body: { is_active: isActive },
            }),
            200,
            'the administrator',
          );
        await setActive(false);
        mustBe(await open(), 404, 'a link of somebody who is deactivated');
        await setActive(true);
        mustBe(await open(), 200, 'the same, activated again');
        return '30 days; closed after them, opened by its owner; closed while the owner is deactivated';
      }),
  },
];
