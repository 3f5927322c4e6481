import { allOperations, inputLimits } from '@columnist/contract';
import { z } from 'zod';
import { openAccount } from '../bench/servers.ts';
import type { Check } from './check.ts';
import { asKey, asSession, type Answer, type Person, type Site } from './site.ts';

let people = 0;
const person = async (site: Site): Promise<Person> => {
  const email = `load-${++people}-${Math.floor(site.random() * 1e9)}@columnist.example`;
  return { email, ...(await openAccount(site.url, () => site.server.output(), email, '', 'free')) };
};

const expectAll = (answers: readonly Answer[], statuses: readonly number[], what: string): void => {
  const wrong = answers.find(({ status }) => !statuses.includes(status));
  if (wrong !== undefined)
    throw new Error(
      `${what}: ${wrong.status} where ${statuses.join(' or ')} is right. ${wrong.text.slice(0, 200)}`,
    );
};
const idOf = (answer: Answer): string => z.object({ id: z.string() }).parse(answer.json()).id;
const browse = (site: Site, who: Person, id: string): Promise<Answer> =>
  site.ask(
    'GET',
    `/trpc/datasets.rows?input=${encodeURIComponent(JSON.stringify({ id, limit: 3 }))}`,
    { headers: asSession(who) },
  );

/** What one account takes from all others: findings of outside reviews, by their numbers. */
export const loadChecks: readonly Check[] = [
  {
    number: 'H1',
    title: 'Two free accounts cannot stop the analyses and uploads of a third',
    run: async (site) => {
      const attackers = [await person(site), await person(site)];
      const victim = await person(site);
      const id = idOf(await site.upload(victim, 'a,b\n1,2\n3,4\n5,6\n'));
      const table = `x,y,z\n${Array.from({ length: 200_000 }, (_, i) => `${i},${(i * 7919) % 1009},${(i * 31) % 97}`).join('\n')}\n`;
      const tables = await Promise.all(
        attackers.map(async (attacker) => idOf(await site.upload(attacker, table))),
      );
      const body = { method: 'spearman', columns: ['x', 'y', 'z'], view: { filter: 'y > 3' } };
      const flood = attackers.flatMap((attacker, i) =>
        Array.from({ length: 115 }, (_, n) =>
          n % 2 === 0
            ? site.ask('POST', `/api/v1/datasets/${tables[i]}/association`, {
                headers: n % 4 === 0 ? asKey(attacker) : asSession(attacker),
                body,
              })
            : site.ask('POST', '/trpc/datasets.association', {
                headers: asSession(attacker),
                body: { id: tables[i], ...body },
              }),
        ),
      );
      const all = Promise.all(flood);
      const rows: Answer[] = [];
      for (let i = 0; i < 40; i++) rows.push(await browse(site, victim, id));
      const uploaded = await site.upload(victim, 'c,d\n1,2\n');
      expectAll(rows, [200], 'a page of the third user');
      expectAll([uploaded], [201], 'an upload of the third user');
      const answers = await all;
      expectAll(answers, [200, 405, 429, 503], 'a call of the flood');
      const refused = answers.filter(({ status }) => status === 429 || status === 503);
      if (refused.length < 115)
        throw new Error(
          `only ${refused.length} of ${answers.length} calls of the flood were refused`,
        );
      if (!refused.every(({ headers }) => Number(headers.get('retry-after')) > 0))
        throw new Error('a refusal says not when to come again');
      return `${rows.length} pages and an upload beside ${answers.length} calls, of which ${refused.length} were refused`;
    },
  },
  {
    number: 'M4',
    title: 'Wide tables and large values hold up nobody else',
    run: async (site) => {
      const who = await person(site);
      const wide = idOf(
        await site.upload(
          who,
          `${Array.from({ length: 2000 }, (_, i) => `c${i}`).join()}\n${`${Array.from({ length: 2000 }, (_, i) => i * 7).join()}\n`.repeat(20)}`,
        ),
      );
      const values = `{"data":{"a":[${Array.from({ length: 900_000 }, () => '123456').join()}]}}`;
      const asked = [
        () =>
          site.ask('POST', `/api/v1/datasets/${wide}/analyze`, {
            headers: asSession(who),
            body: {},
          }),
        () =>
          site.ask('POST', `/api/v1/datasets/${wide}/analyze`, {
            headers: asSession(who),
            body: { view: { filter: 'c0 >= 0' } },
          }),
        () =>
          site.ask(
            'GET',
            `/trpc/datasets.pictures?input=${encodeURIComponent(JSON.stringify({ id: wide }))}`,
            { headers: asSession(who) },
          ),
        () =>
          site.ask('POST', '/api/v1/statistics', {
            headers: { ...asSession(who), 'Content-Type': 'application/json' },
            body: values,
          }),
      ];
      let slowest = 0;
      for (const ask of asked) {
        const watch = { on: true };
        const watched = (async () => {
          while (watch.on) {
            const begin = performance.now();
            await site.ask('GET', '/health');
            slowest = Math.max(slowest, performance.now() - begin);
          }
        })();
        const answer = await ask();
        watch.on = false;
        await watched;
        expectAll([answer], [200], 'a large call');
      }
      const beyond = await site.ask('GET', `/api/v1/datasets/${wide}/rows?limit=101`, {
        headers: asSession(who),
      });
      expectAll([beyond], [422], 'a page of more cells than one may have');
      if (slowest > 300)
        throw new Error(`/health took ${slowest.toFixed(0)} ms beside one large call`);
      return `${asked.length} large calls; /health took ${slowest.toFixed(0)} ms at most`;
    },
  },
  {
    number: 'Cost',
    title: 'What is one beyond a limit is refused by every operation',
    run: async (site) => {
      const beyond: readonly [string, unknown][] = [
        ['parts', Array.from({ length: inputLimits.parts }, () => 1)],
        ['bytes', 'x'.repeat(inputLimits.bytes + 1)],
      ];
      let tried = 0;
      for (const { path, kind } of allOperations) {
        for (const [what, anything] of beyond) {
          const answer = await site.ask('POST', `/trpc/${path}`, {
            headers: {
              ...asSession(site.mallory),
              ...(kind === 'query' ? { 'X-Http-Method-Override': 'POST' } : {}),
            },
            body: { anything },
          });
          if (answer.status < 400 || answer.status >= 500)
            throw new Error(
              `${path} with too many ${what}: ${answer.status}. ${answer.text.slice(0, 200)}`,
            );
          tried += 1;
        }
      }
      return `${tried} inputs`;
    },
  },
  {
    number: 'M1',
    title: 'A session’s calls through REST count towards the month',
    run: async (site) => {
      const who = await person(site);
      const answers: Answer[] = [];
      for (let i = 0; i < 100; i++)
        answers.push(
          ...(await Promise.all(
            Array.from({ length: 3 }, () =>
              site.ask('POST', '/api/v1/statistics', {
                headers: asSession(who),
                body: { data: { x: [1, 2, 3] } },
              }),
            ),
          )),
        );
      expectAll(answers, [200, 429], 'a call');
      const passed = answers.filter(({ status }) => status === 200).length;
      if (passed !== 100) throw new Error(`${passed} of 300 passed where the plan has 100`);
      return `${passed} of 300 passed`;
    },
  },
];
