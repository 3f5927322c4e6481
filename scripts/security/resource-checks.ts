import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { must, mustBe, type Check } from './check.ts';
import { asSession, password, type Answer } from './site.ts';

/**
 * A body that is sent in pieces, each after a pause, by a client that reads nothing before it has
 * sent all.
 */
function sendSlowly(
  url: string,
  headers: Record<string, string>,
  pieces: readonly Buffer[],
  pause: number,
): Promise<number> {
  return new Promise((done) => {
    const asked = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Length': pieces.reduce((sum, { length }) => sum + length, 0),
      },
    });
    let status = 0;
    let sent = false;
    asked.once('error', () => done(sent ? status : 0));
    asked.once('response', (answer) => {
      status = answer.statusCode ?? 0;
      answer.resume();
      if (sent) done(status);
    });
    void (async () => {
      for (const piece of pieces) {
        asked.write(piece);
        await wait(pause);
      }
      sent = true;
      asked.end(() => status > 0 && done(status));
    })();
  });
}

/** What an attacker can fill, hold or keep busy. */
export const resourceChecks: readonly Check[] = [
  {
    number: '15.2.3',
    findings: ['L14', 'L17'],
    title: 'A refused upload gets its answer however slowly it is sent; half a body does not stay',
    run: async (site) => {
      const pieces = Array.from({ length: 24 }, () => Buffer.alloc(500_000, '1\n'));
      const refused = await sendSlowly(
        `${site.url}/api/v1/datasets`,
        { ...asSession(site.mallory), 'Content-Type': 'multipart/form-data; boundary=edge' },
        pieces,
        500,
      );
      must(
        refused === 413,
        `twelve megabytes in twelve seconds: ${refused === 0 ? 'the answer was lost' : refused}`,
      );
      const closing = await sendSlowly(
        `${site.url}/api/v1/datasets`,
        {
          ...asSession(site.mallory),
          'Content-Type': 'multipart/form-data; boundary=edge',
          Connection: 'close',
        },
        pieces,
        50,
      );
      must(
        closing === 413,
        `twelve megabytes on a connection that is to be closed: ${closing === 0 ? 'the answer was lost' : closing}`,
      );
      const begun = performance.now();
      const halves = await Promise.all(
        Array.from(
          { length: 50 },
          () =>
            new Promise<number>((done) => {
              const asked = request(
                `${site.url}/api/v1/auth/login`,
                {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json', 'Content-Length': 500 },
                },
                (answer) => done(answer.statusCode ?? 0),
              );
              asked.once('error', () => done(0)).write('{"email":');
            }),
        ),
      );
      must(
        halves.every((status) => status === 408),
        `half bodies: ${[...new Set(halves)].join()}`,
      );
      return (
        `413 after ${pieces.length / 2} s, and on a connection that is to be closed; ` +
        `50 half bodies ended after ${((performance.now() - begun) / 1000).toFixed(0)} s`
      );
    },
  },
  {
    number: '15.2.4',
    findings: ['L13'],
    title: 'A request to /trpc holds at most twenty calls',
    run: async (site) => {
      const calls = Array.from({ length: 900 }, () => 'auth.refresh').join();
      mustBe(
        await site.ask('POST', `/trpc/${calls}?batch=1`, {
          body: Object.fromEntries(
            Array.from({ length: 900 }, (_, i) => [i, { refresh_token: 'x' }]),
          ),
        }),
        413,
        '900 refreshes',
      );
      return '900 refused';
    },
  },
  {
    number: '1.1.1',
    findings: ['M2', 'L6'],
    title:
      'Text with NUL or half a character is refused by every door, an empty date pattern too, never with a 5xx',
    run: async (site) => {
      const named = (name: string): string =>
        `{"email":"${randomUUID()}@columnist.example","password":"${password}","full_name":"${name}"}`;
      const json = { 'Content-Type': 'application/json' };
      for (const name of ['No\\u0000Body', 'No\\ud800Body', 'No\\udfff']) {
        mustBe(
          await site.ask('POST', '/api/v1/auth/register', { headers: json, body: named(name) }),
          422,
          name,
        );
        mustBe(
          await site.ask('POST', '/trpc/auth.register', { headers: json, body: named(name) }),
          422,
          `${name} by /trpc`,
        );
      }
      mustBe(
        await site.ask('GET', '/api/v1/datasets?q=%00', { headers: asSession(site.alice) }),
        422,
        'a query',
      );
      for (const view of [
        { derive: [{ name: 'x', expression: "to_date(secret, '')" }] },
        { clean: [{ step: 'parse_dates', columns: ['secret'], pattern: '' }] },
      ]) {
        mustBe(
          await site.ask('POST', `/api/v1/datasets/${site.dataset}/overview`, {
            headers: asSession(site.alice),
            body: { view },
          }),
          422,
          JSON.stringify(view),
        );
      }
      const long = { derive: [{ name: 'x', expression: '1+'.repeat(192 * 1024) }] };
      mustBe(
        await site.ask('POST', `/api/v1/datasets/${site.dataset}/overview`, {
          headers: asSession(site.alice),
          body: { view: long },
        }),
        413,
        '384 KB of an expression',
      );
      return 'nine refused with 422, 384 KB of an expression with 413';
    },
  },
  {
    number: '1.2.11',
    findings: ['L7'],
    title:
      'Cells after a line end, a semicolon or a tab and with full-width signs are neutralised too',
    run: async (site) => {
      const who = await site.newcomer();
      const id = String(
        (
          await site.upload(
            who,
            'a,n\n"\n=1+1",1\n"\r=1",2\n＝1+1,3\n＋1,4\n－1,5\n＠x,6\nq;=1,7\n"q\t@x",8\n',
          )
        ).json()['id'],
      );
      const { text } = await site.ask('GET', `/api/v1/datasets/${id}/export`, {
        headers: asSession(who),
      });
      // Wherever a spreadsheet divides the line.
      must(!/(?:^|[,;\t\r\n"])[=+\-@＝＋－＠]/.test(text), `some begin a formula: ${text}`);
      must(text.trim().split('\n').length === 10, `some cells are gone: ${text}`);
      return 'eight cells';
    },
  },
  {
    number: '7.4.3',
    findings: ['L16'],
    title: 'Upload links are few, and end with what asked for them',
    run: async (site) => {
      const who = await site.newcomer();
      const ask = (): Promise<Answer> =>
        site.ask('POST', '/api/v1/datasets/text', {
          headers: asSession(who),
          body: { name: 'a.csv' },
        });
      const links = await Promise.all(Array.from({ length: 25 }, ask));
      must(
        links.filter(({ status }) => status === 201).length === 20,
        `of 25: ${links.map(({ status }) => status).join()}`,
      );
      const link = new URL(String(links.find(({ status }) => status === 201)?.json()['upload_url']))
        .pathname;
      mustBe(
        await site.ask('POST', '/api/v1/auth/logout', { headers: asSession(who) }),
        204,
        'logout',
      );
      const form = new FormData();
      form.append('file', new Blob(['a\n1\n']), 'a.csv');
      const used = await fetch(site.url + link, { method: 'POST', body: form });
      must(used.status === 404, `after the log-out it took a file: ${used.status}`);
      return '5 of 25 refused; 404 after the log-out';
    },
  },
];
