import { sqlAttacks } from '@columnist/testing';
import { must, mustBe, type Check } from './check.ts';
import { withOwnSite } from './own-site.ts';
import { asKey } from './site.ts';

/** What a SELECT over datasets may not do, by the number of the standard. */
export const sqlChecks: readonly Check[] = [
  {
    number: '1.2.4',
    title: 'A statement reads datasets of its owner and nothing else',
    run: () =>
      withOwnSite(async (site) => {
        const { alice } = site;
        const headers = asKey(alice);
        const ask = (sql: string) => site.ask('POST', '/api/v1/sql', { headers, body: { sql } });
        mustBe(await ask('select 1'), 403, 'a statement without Pro');
        await site.command('grant-pro', alice.email, '10');
        const table = 'id,kind,mass\n1,owl,3\n2,duck,4\n';
        mustBe(await site.upload(alice, table, 'birds.csv'), 201, 'upload');
        mustBe(await ask('select count(*) from birds'), 200, 'an honest statement');
        const attempts = [
          ...sqlAttacks,
          '',
          'select * from "01900000-0000-7000-8000-000000000000"',
        ];
        for (const sql of attempts) {
          const answer = await ask(sql);
          must(
            answer.status === 422 || answer.status === 404,
            `${sql}: ${answer.status} ${answer.text.slice(0, 200)}`,
          );
          must(!/root:x:|\.parquet"?:|node_modules/.test(answer.text), `${sql} is answered more`);
        }
        mustBe(await ask('select count(*) from birds'), 200, 'the datasets afterwards');
        return `${attempts.length} statements refused`;
      }),
  },
];
