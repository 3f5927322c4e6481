import { must, mustBe, type Check } from './check.ts';
import { asKey, asSession, askWith, freshEmail, sendBytes } from './site.ts';

/** What every request and answer is held to, by the numbers of the standard. */
export const httpChecks: readonly Check[] = [
  {
    number: '3.4.1',
    title:
      'Headers of every answer: HSTS, nosniff, Referrer-Policy, frames, CSP; no cookie, no name of the software',
    run: async (site) => {
      const paths = [
        '/app/',
        '/app/login',
        '/api/v1/datasets',
        '/trpc/auth.me',
        '/mcp',
        '/api/openapi.json',
        '/api/docs',
        '/nothing',
        '/health',
        '/.well-known/oauth-protected-resource',
      ];
      for (const path of paths) {
        const { headers } = await site.ask('GET', path);
        const has = (name: string, form: RegExp): void =>
          must(form.test(headers.get(name) ?? ''), `${path} has ${name}: ${headers.get(name)}`);
        has('strict-transport-security', /max-age=\d{8}/);
        has('x-content-type-options', /^nosniff$/);
        has('referrer-policy', /^(?:no-referrer|strict-origin|same-origin)/);
        has('x-frame-options', /^DENY$/i);
        for (const name of ['x-powered-by', 'server', 'set-cookie'])
          must(headers.get(name) === null, `${path} has ${name}`);
      }
      const policy =
        (await site.ask('GET', '/app/login')).headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        must(policy.includes(part), `the policy lacks ${part}: ${policy}`);
      must(!/script-src[^;]*unsafe/.test(policy), `scripts are not restricted: ${policy}`);
      return `${paths.length} paths`;
    },
  },
  {
    number: '3.4.2',
    title: 'No other origin is let in (CORS)',
    run: async (site) => {
      for (const path of ['/api/v1/datasets', '/trpc/auth.me', '/app/', '/api/v1/auth/login']) {
        for (const method of ['GET', 'OPTIONS']) {
          const { headers } = await site.ask(method, path, {
            headers: {
              Origin: 'https://evil.example',
              'Access-Control-Request-Method': 'POST',
              'Access-Control-Request-Headers': 'authorization',
            },
          });
          must(
            headers.get('access-control-allow-origin') === null,
            `${method} ${path} allows ${headers.get('access-control-allow-origin')}`,
          );
        }
      }
      const page = await site.ask('POST', '/mcp', {
        headers: { Origin: 'https://evil.example', ...asKey(site.mallory) },
        body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      });
      must(
        page.status === 403 || page.headers.get('access-control-allow-origin') === null,
        'a page of another origin could call /mcp',
      );
      return 'four paths, simple and preflight; /mcp with a foreign Origin';
    },
  },
  {
    number: '3.5.1',
    title: 'Forms of other sites cannot act for a user (no ambient credentials)',
    run: async (site) => {
      const answer = await site.ask('POST', '/api/v1/auth/regenerate-api-key', {
        headers: {
          Cookie: `accessToken=${site.alice.session}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: 'a=1',
      });
      must(answer.status >= 400 && answer.status < 500, `a cookie was taken: ${answer.status}`);
      return 'a cookie is no credential';
    },
  },
  {
    number: '4.1.1',
    title: 'Every answer says its type; errors are problem documents',
    run: async (site) => {
      for (const path of [
        '/api/v1/nothing',
        `/api/v1/datasets/${site.dataset}`,
        '/trpc/nothing.at.all',
        '/mcp',
      ]) {
        const { headers, status } = await site.ask('GET', path);
        must(
          status >= 400 &&
            /^(?:application\/(?:problem\+)?json|text\/plain)/.test(
              headers.get('content-type') ?? '',
            ),
          `${path}: ${headers.get('content-type')}`,
        );
      }
      return 'four doors';
    },
  },
  {
    number: '4.1.3',
    title: 'What a client says of its own address is not believed without a proxy',
    run: async (site) => {
      const email = freshEmail();
      const statuses: number[] = [];
      for (let i = 0; i < 25; i++)
        statuses.push(
          (
            await site.ask('POST', '/api/v1/auth/login', {
              headers: { 'X-Forwarded-For': `203.0.113.${i}`, Forwarded: `for=203.0.113.${i}` },
              body: { email, password: 'a guess at it' },
            })
          ).status,
        );
      must(statuses.includes(429), 'another address each time evades the throttle');
      return 'X-Forwarded-For and Forwarded ignored';
    },
  },
  {
    number: '4.2.1',
    title: 'Requests whose length is ambiguous are refused (smuggling)',
    run: async (site) => {
      const host = new URL(site.url).host;
      for (const lengths of [
        'Content-Length: 5\r\nTransfer-Encoding: chunked',
        'Content-Length: 5\r\nContent-Length: 6',
        'Transfer-Encoding: chunked, identity',
      ]) {
        const answer = await sendBytes(
          site.url,
          `POST /api/v1/auth/login HTTP/1.1\r\nHost: ${host}\r\n${lengths}\r\nConnection: ` +
            `close\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        );
        must(answer.startsWith('HTTP/1.1 400'), `${lengths}: ${answer.slice(0, 60)}`);
      }
      return 'three forms';
    },
  },
  {
    number: '4.3.1',
    title: 'JSON nested deep, bodies too long and headers too large are refused',
    run: async (site) => {
      mustBe(
        await site.ask('POST', '/api/v1/auth/login', {
          headers: { 'Content-Type': 'application/json' },
          body: `{"email":"${'a'.repeat(2_000_000)}"}`,
        }),
        413,
        'two megabytes',
      );
      must(
        (await askWith(`${site.url}/health`, 'GET', { 'X-Long': 'a'.repeat(20_000) })) === 431,
        'a header of 20 kB was taken',
      );
      // Its end is missing: answered is its size, as it is looked through before it is parsed.
      const names = `{${Array.from({ length: 3000 }, (_, i) => `"k${i}":1`).join(',')}`;
      for (const path of ['/api/v1/auth/login', '/trpc/auth.login', '/trpc/auth.login?batch=1'])
        must(
          (
            await site.ask('POST', path, {
              headers: { 'Content-Type': 'application/json' },
              body: path.endsWith('=1') ? `{"0":${names}}}` : names,
            })
          ).text.includes('The input has more than 2,500 parts.'),
          `${path} parses JSON before it is looked through`,
        );
      mustBe(
        await site.ask('POST', '/trpc/auth.login', {
          headers: { 'Content-Type': 'multipart/form-data; boundary=X' },
          body: '--X\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--X--\r\n',
        }),
        415,
        'a form for /trpc',
      );
      return '413, 415, 422 and 431';
    },
  },
  {
    number: '15.2.2',
    title: 'Headers that never end hold a connection for half a minute at most',
    run: async (site) => {
      const begun = 'GET /health HTTP/1.1\r\nHost: columnist.example\r\n';
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => sendBytes(site.url, begun, 30)),
      );
      const open = answers.filter((answer) => !answer.startsWith('HTTP/1.1 408'));
      must(open.length === 0, `${open.length} were not answered 408: ${open[0]?.slice(0, 60)}`);
      return `${answers.length} connections answered 408`;
    },
  },
  {
    number: '13.4.1',
    findings: ['H4'],
    title: 'No file of the server can be asked for, and no page of tests from elsewhere',
    run: async (site) => {
      for (const path of [
        '/.git/config',
        '/.env',
        '/package.json',
        '/app/../package.json',
        '/app/%2e%2e/%2e%2e/package.json',
        '/app/assets/..%2f..%2f..%2fpackage.json',
        '/api/../.data/app-secret',
        '/metrics',
      ]) {
        const answer = await sendBytes(
          site.url,
          `GET ${path} HTTP/1.1\r\nHost: ${new URL(site.url).host}\r\nConnection: close\r\n\r\n`,
        );
        must(
          !/"devDependencies"|\[core\]|APP_SECRET|columnist_http/.test(answer),
          `${path} answers a file`,
        );
      }
      must(
        (await askWith(`${site.url}/sandbox/mail`, 'GET', { Host: 'columnist.example' })) >= 400,
        'the mailbox answers another Host',
      );
      const forwarded = ['Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-For', 'X-Forwarded-Host'];
      for (const name of forwarded)
        must(
          (await askWith(`${site.url}/sandbox/mail`, 'GET', { [name]: '203.0.113.9' })) === 403,
          `the mailbox answers through a proxy that sends ${name}`,
        );
      return `eight paths, one foreign Host, ${forwarded.length} headers of proxies`;
    },
  },
  {
    number: '14.3.2',
    title: 'Answers with data are not kept by caches',
    run: async (site) => {
      for (const path of [
        '/api/v1/auth/me',
        '/api/v1/datasets',
        `/api/v1/datasets/${site.dataset}`,
        '/api/v1/auth/api-key',
      ]) {
        const policy =
          (await site.ask('GET', path, { headers: asSession(site.alice) })).headers.get(
            'cache-control',
          ) ?? '';
        must(/no-store|no-cache/.test(policy) && !policy.includes('public'), `${path}: ${policy}`);
      }
      return 'four routes';
    },
  },
  {
    number: '16.5.1',
    title: 'Errors tell nothing of the inside',
    run: async (site) => {
      const answers = await Promise.all([
        site.ask('POST', '/api/v1/auth/login', {
          headers: { 'Content-Type': 'application/json' },
          body: '{',
        }),
        site.ask('GET', '/api/v1/datasets/%00', { headers: asSession(site.alice) }),
        site.ask('POST', '/trpc/datasets.analyze', {
          headers: asSession(site.alice),
          body: { id: {} },
        }),
        site.ask('POST', '/mcp', {
          headers: asKey(site.alice),
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nothing' } },
        }),
        site.ask('POST', '/api/payments/webhook', {
          headers: { 'stripe-signature': 't=1,v1=00' },
          body: '{}',
        }),
      ]);
      for (const { text } of answers)
        must(
          !/node_modules|\.ts:\d|at \w+ \(|\/work\/|SELECT |stack/.test(text),
          text.slice(0, 200),
        );
      return `${answers.length} errors`;
    },
  },
];
