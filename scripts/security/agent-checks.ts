import { once } from 'node:events';
import { createServer } from 'node:net';
import { z } from 'zod';
import { must, mustBe, type Check } from './check.ts';
import { address, withInternet } from './internet.ts';
import { askFrom, type Answer, type Site } from './site.ts';

const callback = 'http://127.0.0.1:9/callback';
const register = ({ ask }: Pick<Site, 'ask'>, more: Record<string, unknown>): Promise<Answer> =>
  ask('POST', '/oauth/register', {
    body: {
      client_name: 'check',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [callback],
      ...more,
    },
  });
/** An agent that is known by its document at this address. */
const authorize = ({ ask }: Pick<Site, 'ask'>, client: string): Promise<Answer> =>
  ask(
    'GET',
    `/oauth/authorize?${new URLSearchParams({ client_id: client, response_type: 'code', redirect_uri: callback, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }).toString()}`,
  );
const sector = JSON.stringify([callback]);

/** What agents that nobody knows yet can ask of the authorization server. */
export const agentChecks: readonly Check[] = [
  {
    number: 'L8',
    title: 'Documents that agents name are fetched from no address of this machine or its network',
    run: () =>
      withInternet(async ({ ask, answers }) => {
        let fetched = 0;
        answers((_req, res) => {
          fetched += 1;
          res.setHeader('Content-Type', 'application/json').end(sector);
        });
        mustBe(
          await register({ ask }, { sector_identifier_uri: `https://${address}/x` }),
          201,
          'a document of the internet',
        );
        must(fetched === 1, 'the document of the internet was not fetched');
        let connections = 0;
        const listener = createServer((socket) => {
          connections += 1;
          socket.destroy();
        });
        listener.listen(0, '127.0.0.1');
        await once(listener, 'listening');
        const { port } = z.object({ port: z.int() }).parse(listener.address());
        const hosts = ['127.0.0.1', 'localhost', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433'];
        try {
          for (const host of hosts) {
            const here = `https://${host}:${port}/x`;
            mustBe(await register({ ask }, { sector_identifier_uri: here }), 400, host);
            mustBe(await authorize({ ask }, here), 400, `an agent at ${host}`);
          }
          answers((_req, res) =>
            res.writeHead(302, { Location: `https://127.0.0.1:${port}/x` }).end(),
          );
          mustBe(
            await register({ ask }, { sector_identifier_uri: `https://${address}/moved` }),
            400,
            'a document that leads here',
          );
        } finally {
          listener.close();
        }
        must(connections === 0, `${connections} connections were made`);
        return `one document of the internet fetched; ${hosts.length} hosts by two ways and a redirect: no connection`;
      }),
  },
  {
    number: 'L9',
    title: 'Bodies that agents send are limited, and documents fetched for them in bytes and time',
    run: () =>
      withInternet(async ({ ask, answers, taken }) => {
        const bodies = (kilobytes: number): Promise<[string, Answer][]> =>
          Promise.all(
            [
              { path: 'register', fields: { client_name: 'x'.repeat(kilobytes * 1000) } },
              {
                path: 'revoke',
                fields: { client_id: client, token: 'x'.repeat(kilobytes * 1000) },
              },
            ].map(async ({ path, fields }) => [
              path,
              path === 'register'
                ? await register({ ask }, fields)
                : await ask('POST', `/oauth/${path}`, {
                    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
                    body: new URLSearchParams(Object.entries(fields)).toString(),
                  }),
            ]),
          );
        const client = String((await register({ ask }, {})).json()['client_id']);
        // Metadata of a client are kept: 8 KB at most.
        for (const [path, { status, text }] of await bodies(6))
          must(status === 200 || status === 201, `6 KB to ${path}: ${status} ${text}`);
        mustBe(
          await register({ ask }, { client_name: 'x'.repeat(9000) }),
          400,
          'metadata of 9 KB to register',
        );
        for (const [path, { status, text }] of await bodies(200))
          must(status === 400 || status === 413, `200 KB to ${path}: ${status} ${text}`);
        mustBe(
          await ask('POST', '/oauth/request/nobody/decision', {
            body: { allow: 'x'.repeat(200_000) },
          }),
          413,
          '200 KB to the decision',
        );
        const fetchOf = (): Promise<Answer> =>
          register({ ask }, { sector_identifier_uri: `https://${address}/x` });
        answers((_req, res) =>
          res.setHeader('Content-Type', 'application/json').end(sector.padEnd(60_000)),
        );
        mustBe(await fetchOf(), 201, 'a document of 60 KB');
        const megabytes = 200;
        answers((_req, res) => {
          const more = (n: number): void =>
            void res.write(Buffer.alloc(1e6, ' '), (error) =>
              error === null || error === undefined
                ? n < megabytes
                  ? more(n + 1)
                  : res.end(sector)
                : undefined,
            );
          res.setHeader('Content-Type', 'application/json');
          more(1);
        });
        mustBe(await fetchOf(), 400, `a document of ${megabytes} MB`);
        const bytes = taken();
        // What the buffers of a connection hold is taken, too.
        must(bytes > 64 * 1024 && bytes < 30e6, `${bytes} bytes of it were taken`);
        const begun = performance.now();
        answers((_req, res) => void res.writeHead(200).write('['));
        mustBe(await fetchOf(), 400, 'a document without an end');
        const seconds = (performance.now() - begun) / 1000;
        must(seconds < 10, `a document without an end was waited for ${seconds.toFixed(0)} s`);
        return (
          `200 KB refused by three paths; ${(bytes / 1e6).toFixed(1)} of ${megabytes} MB ` +
          `taken; ${seconds.toFixed(0)} s waited for one without an end`
        );
      }),
  },
  {
    number: 'L10',
    title: 'Every path of the authorization server is throttled',
    run: async (site) => {
      const paths: readonly [string, string][] = [
        ['GET', '/oauth/jwks'],
        ['GET', '/oauth/authorize?client_id=nobody'],
        ['GET', '/oauth/authorize/nothing'],
        ['POST', '/oauth/register'],
        ['POST', '/oauth/token'],
        ['POST', '/oauth/revoke'],
        ['GET', '/oauth/request/nobody'],
        ['GET', '/oauth/request/nobody/details'],
        ['POST', '/oauth/request/nobody/decision'],
      ];
      const ask = async (from: string, [method, path]: readonly [string, string]) =>
        (await askFrom(from, method, site.url + path, method === 'POST' ? {} : undefined)).status;
      /** How many of one path are answered from one address before it is refused. */
      const answered = async (
        from: string,
        asked: readonly [string, string],
        most: number,
      ): Promise<number> => {
        for (let n = 0; n <= most; n += 20) {
          const statuses = await Promise.all(Array.from({ length: 20 }, () => ask(from, asked)));
          const refused = statuses.filter((status) => status === 429).length;
          if (refused > 0) return n + 20 - refused;
        }
        throw new Error(`${asked.join(' ')} was answered ${most} times`);
      };
      const [busy, other, eager, many] = ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4'];
      // Where a minute ends in between, twice as many.
      const all = await answered(busy, ['GET', '/oauth/jwks'], 1200);
      for (const path of paths) {
        const [refused, free] = [await ask(busy, path), await ask(other, path)];
        must(refused === 429, `${path.join(' ')} answers ${refused} after ${all} requests`);
        must(free !== 429, `${path.join(' ')} is refused from an address that asked for nothing`);
      }
      const authorized = await answered(eager, ['GET', '/oauth/authorize?client_id=nobody'], 240);
      const registered = await answered(many, ['POST', '/oauth/register'], 400);
      must((await ask(eager, ['GET', '/oauth/jwks'])) === 200, 'the keys are refused as well');
      return (
        `${paths.length} paths refused after ${all} requests of one address; ${authorized} ` +
        `to authorize, ${registered} registrations`
      );
    },
  },
  {
    number: 'L11',
    title: 'Answers to agents go to https, to this computer, or to an app that names its domain',
    run: async (site) => {
      const wrong = [
        'ftp://agent.example/',
        'https://user:secret@agent.example/',
        'http://agent.example/',
        'https://agent.example/#x',
        'javascript:alert(1)',
        'data:text/html,x',
        'agent:/callback',
      ];
      for (const redirect of wrong)
        for (const type of ['native', 'web'])
          mustBe(
            await register(site, { redirect_uris: [redirect], application_type: type }),
            400,
            `${type} ${redirect}`,
          );
      mustBe(
        await register(site, { redirect_uris: ['com.example.app:/callback'] }),
        201,
        'a private scheme',
      );
      return `${wrong.length} addresses`;
    },
  },
];
