import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { withOwnSite, type OwnSite } from './own-site.ts';
import { asKey, asSession, type Answer, type Person } from './site.ts';

const mostUnasked = 10_000;
const lines = (n: number): string =>
  `x,y,z\n${Array.from({ length: n }, (_, i) => `${i % 2 === 0 ? 1 : 4},2,3\n`).join('')}`;
const created = z.object({ id: z.uuid() });

/** An open browser: a session that was not confirmed lately. */
async function notConfirmed(site: OwnSite): Promise<Person> {
  const who = await site.person();
  await site.sql(
    'update session set confirmed_at = null where user_id = (select id from user_account where email = $1)',
    [who.email],
  );
  return who;
}

/** More than 10,000 rows leave in a file only once the session is confirmed. */
export const exportChecks: readonly Check[] = [
  {
    number: '7.5.3',
    title: 'No way of reading or writing a file makes many rows pass for few',
    run: () =>
      withOwnSite(async (site) => {
        const who = await notConfirmed(site);
        await site.command('grant-pro', who.email, '10');
        const headers = asSession(who);
        const get = (path: string, as = headers): Promise<Answer> =>
          site.ask('GET', `/api/v1/datasets/${path}`, { headers: as });
        const post = (path: string, body: object): Promise<Answer> =>
          site.ask('POST', `/api/v1/datasets/${path}`, { headers, body });
        const made = async (content: string): Promise<string> =>
          created.parse((await site.upload(who, content)).json()).id;
        const asks = (answer: Answer, what: string): void =>
          must(
            answer.status === 403 && answer.json()['code'] === 'reauthentication_required',
            `${what}: ${answer.status} ${answer.text.slice(0, 200)}`,
          );

        const small = await made(lines(mostUnasked));
        mustBe(await get(`${small}/file`), 200, 'a file of 10,000 rows');
        const large = await made(lines(mostUnasked + 1));
        for (const path of [`${large}/file`, `${large}/export`, `${large}/export?format=parquet`])
          asks(await get(path), path);
        // Read as a few rows, the file is still the file.
        for (const stated of [{ skip_lines: mostUnasked - 500 }, { comment: '1' }]) {
          const reread = await made(lines(mostUnasked));
          mustBe(await post(`${reread}/reread`, stated), 200, JSON.stringify(stated));
          asks(await get(`${reread}/file`), `the file, read with ${JSON.stringify(stated)}`);
        }
        const ragged = await made(`x,y,z\n${'1,2,3\n4,2,3\n1,2\n'.repeat(mostUnasked + 1)}`);
        asks(await get(`${ragged}/repairs`), 'the repaired lines');
        mustBe(await get(`${ragged}/repairs`, asKey(who)), 200, 'the same by a key');

        const packed = `select string_agg(x, ',') as all_of_it from "${large}"`;
        const file = (sql: string): Promise<Answer> =>
          site.ask('POST', '/api/v1/file', { headers, body: { sql } });
        asks(await file(packed), 'a column in one cell');
        asks(
          await file(
            `select x, list(y) over (rows between current row and 99 following) as more from "${large}" limit 200`,
          ),
          'rows beside each row',
        );
        asks(await post('save', { name: 'packed.csv', sql: packed }), 'a dataset of one cell');
        asks(
          await post('save', { name: 'packed.csv', sql: packed, format: 'csv' }),
          'a link to a file of one cell',
        );
        // A link counts when it is fetched: meanwhile the table may have got its rows back.
        const narrowed = await made(lines(mostUnasked + 1));
        mustBe(await post(`${narrowed}/reread`, { skip_lines: 9000 }), 200, 'reading it in part');
        const link = await post('save', { id: narrowed, name: 'few.csv', format: 'csv' });
        mustBe(link, 201, 'a link to few rows');
        mustBe(await post(`${narrowed}/reread`, {}), 200, 'reading it whole');
        asks(
          await site.ask('GET', new URL(String(link.json()['download_url'])).pathname),
          'the link after that',
        );
        mustBe(await file(`select count(*) as n from "${large}"`), 200, 'an honest statement');
        return 'rows, files read in part, repaired lines; one cell of a whole column as a file, a dataset and a link; a link whose table grew';
      }),
  },
];
