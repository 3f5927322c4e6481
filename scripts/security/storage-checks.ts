import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { comesTo, withOwnSite } from './own-site.ts';
import { asSession, visit, type Answer, type SignedIn, type Site } from './site.ts';

const list = z.array(z.unknown());
const wide = (columns: number): string =>
  `${Array.from({ length: columns }, (_, i) => `a longer name of a column ${i}`).join()}\n${`${Array.from({ length: columns }, (_, i) => i).join()}\n`.repeat(2)}`;
const sizeOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + statSync(path).size, 0);
const reread = (site: Pick<Site, 'ask'>, who: SignedIn, id: string): Promise<Answer> =>
  site.ask('POST', `/api/v1/datasets/${id}/reread`, { headers: asSession(who), body: {} });
const statuses = (answers: readonly Answer[]): string => answers.map(({ status }) => status).join();

/** A file of the largest size of the free plan that is begun; and whether it was answered. */
function beginFile(site: Pick<Site, 'url'>, who: SignedIn) {
  let status: number | undefined;
  const asked = request(`${site.url}/api/v1/datasets`, {
    method: 'POST',
    headers: {
      ...asSession(who),
      'Content-Type': 'multipart/form-data; boundary=edge',
      'Content-Length': 10 * 1024 * 1024,
    },
  });
  asked
    .once('error', () => {})
    .once('response', (answer) => {
      status = answer.statusCode;
      answer.resume();
    });
  asked.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\na\n');
  return { status: () => status, end: () => void asked.destroy() };
}

/** A small file that is not kept. */
const describe = (site: Pick<Site, 'ask'>, who: SignedIn): Promise<Answer> =>
  site.ask('POST', '/api/v1/statistics', {
    headers: { ...asSession(who), 'Content-Type': 'text/csv' },
    body: 'a\n1\n',
  });

/** What disk and database are filled with, and whether it counts. */
export const storageChecks: readonly Check[] = [
  {
    number: '5.2.4',
    findings: ['H6'],
    title:
      'Everything stored counts against the plan: versions end at twenty, readings cannot run beside one another',
    run: () =>
      withOwnSite(async (site) => {
        const { alice, filesOf, sql } = site;
        const id = String((await site.upload(alice, wide(50))).json()['id']);
        const together = await Promise.all(
          Array.from({ length: 8 }, () => reread(site, alice, id)),
        );
        const done = together.filter(({ status }) => status === 200).length;
        must(
          together.every(({ status }) => status === 200 || status === 409) && done < 8,
          `eight at once: ${statuses(together)}`,
        );
        for (let i = done; i < 5; i++) mustBe(await reread(site, alice, id), 200, 'a reread');
        const counted = async (): Promise<number> =>
          Number(
            (await sql('select stored_bytes from dataset where id = $1', [id]))[0]?.[
              'stored_bytes'
            ],
          );
        const stored = sizeOf(filesOf(id));
        must(
          stored > 0 && (await counted()) >= stored,
          `${await counted()} bytes are counted, ${stored} lie on the disk`,
        );
        // A plan that another dataset has filled but for a few bytes.
        const fill = (bytes: number): Promise<unknown> =>
          sql('update dataset set stored_bytes = $1 where id = $2', [bytes, site.dataset]);
        await fill(250 * 1024 * 1024 - (await counted()) - 100);
        const beyond = await reread(site, alice, id);
        mustBe(beyond, 403, 'a reread beyond the storage of the plan');
        must(beyond.json()['code'] === 'dataset_limit_reached', beyond.text);
        must(sizeOf(filesOf(id)) === stored, 'a refused reread left files behind');
        await fill(1000);
        let last = 200;
        for (let i = 0; last === 200 && i < 30; i++) last = (await reread(site, alice, id)).status;
        const versions = list.parse(
          JSON.parse(
            (
              await site.ask('GET', `/api/v1/datasets/${id}/versions`, {
                headers: asSession(alice),
              })
            ).text,
          ),
        );
        must(
          last === 403 && versions.length === 20,
          `after ${versions.length} versions the last answer is ${last}`,
        );
        return (
          `${8 - done} of 8 at once refused; ${stored} bytes of the disk counted; refused ` +
          'where the plan is full, and after 20 versions'
        );
      }),
  },
  {
    number: '13.1.2',
    findings: ['H6'],
    title: 'Idempotency keeps no answers of questions, none that are large, and few of a user',
    run: () =>
      withOwnSite(async (site) => {
        const { alice, sql } = site;
        const once = (path: string, key: string): Promise<Answer> =>
          site.ask('POST', `/api/v1/datasets/${path}`, {
            headers: { ...asSession(alice), 'Idempotency-Key': key },
            body: {},
          });
        const kept = async (): Promise<number[]> =>
          (
            await sql('select coalesce(octet_length(answer), 0) as bytes from repeated_request')
          ).map(({ bytes }) => Number(bytes));
        for (let i = 0; i < 3; i++)
          mustBe(await once(`${site.dataset}/analyze`, randomUUID()), 200, 'a question');
        const question = randomUUID();
        for (let i = 0; i < 2; i++)
          must(
            (await once(`${site.dataset}/analyze`, question)).headers.get('idempotent-replayed') ===
              null,
            'the answer of a question was kept',
          );
        must((await kept()).length === 0, 'questions leave rows in the database');
        const large = String((await site.upload(alice, wide(600), 'large.csv')).json()['id']);
        const first = await once(`${large}/reread`, 'large');
        mustBe(first, 200, 'a reread');
        must(first.text.length > 64 * 1024, `its answer has ${first.text.length} characters only`);
        const again = await once(`${large}/reread`, 'large');
        must(
          again.status === 200 && again.headers.get('idempotent-replayed') === 'true',
          `the repeated request was answered ${again.status} ${again.text.slice(0, 200)}`,
        );
        must(
          (await kept()).join().length < 5,
          `of a large answer ${(await kept()).join()} bytes are kept`,
        );
        const middle = String((await site.upload(alice, wide(90), 'middle.csv')).json()['id']);
        let sent = 0;
        for (let i = 0; i < 450 && sent < 6e6; i++) {
          const answer = await once(`${middle}/commit`, `middle ${i}`);
          mustBe(answer, 200, 'a commit');
          sent += answer.text.length;
        }
        const bytes = (await kept()).reduce((sum, size) => sum + size, 0);
        must(
          sent >= 6e6 && bytes > 1e6 && bytes < 4.5e6,
          `of ${sent} bytes of answers ${bytes} are kept`,
        );
        return (
          `questions leave nothing; of ${first.text.length} bytes a word; of ` +
          `${(sent / 1e6).toFixed(1)} MB ${(bytes / 1e6).toFixed(1)}`
        );
      }),
  },
  {
    number: '15.2.2',
    findings: ['H6', 'M4'],
    title:
      'The download of an account is one at a time and ends with its reader, and a wide ' +
      'table or a large page is bounded',
    run: async (site) => {
      const lines = Array.from(
        { length: 100_000 },
        () => `${site.random()},${site.random()},${site.random()}`,
      ).join('\n');
      const who = await site.newcomer();
      mustBe(await site.upload(who, `a,b,c\n${lines}\n`), 201, 'upload');
      const first = await new Promise<{ leave: () => void }>((done, fail) => {
        const asked = request(
          `${site.url}/api/v1/auth/export`,
          { headers: asSession(who) },
          (answer) => done({ leave: () => answer.pause().destroy() }),
        );
        asked.once('error', fail).end();
      });
      const others = await Promise.all(
        Array.from({ length: 11 }, () =>
          site.ask('GET', '/api/v1/auth/export', { headers: asSession(who) }),
        ),
      );
      must(
        others.every(({ status }) => status === 409),
        `beside the first: ${statuses(others)}`,
      );
      first.leave();
      await comesTo(
        'a download after the first was left',
        async () =>
          (await site.ask('GET', '/api/v1/auth/export', { headers: asSession(who) })).status ===
          200,
      );
      const table = await site.upload(
        who,
        `${Array.from({ length: 2000 }, (_, i) => `c${i}`).join(',')}\n${`${Array.from({ length: 2000 }, () => '1').join(',')}\n`.repeat(150)}`,
      );
      const page = await site.ask(
        'GET',
        `/api/v1/datasets/${String(table.json()['id'])}/rows?limit=150`,
        { headers: asSession(who) },
      );
      mustBe(page, 422, 'a page of 300,000 cells');
      return '11 of 12 downloads refused, the next one given once the first was left; 300,000 cells refused';
    },
  },
  {
    number: '13.1.3',
    findings: ['H6'],
    title:
      'A disk that is nearly full takes no files, is reported by /ready, and is read as before',
    run: () =>
      withOwnSite(async (own) => {
        const { alice, dataset } = own;
        const before = await own.ask('GET', '/ready');
        must(before.json()['disk'] === 'ok', `with room /ready says ${before.text}`);
        mustBe(await reread(own, alice, dataset), 200, 'a reread with room');
        // As if the disk had less left than has to stay free.
        const { url } = await own.restart({ MIN_FREE_DISK_MB: '1000000000' });
        const full = visit(url);
        const ready = await full.ask('GET', '/ready');
        must(ready.json()['disk'] !== 'ok', `without room /ready says ${ready.text}`);
        const asked: readonly [string, () => Promise<Answer>][] = [
          ['an upload', () => full.upload(alice, 'a\n1\n2\n')],
          [
            'a table as text',
            () =>
              full.ask('POST', '/api/v1/datasets/text', {
                headers: asSession(alice),
                body: { name: 'a.csv', csv: 'a\n1\n2\n' },
              }),
          ],
          ['a reread', () => reread(full, alice, dataset)],
        ];
        for (const [what, ask] of asked) {
          const answer = await ask();
          must(
            answer.status === 507 && answer.json()['code'] === 'storage_full',
            `${what}: ${answer.status} ${answer.text.slice(0, 200)}`,
          );
        }
        for (const path of ['', `/${dataset}/rows?limit=2`])
          mustBe(
            await full.ask('GET', `/api/v1/datasets${path}`, { headers: asSession(alice) }),
            200,
            `reading ${path}`,
          );
        return `${asked.length} writings refused; ${ready.text}`;
      }),
  },
  {
    number: 'H6',
    title: 'Files that are begun and do not go on fill no disk, and keep nobody else from sending',
    run: async (site) => {
      const who = await site.newcomer();
      const begun: ReturnType<typeof beginFile>[] = [];
      try {
        await comesTo('a large file that is refused', () => {
          begun.push(beginFile(site, who));
          return begun.some(({ status }) => status() === 503);
        });
        const small = await describe(site, who);
        must(
          small.status === 503 && small.text.includes('on their way at once'),
          `beside eight large ones: ${small.status} ${small.text.slice(0, 200)}`,
        );
        mustBe(await site.upload(await site.newcomer(), 'a\n1\n'), 201, 'the file of another');
      } finally {
        for (const { end } of begun) end();
      }
      await comesTo(
        'a file after the others were given up',
        async () => (await describe(site, who)).status === 200,
      );
      return `of ${begun.length} begun eight are taken, a small one is not, that of another is; again once they were given up`;
    },
  },
  {
    number: 'H6',
    title: 'Of files whose requests are refused nothing stays, and ended connections hold no place',
    run: () =>
      withOwnSite(async (own) => {
        const who = await own.person();
        const session = asSession(who);
        const form = new FormData();
        form.append('file', new Blob(['a\n1\n']), 'a.csv');
        for (const path of ['datasets?no=1', 'imports?no=1', 'statistics?no=1']) {
          const isCsv = path.startsWith('statistics');
          const answer = await fetch(`${own.url}/api/v1/${path}`, {
            method: 'POST',
            headers: isCsv ? { ...session, 'Content-Type': 'text/csv' } : session,
            body: isCsv ? 'a\n1\n' : form,
          });
          must(answer.status === 422, `${path}: ${answer.status}`);
        }
        must(own.received().length === 0, `left: ${own.received().join()}`);
        const { hostname, port } = new URL(own.url);
        const lines = Object.entries({
          Host: hostname,
          ...session,
          'Content-Type': 'application/json',
          'Content-Length': '5000000',
        }).map(([name, value]) => `${name}: ${value}\r\n`);
        for (let i = 0; i < 20; i++) {
          const socket = connect(Number(port), hostname);
          await once(socket, 'connect');
          socket.write(`POST /api/v1/statistics HTTP/1.1\r\n${lines.join('')}\r\n`);
          socket.destroy();
        }
        const large = { data: { x: Array.from({ length: 100_000 }, (_, i) => i) } };
        await comesTo('a large request after them', async () => {
          const answer = await own.ask('POST', '/api/v1/statistics', {
            headers: session,
            body: large,
          });
          return answer.status === 200;
        });
        await comesTo('an empty folder', () => own.received().length === 0);
        return 'nothing stays of 3 files; a large request is answered after 20 that ended';
      }),
  },
];
