import { allOperations, exampleInputs } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser({ tier: 'paid' });
  id = z
    .object({ id: z.uuid() })
    .parse(
      await (
        await app.upload(user, 'mass,wing,kind,seen\n1,2,a,2026-01-01\n2,3,b,2026-01-02\n')
      ).json(),
    ).id;
});
afterAll(() => app.close());

const deep = (open: string, close: string, times: number): string =>
  `${open.repeat(times)}1${close.repeat(times)}`;
/** Bodies that are wrong in the form of JSON, or right and unlike what anybody sends. */
const bodies: readonly (string | Buffer<ArrayBuffer>)[] = [
  '{',
  '}',
  '[]',
  '[{}]',
  'null',
  'true',
  '0',
  '"text"',
  '{}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '[1,]',
  "{'a':1}",
  '{a:1}',
  '{"a":1}{"b":2}',
  '{"a":1} x',
  '// note\n{}',
  '{"a":undefined}',
  '{"a":NaN}',
  '{"a":-Infinity}',
  '{"a":01}',
  '{"a":0x1F}',
  '{"a":1e999999}',
  '{"a":-1e-999999}',
  `{"a":${'9'.repeat(5000)}}`,
  '{"id":1,"id":2}',
  '{"view":{},"view":[]}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"":1}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"\\u0000":1}',
  '{"a":"\\x41"}',
  '{"a":"\t"}',
  '\ufeff{}',
  `{"a":"${'x'.repeat(30_000)}"}`,
  deep('[', ']', 2000),
  deep('{"a":', '}', 2000),
  deep('{"view":', '}', 300),
  '['.repeat(20_000),
  `{"a":${deep('[', ']', 600)}}`,
  '{"view":{"filter":{"and":[{"or":[]}]}},"columns":{}}',
  '{"id":[],"name":{},"columns":"x","limit":"1","email":1,"password":null}',
  Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from('{"a":1}', 'utf16le'),
  Buffer.from([0xfe, 0xff, 0, 0x7b, 0, 0x7d]),
  Buffer.from([0, 0, 0, 0]),
  Buffer.alloc(0),
];
const types: readonly string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json; charset=utf-7',
  'application/json; charset=',
  'application/xml',
  'text/csv',
  'application/octet-stream',
  'nonsense',
  'application/json;;;',
  'application/problem+json',
];

/** Those that end what the others are asked with come last. */
const ending = /logout|revoke|deleteAccount|regenerate|limitApiKey/i;
const routes = allOperations
  .toSorted((a, b) => Number(ending.test(a.path)) - Number(ending.test(b.path)))
  .flatMap(({ path, rest }) =>
    rest === undefined
      ? []
      : [rest.path, ...(rest.aliases ?? [])].map((address) => ({
          path,
          method: rest.method.toUpperCase(),
          address,
          sends: rest.method !== 'get' && rest.method !== 'delete',
        })),
  );
const send = async (
  method: string,
  path: string,
  type: string,
  body: string | Buffer<ArrayBuffer> | null,
): Promise<number> => {
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: { Authorization: `Bearer ${user.accessToken}`, 'Content-Type': type },
    body,
  });
  await response.arrayBuffer();
  return response.status;
};

test('no body, and no lie about its type, is answered with a 5xx on any documented route', async () => {
  const examples = exampleInputs(id);
  const failed: string[] = [];
  let asked = 0;
  let next = 0;
  const take = <One>(all: readonly One[], some: number): One[] =>
    Array.from({ length: some }, () => all[next++ % all.length]).flatMap((one) =>
      one === undefined ? [] : [one],
    );
  for (const { path, method, address, sends } of routes) {
    const of = examples[path] ?? {};
    const target = address.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(z.coerce.string().parse(of[name] ?? 'x')),
    );
    // Each route has a part of them in turn, and all routes together have each of them many times.
    const attempts: readonly [string, string | Buffer<ArrayBuffer> | null][] = sends
      ? [
          ...take(bodies, 12).map((body): [string, string | Buffer<ArrayBuffer>] => [
            'application/json',
            body,
          ]),
          ...take(types, 3).map((type): [string, string] => [type, JSON.stringify(of)]),
          ['application/json', null],
        ]
      : [['application/json', null]];
    for (let from = 0; from < attempts.length; from += 16) {
      const some = attempts.slice(from, from + 16);
      const statuses = await Promise.all(
        some.map(([type, body]) => send(method, target, type, body)),
      );
      for (const [i, status] of statuses.entries())
        if (status >= 500)
          failed.push(
            `${method} ${target} ${some[i]?.[0] ?? ''} ${String(some[i]?.[1]).slice(0, 60)}: ${status}`,
          );
      asked += some.length;
    }
  }
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(700);
  expect('admin' in {}).toBe(false);
});
