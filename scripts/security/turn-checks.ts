import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { must, mustBe, type Check } from './check.ts';
import { comesTo, withOwnSite, type OwnSite } from './own-site.ts';
import {
  asKey,
  asSession,
  visit,
  type Answer,
  type Person,
  type SignedIn,
  type Site,
} from './site.ts';

const metricsToken = 'token-of-the-metrics-for-the-turns';
const slowest = 2000;

interface Load {
  readonly running: number;
  readonly waiting: number;
}

/** Jobs of the slow lane. */
async function loadOf(url: string): Promise<Load> {
  const { text } = await visit(url).ask('GET', '/metrics', {
    headers: { Authorization: `Bearer ${metricsToken}` },
  });
  const jobs = (state: string): number =>
    Number(new RegExp(`^columnist_jobs_${state}\\{lane="slow"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return { running: jobs('running'), waiting: jobs('waiting') };
}
const comesToLoad = (url: string, { running, waiting }: Load, what: string): Promise<void> => {
  let last: Load = { running: -1, waiting: -1 };
  return comesTo(`${what} (${running} that run and ${waiting} that wait)`, async () => {
    last = await loadOf(url);
    return last.running + last.waiting === running + waiting;
  }).then(() =>
    must(
      last.running === running,
      `${what}: ${last.running} run and ${last.waiting} wait where ${running} and ${waiting} are right`,
    ),
  );
};

/**
 * A dataset whose table nobody can read to its end, until it is let go: each question about it has
 * a worker for as long as a job may.
 */
async function endless(site: OwnSite, who: SignedIn): Promise<{ id: string; letGo: () => void }> {
  const made = await site.upload(who, 'x,y\n1,2\n3,5\n4,4\n');
  mustBe(made, 201, 'an upload');
  const id = String(made.json()['id']);
  const path = site.filesOf(id).find((file) => file.endsWith('.parquet')) ?? '';
  rmSync(path);
  execFileSync('mkfifo', [path]);
  return {
    id,
    letGo: () => {
      if (!existsSync(path)) return;
      // Anyone who waits for somebody to write gets the end of the file; the next ones find none.
      const end = openSync(path, 'r+');
      rmSync(path);
      closeSync(end);
    },
  };
}
const question = (ask: Site['ask'], headers: Record<string, string>, id: string): Promise<Answer> =>
  ask('POST', `/api/v1/datasets/${id}/association`, {
    headers,
    body: { method: 'pearson', columns: ['x', 'y'] },
  });
/** The answers that have come. */
function several(times: number, one: (i: number) => Promise<Answer>) {
  const come: Answer[] = [];
  const all = Promise.all(
    Array.from({ length: times }, async (_, i) => {
      const answer = await one(i);
      come.push(answer);
      return answer;
    }),
  );
  // Where the check fails before they come, its server is gone.
  all.catch(() => undefined);
  return { come, all };
}

/** Somebody's pages through two doors; milliseconds of the slowest. */
async function pages({ ask }: Pick<Site, 'ask'>, who: Person, id: string): Promise<number> {
  let most = 0;
  const input = encodeURIComponent(JSON.stringify({ id, limit: 3 }));
  for (let i = 0; i < 20; i++) {
    const begun = performance.now();
    mustBe(
      i % 2 === 0
        ? await ask('GET', `/trpc/datasets.rows?input=${input}`, { headers: asSession(who) })
        : await ask('GET', `/api/v1/datasets/${id}/rows?limit=3`, { headers: asKey(who) }),
      200,
      'a page of the third user',
    );
    most = Math.max(most, performance.now() - begun);
  }
  return most;
}

/** Who gets a worker when, and who is refused. */
export const turnChecks: readonly Check[] = [
  {
    number: 'H1',
    title: 'Two accounts that ask for everything cannot stop the analyses and uploads of a third',
    run: () =>
      withOwnSite(
        async (site) => {
          const { ask, url, mallory: first, alice: victim } = site;
          const second = await site.person();
          const unverified = await site.newcomer();
          const held: { letGo: () => void }[] = [];
          const hold = async (who: SignedIn): Promise<string> => {
            const one = await endless(site, who);
            held.push(one);
            return one.id;
          };
          try {
            const [ofFirst, ofSecond, ofNobody] = [
              await hold(first),
              await hold(second),
              await hold(unverified),
            ];
            await comesToLoad(url, { running: 0, waiting: 0 }, 'nothing');
            const nobodys = several(3, () => question(ask, asSession(unverified), ofNobody));
            await comesToLoad(url, { running: 1, waiting: 2 }, 'three of an unverified address');
            held.pop()?.letGo();
            await nobodys.all;
            await comesToLoad(url, { running: 0, waiting: 0 }, 'nothing again');

            // One worker of three is out of their reach, five of each may wait, and the others are
            // refused.
            const floods = [
              several(12, (i) =>
                question(ask, i % 2 === 0 ? asKey(first) : asSession(first), ofFirst),
              ),
            ];
            await comesToLoad(url, { running: 2, waiting: 5 }, 'twelve of the first');
            floods.push(several(12, () => question(ask, asSession(second), ofSecond)));
            await comesToLoad(url, { running: 2, waiting: 10 }, 'and twelve of the second');
            await comesTo('the refusals', () => floods.flatMap(({ come }) => come).length >= 12);
            const refused = floods.flatMap(({ come }) => come);
            for (const answer of refused) {
              mustBe(answer, 503, 'one too many');
              must(
                Number(answer.headers.get('retry-after')) > 0 &&
                  String(answer.json()['detail']).startsWith('5 of your analyses are waiting'),
                `a refusal says: ${answer.text}`,
              );
            }
            const took = await pages(site, victim, site.dataset);
            must(took < slowest, `a page of the third user took ${took.toFixed(0)} ms`);
            const stillWaiting = await loadOf(url);
            must(
              stillWaiting.running === 2 && stillWaiting.waiting >= 8,
              `the flood was over: ${JSON.stringify(stillWaiting)}`,
            );
            const begun = performance.now();
            mustBe(await site.upload(victim, 'c,d\n1,2\n'), 201, 'an upload of the third user');
            const seconds = (performance.now() - begun) / 1000;
            // Two jobs of 20 seconds may be before it, of the twelve that came before.
            must(seconds < 60, `an upload of the third user took ${seconds.toFixed(0)} s`);
            const late = floods.flatMap(({ come }) => come).find(({ status }) => status !== 503);
            must(
              late?.status === 422 &&
                String(late.json()['detail']).includes('longer than 20 seconds'),
              `a job that does not end: ${late?.status} ${late?.text}`,
            );
            for (const { letGo } of held) letGo();
            await Promise.all(floods.map(({ all }) => all));

            // Calls of a session are counted; where a minute ends in between, twice as many.
            let answered = 0;
            for (let status = 0; status !== 429 && answered < 1300; answered += 20)
              status = Math.max(
                ...(
                  await Promise.all(
                    Array.from({ length: 20 }, () =>
                      ask('GET', '/api/v1/datasets', { headers: asSession(second) }),
                    ),
                  )
                ).map((answer) => answer.status),
              );
            must(answered < 1300, `${answered} calls of a session were answered`);

            // With as many places as there are, all of them taken by one.
            const again = await hold(first);
            // Who pays may ask often enough.
            await site.sql(
              "update user_account set granted_pro_until = '2100-01-01' where email = $1",
              [first.email],
            );
            const server = await site.restart({ THROTTLE_SCALE: '1000' });
            const full = visit(server.url);
            const crowd = several(202, () => question(full.ask, asSession(first), again));
            await comesToLoad(server.url, { running: 2, waiting: 200 }, 'a full queue');
            must(crowd.come.length === 0, 'the queue is not full');
            const upload = full.upload(victim, 'e,f\n1,2\n');
            upload.catch(() => undefined);
            await comesTo('the refusal of one', () => crowd.come.length > 0);
            mustBe(crowd.come[0] ?? (await upload), 503, 'the newest of the one who has most');
            must((await pages(full, victim, site.dataset)) < slowest, 'a page beside a full queue');
            held.pop()?.letGo();
            mustBe(await upload, 201, 'an upload into a full queue');
            return (
              `2 of 3 workers and 10 places taken, ${refused.length} refused: pages in ` +
              `${took.toFixed(0)} ms, an upload in ${seconds.toFixed(0)} s; 20 s a job; ` +
              `${answered} calls of a session; a full queue refuses the one who fills it`
            );
          } finally {
            for (const { letGo } of held) letGo();
          }
        },
        { WORKERS: '3', METRICS_TOKEN: metricsToken },
      ),
  },
];
