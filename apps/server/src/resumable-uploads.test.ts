import { AppError } from '@columnist/contract';
import { openBreakingLine } from '@columnist/testing';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';
import {
  ask,
  begin,
  breakAfter,
  idIn,
  metadata,
  offsetOf,
  patch,
  pathOf,
  sendAll,
  tus,
} from './testing-resumable.ts';

const MB = 1024 * 1024;

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser({ tier: 'paid' });
});
afterAll(() => app.close());

const as = ({ accessToken }: TestUser) => ({ Authorization: `Bearer ${accessToken}` });
/** Files of uploads, and files on their way. */
const left = async (): Promise<string[]> =>
  (await app.files()).filter((path) => /^(?:objects\/uploads|temp)\//.test(path));
const bySecret = ({ apiKey }: TestUser) => ({ 'API-Key': apiKey ?? '' });
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A table of about so many bytes, with long cells: quickly read. */
function table(bytes: number): Buffer {
  const lines = ['id,text'];
  for (let length = 0, id = 1; length < bytes; id += 1) {
    const line = `${id},${'abcdefghij'.repeat(200)}`;
    lines.push(line);
    length += line.length + 1;
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

const fromUpload = (user: TestUser, id: string, options: object = {}): Promise<Response> =>
  fetch(`${app.url}/api/v1/datasets/from-upload`, {
    method: 'POST',
    headers: { ...as(user), 'Content-Type': 'application/json' },
    body: JSON.stringify({ upload: id, ...options }),
  });

const made = z.object({ id: z.uuid(), name: z.string(), row_count: z.int() }).loose();
const problem = z.object({ code: z.string(), detail: z.string(), status: z.int() }).loose();
const problemIn = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const { code, status } = problem.parse(await answer.json());
  return { code, status, answered: answer.status };
};
const refusal = (code: string, status: number) => ({ code, status, answered: status });

test('a file in two requests is the dataset it would be in one, and nothing else is left of it', async () => {
  const bytes = Buffer.from('item,n\npen,4\ncup,7\nMüller,9\n');
  const begun = await begin(app.url, bySecret(owner), bytes.length, 'Stück für Stück.csv');
  const id = idIn(begun);
  expect([...begun.headers].filter(([name]) => /^(?:tus|upload|location)/.test(name))).toEqual([
    ['location', pathOf(id)],
    ['tus-resumable', '1.0.0'],
    ['upload-expires', new Date(app.clock.now().getTime() + 86_400_000).toUTCString()],
  ]);
  expect(await patch(app.url, bySecret(owner), id, bytes.subarray(0, 10), 0)).toBe(204);
  const asked = await ask('HEAD', app.url, as(owner), id);
  expect([
    asked.status,
    asked.headers.get('upload-offset'),
    asked.headers.get('upload-length'),
    asked.headers.get('cache-control'),
  ]).toEqual([200, '10', String(bytes.length), 'no-store']);
  expect(await patch(app.url, as(owner), id, bytes.subarray(10), 10)).toBe(204);
  const answer = await fromUpload(owner, id);
  expect(answer.status).toBe(201);
  const dataset = made.parse(await answer.json());
  expect([dataset.name, dataset.row_count]).toEqual(['Stück für Stück.csv', 3]);
  const file = await fetch(`${app.url}/api/v1/datasets/${dataset.id}/file`, { headers: as(owner) });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  expect((await ask('HEAD', app.url, as(owner), id)).status).toBe(404);
  expect(await left()).toEqual([]);
});

test('a file of another format is imported, with what is stated of its table', async () => {
  const bytes = Buffer.from('a\tb\n1\t2\n3\t4\n');
  const id = idIn(await begin(app.url, as(owner), bytes.length, 'tabs.tsv'));
  await sendAll(app.url, as(owner), id, bytes);
  const answer = await fromUpload(owner, id, { review: true, header_rows: 0 });
  const dataset = z
    .object({ id: z.uuid(), row_count: z.int(), status: z.string() })
    .parse(await answer.json());
  expect([dataset.row_count, dataset.status]).toEqual([3, 'draft']);
  expect(await left()).toEqual([]);
});

test(
  'after twenty breaks the file is the same, and at most a tenth was sent twice',
  { timeout: 240_000 },
  async () => {
    const bytes = table(24 * MB);
    const line = await openBreakingLine(app.url);
    const id = idIn(await begin(line.url, as(owner), bytes.length));
    line.breakAfter(Array.from({ length: 20 }, (_, at) => (0.8 + (at % 5) * 0.1) * MB));
    await sendAll(line.url, as(owner), id, bytes);
    expect(line.left()).toBe(0);
    expect(line.sent() / bytes.length).toBeLessThanOrEqual(1.1);
    await line.close();
    const answer = await fromUpload(owner, id);
    const { id: dataset } = made.parse(await answer.json());
    const file = await fetch(`${app.url}/api/v1/datasets/${dataset}/file`, { headers: as(owner) });
    expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes));
    expect(await left()).toEqual([]);
  },
);

test('all that came before a break is here, also where the server is busy and the client asks at once', async () => {
  const bytes = table(4 * MB);
  const piece = 400_000;
  const uploads = await Promise.all(
    Array.from({ length: 5 }, async () => idIn(await begin(app.url, as(owner), bytes.length))),
  );
  const kept = await Promise.all(
    uploads.map(async (id) => {
      const offsets: number[] = [];
      for (let at = 0; at < 8 * piece; at += piece) {
        await breakAfter(app.url, as(owner), id, bytes.subarray(at), at, piece);
        offsets.push(await offsetOf(app.url, as(owner), id));
      }
      return offsets;
    }),
  );
  const sent = Array.from({ length: 8 }, (_, at) => (at + 1) * piece);
  expect(kept).toEqual(uploads.map(() => sent));
  for (const id of uploads) expect((await ask('DELETE', app.url, as(owner), id)).status).toBe(204);
});

test('bytes that do not begin where those that are here end are refused and change nothing', async () => {
  const bytes = Buffer.from('a\n1\n2\n3\n');
  const id = idIn(await begin(app.url, as(owner), bytes.length));
  await patch(app.url, as(owner), id, bytes.subarray(0, 4), 0);
  expect(await patch(app.url, as(owner), id, bytes.subarray(5), 5)).toBe(409);
  expect(await patch(app.url, as(owner), id, bytes, 0)).toBe(409);
  expect(await patch(app.url, as(owner), id, Buffer.alloc(100), 4)).toBe(413);
  expect(await offsetOf(app.url, as(owner), id)).toBe(4);
  const early = await fromUpload(owner, id);
  expect(await early.json()).toMatchObject({
    code: 'conflict',
    detail: 'The upload is not whole: 4 of 8 bytes are here.',
    used: 4,
    limit: 8,
  });
  expect((await ask('DELETE', app.url, as(owner), id)).status).toBe(204);
  expect((await ask('HEAD', app.url, as(owner), id)).status).toBe(404);
  expect(await left()).toEqual([]);
});

test('a file that cannot be read stays, and is asked again with other options', async () => {
  const bytes = Buffer.from('x\n\n');
  const id = idIn(await begin(app.url, as(owner), bytes.length));
  await sendAll(app.url, as(owner), id, bytes);
  expect(await problemIn(await fromUpload(owner, id, { skip_lines: 5 }))).toEqual(
    refusal('invalid_file', 422),
  );
  expect(await offsetOf(app.url, as(owner), id)).toBe(bytes.length);
  const answer = await fromUpload(owner, id, { header_rows: 0 });
  expect(answer.status).toBe(201);
  expect(await left()).toEqual([]);
});

describe('nobody else', () => {
  test('learns of an upload, goes on with it, ends it, or makes a dataset of it', async () => {
    const stranger = await app.createTestUser({ tier: 'paid' });
    const bytes = Buffer.from('a\n1\n');
    const id = idIn(await begin(app.url, as(owner), bytes.length));
    await patch(app.url, as(owner), id, bytes.subarray(0, 2), 0);
    const unknown = '7d4f3c86-0f0e-4a57-9a3b-2f6c1d5e8b90';
    for (const [user, which] of [
      [stranger, id],
      [owner, unknown],
      [owner, '..%2f..%2fapp-secret'],
    ] as const) {
      expect((await ask('HEAD', app.url, as(user), which)).status).toBe(404);
      expect(await patch(app.url, as(user), which, bytes.subarray(2), 2)).toBe(404);
      expect(await problemIn(await ask('DELETE', app.url, as(user), which))).toEqual(
        refusal('not_found', 404),
      );
    }
    expect(await problemIn(await fromUpload(stranger, id))).toEqual(refusal('not_found', 404));
    for (const nobody of [{}, { 'API-Key': 'col_test_wrong' }]) {
      expect((await begin(app.url, nobody, 4)).status).toBe(401);
      expect((await ask('HEAD', app.url, nobody, id)).status).toBe(401);
      expect((await ask('DELETE', app.url, nobody, id)).status).toBe(401);
    }
    expect(await offsetOf(app.url, as(owner), id)).toBe(2);
    await ask('DELETE', app.url, as(owner), id);
  });
});

describe('limits', () => {
  const announce = (user: TestUser, headers: Readonly<Record<string, string>>) =>
    fetch(`${app.url}/api/v1/resumable-uploads`, {
      method: 'POST',
      headers: { ...tus, ...as(user), ...headers },
    });
  const name = metadata('a.csv');

  test('what is announced wrongly is refused before a byte is taken', async () => {
    const free = await app.createTestUser();
    const refused = async (headers: Readonly<Record<string, string>>) =>
      problemIn(await announce(free, headers));
    expect(
      await refused({ 'Upload-Length': String(10 * MB + 1), 'Upload-Metadata': name }),
    ).toEqual(refusal('file_too_large', 413));
    const wrong: Readonly<Record<string, string>>[] = [
      { 'Upload-Length': '4' },
      { 'Upload-Length': '4', 'Upload-Metadata': 'filename' },
      { 'Upload-Length': '4', 'Upload-Metadata': 'type dGV4dA==' },
      { 'Upload-Length': '4', 'Upload-Metadata': 'filename %%%' },
      { 'Upload-Length': '-4', 'Upload-Metadata': name },
      { 'Upload-Length': '1e3', 'Upload-Metadata': name },
      { 'Upload-Metadata': name },
      { 'Upload-Defer-Length': '1', 'Upload-Metadata': name },
    ];
    for (const headers of wrong)
      expect(await refused(headers)).toEqual(refusal('invalid_input', 422));
    expect(
      await refused({ 'Tus-Resumable': '0.2.2', 'Upload-Length': '4', 'Upload-Metadata': name }),
    ).toEqual(refusal('malformed_request', 400));
    expect(await left()).toEqual([]);
  });

  test('of one user five are open at a time, with the bytes of two largest files', async () => {
    const free = await app.createTestUser();
    const ids: string[] = [];
    for (const bytes of [10 * MB, 9 * MB, 10, 10])
      ids.push(idIn(await begin(app.url, as(free), bytes)));
    const large = await begin(app.url, as(free), MB);
    expect(await large.json()).toMatchObject({ code: 'conflict', limit: 20 * MB });
    ids.push(idIn(await begin(app.url, as(free), 10)));
    const sixth = await begin(app.url, as(free), 10);
    expect(await sixth.json()).toMatchObject({ code: 'conflict', used: 5, limit: 5 });
    for (const id of ids) await ask('DELETE', app.url, as(free), id);
    const id = idIn(await begin(app.url, as(free), 10));
    await ask('DELETE', app.url, as(free), id);
  });

  test('at the same time no more are begun either', async () => {
    const free = await app.createTestUser();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => begin(app.url, as(free), 10)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 201, 409, 409, 409,
    ]);
    for (const answer of answers.filter(({ ok }) => ok))
      await ask('DELETE', app.url, as(free), idIn(answer));
  });

  test('a request of another kind of body is refused', async () => {
    const id = idIn(await begin(app.url, as(owner), 4));
    const answer = await fetch(app.url + pathOf(id), {
      method: 'PATCH',
      headers: { ...tus, ...as(owner), 'Upload-Offset': '0', 'Content-Type': 'text/csv' },
      body: 'a\n1\n',
    });
    expect(await problemIn(answer)).toEqual(refusal('unsupported_media_type', 415));
    await ask('DELETE', app.url, as(owner), id);
  });
});

/** Node.js wants it for a body that is a stream; the types of a browser do not know it. */
const streamed = { duplex: 'half' } as const;

test('a request that goes on with an upload ends the one before it, whose client may be gone', async () => {
  const bytes = table(MB);
  const id = idIn(await begin(app.url, as(owner), bytes.length));
  const controller = new AbortController();
  // Half of the file, and then nothing more, on a connection that stays open.
  const stalled = fetch(app.url + pathOf(id), {
    method: 'PATCH',
    signal: controller.signal,
    headers: {
      ...tus,
      ...as(owner),
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': '0',
    },
    ...streamed,
    body: new ReadableStream({
      start: (stream) => stream.enqueue(bytes.subarray(0, MB / 2)),
    }),
  }).catch(() => null);
  await vi.waitFor(async () => {
    const [path] = (await app.files()).filter((one) => one.endsWith(id));
    if (path === undefined) throw new AppError('not_found', 'not yet');
  });
  await sendAll(app.url, as(owner), id, bytes);
  controller.abort();
  await stalled;
  const { id: dataset } = made.parse(await (await fromUpload(owner, id)).json());
  const file = await fetch(`${app.url}/api/v1/datasets/${dataset}/file`, { headers: as(owner) });
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes));
});

describe('what ends', () => {
  test('nothing of a user who is deleted is left', async () => {
    const user = await app.createTestUser();
    const id = idIn(await begin(app.url, as(user), 8));
    await patch(app.url, as(user), id, Buffer.from('a\n1\n'), 0);
    expect(await left()).toHaveLength(2);
    const answer = await fetch(`${app.url}/api/v1/auth/delete-account`, {
      method: 'POST',
      headers: { ...as(user), 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: user.email, password: user.password }),
    });
    expect(answer.ok).toBe(true);
    expect(await left()).toEqual([]);
    expect(
      await app.core.orm.em.fork().execute('select id from partial_upload where id = ?', [id]),
    ).toEqual([]);
  });

  test('an upload is gone after a day, with its files', async () => {
    const user = await app.createTestUser();
    const id = idIn(await begin(app.url, as(user), 8));
    await patch(app.url, as(user), id, Buffer.from('a\n1\n'), 0);
    app.clock.advance(24 * 3600 - 1);
    expect(await offsetOf(app.url, bySecret(user), id)).toBe(4);
    app.clock.advance(2);
    expect((await ask('HEAD', app.url, bySecret(user), id)).status).toBe(404);
    expect(await left()).toHaveLength(2);
    await app.core.runJobs();
    expect(await left()).toEqual([]);
  });
});
