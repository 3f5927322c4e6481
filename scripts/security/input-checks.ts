import { must, mustBe, type Check } from './check.ts';
import { asSession } from './site.ts';

/** What is sent as an input, by the numbers of the standard. */
export const inputChecks: readonly Check[] = [
  {
    number: '1.5.2',
    title: 'JSON torture is answered, never with a 5xx',
    run: async (site) => {
      const own = site.alice;
      const bodies = [
        '',
        '{',
        '[]',
        'null',
        '"x"',
        '1e999',
        '{"a":1e400}',
        '{"data":{"x":[1e308,1e308]}}',
        '{"data":{"__proto__":[1,2]}}',
        '{"__proto__":{"admin":true}}',
        '{"constructor":{"prototype":{"x":1}}}',
        `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
        `{"data":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`,
        '{"data":{"\u0000":[1]}}',
        '{"data":{"x":["\\ud800"]}}',
        '{"data":{"x":[1,"a",null,true]}}',
        '{"data":{"x":[]}}',
        '{"data":{}}',
        '{"data":{"x":[1]},"data":{"y":[2]}}',
        '{"dataset_id":"x","data":{}}',
        '\uFEFF{"data":{"x":[1]}}',
        `{"data":{"x":[${'1,'.repeat(9999)}1]}}`,
        '{"data":{"x":[1]}}trailing',
        '{"data":{"x":[0x10]}}',
        '{"data":{"x":[NaN]}}',
      ];
      for (let i = 0; i < 100; i++) {
        const whole =
          '{"data":{"x":[1,2.5,null],"y":["a","b","c"]},"quantiles":[0.5],"correlations":true}';
        const at = Math.floor(site.random() * whole.length);
        bodies.push(
          whole.slice(0, at) +
            String.fromCharCode(32 + Math.floor(site.random() * 95)) +
            whole.slice(at + (site.random() < 0.5 ? 1 : 0)),
        );
      }
      for (const body of bodies) {
        const answer = await site.ask('POST', '/api/v1/statistics', {
          headers: { ...asSession(own), 'Content-Type': 'application/json' },
          body,
        });
        must(
          answer.status < 500,
          `${body.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 120)}`,
        );
      }
      must(!('admin' in {}), 'the prototype was changed');
      return `${bodies.length} bodies`;
    },
  },
  {
    number: '2.2.1',
    title: 'Unknown fields and wrong types are refused',
    run: async (site) => {
      for (const body of [{ columns: 7 }, { colums: ['a'] }, { view: [] }, { quantiles: ['x'] }])
        mustBe(
          await site.ask('POST', `/api/v1/datasets/${site.dataset}/analyze`, {
            headers: asSession(site.alice),
            body,
          }),
          422,
          JSON.stringify(body),
        );
      return 'four of each kind';
    },
  },
  {
    number: '2.2.3',
    findings: ['C1'],
    title: 'A wrong input of megabytes is refused before it is parsed',
    run: async (site) => {
      const list = (one: string, times: number): string =>
        `[${Array.from({ length: times }, () => one).join(',')}]`;
      const tree = (last: number): string =>
        `{"or":${list(`{"and":${list(`{"or":${list(`{"and":${list('{"zz":1}', last)}}`, 50)}}`, 50)}}`, 9)}}`;
      const bodies = [
        `{"data":{"a":[1,2]},"view":{"filter":${tree(45)}}}`,
        `{"data":{"a":${list('[]', 3_000_000)}}}`,
        `{"data":{"a":[1]},"columns":${list('1', 4_000_000)}}`,
        `{"d\\u0061ta":{"a":${list('{}', 3_000_000)}}}`,
        '['.repeat(9_000_000),
      ];
      let slowest = 0;
      for (const body of bodies) {
        const watch = { on: true };
        const watched = (async () => {
          while (watch.on) {
            const asked = performance.now();
            await site.ask('GET', '/health');
            slowest = Math.max(slowest, performance.now() - asked);
          }
        })();
        const answer = await site.ask('POST', '/api/v1/statistics', {
          headers: { ...asSession(site.mallory), 'Content-Type': 'application/json' },
          body,
        });
        watch.on = false;
        await watched;
        must(
          answer.status >= 400 && answer.status < 500,
          `${body.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 120)}`,
        );
      }
      return `${bodies.length} bodies of 6 to 10 MB; /health took ${Math.round(slowest)} ms at most`;
    },
  },
  {
    number: '2.2.4',
    findings: ['M3'],
    title: 'A table of empty columns has its alerts',
    run: async (site) => {
      const upload = await site.upload(site.mallory, 'a,empty\n1,\n2,\n3,\n');
      mustBe(upload, 201, 'the upload');
      const made = String(upload.json()['id']);
      for (const path of ['alerts', 'profile'])
        mustBe(
          await site.ask('POST', `/api/v1/datasets/${made}/${path}`, {
            headers: asSession(site.mallory),
            body: {},
          }),
          200,
          path,
        );
      await site.ask('DELETE', `/api/v1/datasets/${made}`, { headers: asSession(site.mallory) });
      return 'alerts and profile';
    },
  },
  {
    number: '15.3.3',
    title: 'Fields that are not a user’s to set are not set (mass assignment)',
    run: async (site) => {
      const made = await site.register({
        roles: ['admin'],
        subscription_tier: 'paid',
        is_verified: true,
        id: '01900000-0000-7000-8000-000000000001',
      });
      must(made.status === 422, `registration took them: ${made.status}`);
      for (const body of [
        { roles: ['admin'] },
        { subscription_tier: 'paid' },
        { is_verified: true },
        { email_verified: true },
        { api_calls: 0 },
        { granted_pro_until: '2100-01-01' },
      ]) {
        const answer = await site.ask('PUT', '/api/v1/auth/me', {
          headers: asSession(site.mallory),
          body,
        });
        must(answer.status === 422, `${JSON.stringify(body)}: ${answer.status}`);
      }
      const me = (
        await site.ask('GET', '/api/v1/auth/me', { headers: asSession(site.mallory) })
      ).json();
      must(me['subscription_tier'] === 'free', 'the plan was changed');
      return 'seven attempts';
    },
  },
];
