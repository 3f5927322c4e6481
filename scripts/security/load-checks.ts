import { allOperations, inputLimits } from '@columnist/contract';
import { z } from 'zod';
import { openAccount } from '../bench/accounts.ts';
import { must, type Check } from './check.ts';
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
/** What one account takes from all others: findings of outside reviews, by their numbers. */
export const loadChecks: readonly Check[] = [
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
      await site.server.loopDelays();
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
      // By processor time: how long /health takes depends on what else this machine does.
      const { worked } = await site.server.loopDelays();
      const seen = `${asked.length} large calls held the loop for ${worked.toFixed(0)} ms at most, /health took ${slowest.toFixed(0)} ms`;
      must(worked <= 50, seen);
      return seen;
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
    title:
      'A session’s calls through REST count towards the month, and bodies that are refused towards the minute',
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
      // 60 a minute, which may be over while they are sent: twice as many use one up.
      const refused: Answer[] = [];
      for (const body of ['{"columns":', '['.repeat(5000), JSON.stringify('x'.repeat(1_100_000))])
        for (let i = 0; i < 42; i++)
          refused.push(
            await site.ask('POST', `/api/v1/datasets/${site.dataset}/analyze`, {
              headers: { ...asKey(site.mallory), 'Content-Type': 'application/json' },
              body,
            }),
          );
      expectAll(refused, [400, 413, 422, 429], 'a body that is refused');
      const turnedAway = refused.filter(({ status }) => status === 429).length;
      if (turnedAway === 0) throw new Error(`none of ${refused.length} refused bodies was counted`);
      return `${passed} of 300 passed; ${turnedAway} of ${refused.length} refused bodies turned away`;
    },
  },
];
