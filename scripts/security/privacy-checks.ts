import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { asKey, asSession, password, type Answer } from './site.ts';

const aggregated = z.object({ items: z.array(z.array(z.unknown())) });

/** What a credential that may not read rows can learn of one person. */
export const privacyChecks: readonly Check[] = [
  {
    number: 'H5', title: 'Aggregates only: no figure tells about fewer than 5 people',
    run: async (site) => {
      const { alice } = site;
      const table = `id,name,dept,salary\n${Array.from({ length: 60 }, (_, i) => `${i + 1},Person${i + 1},${['Sales', 'Research'][i % 2]},${30_000 + 997 * i}`).join('\n')}\n`;
      const uploaded = await site.upload(alice, table, 'people.csv');
      mustBe(uploaded, 201, 'the upload');
      const id = String(uploaded.json()['id']);
      const limit = (aggregatesOnly: boolean): Promise<Answer> => site.ask('PUT', '/api/v1/auth/api-key/limits', { headers: asSession(alice), body: { scopes: ['read', 'rows', 'analyse', 'write'], dataset_ids: null, aggregates_only: aggregatesOnly, expires_at: null } });
      mustBe(await site.ask('POST', '/api/v1/auth/verify-password', { headers: asSession(alice), body: { password } }), 200, 'the password');
      mustBe(await limit(true), 200, 'narrowing the key');
      try {
        const ask = (path: string, body: object): Promise<Answer> => site.ask('POST', `/api/v1/datasets/${id}/${path}`, { headers: asKey(alice), body });
        const sum = (filter?: string): Promise<Answer> => ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'salary' }], ...(filter === undefined ? {} : { view: { filter } }) });
        mustBe(await ask('aggregate', { group_by: ['id', 'name'], aggregates: [{ statistic: 'max', of: 'salary' }] }), 403, 'the largest salary of each person');
        const each = await ask('aggregate', { group_by: ['id', 'name'], aggregates: [{ statistic: 'mean', of: 'salary' }] });
        must(each.status === 403 || aggregated.parse(each.json()).items.length === 0, 'groups of one person');
        mustBe(await sum(), 200, 'the sum of all');
        for (const filter of ['id = 7', 'id <> 7', 'id > 56', 'not (id = 7)', "name = 'Person7'"]) mustBe(await sum(filter), 403, filter);
        mustBe(await sum('id <= 20'), 200, 'the sum of 20');
        mustBe(await sum('id <= 21'), 403, 'one more than before');
        mustBe(await ask('aggregate', { aggregates: [{ statistic: 'sum', of: 'if(id = 7, salary, 0)' }] }), 403, 'a condition in a formula');
        const names = await ask('frequencies', { column: 'name' });
        must(!names.text.includes('Person7"'), 'frequencies name people');
        return 'groups of one, filters to one, to all but one, and to one more than before';
      } finally {
        mustBe(await limit(false), 200, 'widening the key again');
      }
    },
  },
];
