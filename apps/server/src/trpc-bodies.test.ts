import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser();
  id = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(owner, 'a,b\n1,x\n2,y\n3,y\n')).json()).id;
});
afterAll(() => app.close());

const call = async (path: string, body: string, type = 'application/json') => {
  const response = await fetch(`${app.url}/trpc/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.accessToken}`,
      'Content-Type': type,
      'X-Http-Method-Override': 'POST',
    },
    body,
  });
  const text = await response.text();
  return { status: response.status, body: z.json().parse(JSON.parse(text)) };
};
const refusal = (status: number, detail: string) => ({
  error: { data: { problem: expect.objectContaining({ status, detail }) } },
});

// An end is missing, so the parser would say so: what is refused for its size was not parsed.
const endless = `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',')}`;
const tooMany = refusal(422, 'The input has more than 2,500 parts.');
const unread = refusal(400, 'The request cannot be read.');

describe('a body for /trpc is looked through before it is parsed', () => {
  test('of one call, without a session too', async () => {
    expect(await call('auth.login', endless)).toMatchObject({ status: 422, body: tooMany });
    expect(await call('datasets.rename', '['.repeat(70))).toMatchObject({
      status: 400,
      body: refusal(400, 'The JSON is nested deeper than 64 levels.'),
    });
  });

  test('of each call of a batch', async () => {
    const sent = `{"0":{"full_name":"Ada"},"1":${endless},"2":1}}`;
    expect(await call('auth.updateMe,auth.updateMe?batch=1', sent)).toMatchObject({
      status: 422,
      body: [tooMany, tooMany],
    });
    const members = `{${Array.from({ length: 60_000 }, (_, i) => `"${i}":1`).join(',')}}`;
    expect(await call('auth.login,auth.login?batch=1', members)).toMatchObject({
      body: [tooMany, tooMany],
    });
  });

  test('and no form is parsed at all', async () => {
    const form = '--X\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--X--\r\n';
    const refused = { status: 415, body: refusal(415, 'Send application/json.') };
    expect(await call('auth.login', form, 'multipart/form-data; boundary=X')).toMatchObject(
      refused,
    );
  });
});

describe('a batch', () => {
  test('has the inputs of its calls, however they are written', async () => {
    const sent = ' { "1" : {"full_name":"a \\"},{[: b"} ,\n "\\u0030":{ "full_name" : "Zoë Y"}}\n';
    expect(await call('auth.updateMe,auth.updateMe?batch=1', sent)).toMatchObject({
      status: 200,
      body: [
        { result: { data: { full_name: 'Zoë Y' } } },
        { result: { data: { full_name: 'a "},{[: b' } } },
      ],
    });
  });

  test('may hold as much in each call as one call may', async () => {
    const filter = {
      column: 'a',
      op: 'in',
      values: Array.from({ length: 1000 }, (_, i) => i + 2),
    };
    const input = { id, column: 'b', view: { filter } };
    const path = 'datasets.frequencies,datasets.frequencies,datasets.frequencies?batch=1';
    const items = [{ value: 'y', n: 2 }];
    expect(await call(path, JSON.stringify({ 0: input, 1: input, 2: input }))).toMatchObject({
      status: 200,
      body: Array.from({ length: 3 }, () => ({ result: { data: { items } } })),
    });
  });

  test.each([
    ['nothing', ''],
    ['a list', '[{}]'],
    ['an end that is missing', '{"0":{"full_name":"Ada"}'],
    ['an open text', '{"0":{"full_name":"Ada}}'],
    ['what comes after its end', '{"0":{"full_name":"Ada"}} {}'],
    ['what comes before it', '1 {"0":{"full_name":"Ada"}}'],
    ['a comma too many', '{"0":{"full_name":"Ada"},}'],
    ['a member without a name', '{"0":{"full_name":"Ada"},{}}'],
    ['a number for a name', '{0:{"full_name":"Ada"}}'],
    ['brackets that do not match', '{"0":{"full_name":["Ada"}]}'],
  ])('is refused with %s', async (_name, sent) => {
    expect(await call('auth.updateMe?batch=1', sent)).toMatchObject({ body: [unread] });
  });

  test('of calls without inputs is empty', async () => {
    expect(await call('auth.me,auth.me?batch=1', ' { } ')).toMatchObject({
      body: [{ result: {} }, { result: {} }],
    });
  });
});
