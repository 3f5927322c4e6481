import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

const MB = 1024 * 1024;
const problemOf = (code: string, status: number, detail: string, more: object = {}) => ({
  status,
  contentType: 'application/problem+json',
  body: expect.objectContaining({ code, status, detail, ...more }),
});

let app: TestApp;
let free: TestUser;
let pro: TestUser;
let before: string[];

beforeAll(async () => {
  app = await createTestApp();
  free = await app.createTestUser();
  pro = await app.createTestUser({ tier: 'paid' });
  before = await app.files();
});
afterAll(() => app.close());

const answerOf = async (response: Response) => ({
  status: response.status,
  contentType: response.headers.get('content-type'),
  body: await response.json(),
});
const listed = async (user: TestUser): Promise<unknown> =>
  (await fetch(`${app.url}/api/v1/datasets`, { headers: { 'API-Key': user.apiKey ?? '' } })).json();

interface Sent {
  readonly status: number;
  readonly body: string;
  /** Bytes the client had written when the answer came. */
  readonly written: number;
}

/** A body sent in chunks, without its length; ended early where `stopAfter` says so. */
function sendChunks(
  user: TestUser,
  path: string,
  type: string,
  head: string,
  length: number,
  options: { readonly stopAfter?: number; readonly fill?: string; readonly tail?: string } = {},
): Promise<Sent | 'aborted'> {
  const { stopAfter = Infinity, fill = '1\n', tail = '' } = options;
  return new Promise((resolve) => {
    let written = 0;
    const outgoing = request(
      app.url + path,
      {
        method: 'POST',
        headers: {
          'Content-Type': type,
          Authorization: `Bearer ${user.accessToken}`,
          'Transfer-Encoding': 'chunked',
        },
      },
      (incoming) => {
        const atAnswer = written;
        let body = '';
        incoming
          .on('data', (chunk: Buffer) => (body += chunk.toString()))
          .once('end', () =>
            resolve({ status: incoming.statusCode ?? 0, body, written: atAnswer }),
          );
      },
    );
    outgoing.on('error', () => resolve('aborted'));
    outgoing.write(head);
    const chunk = Buffer.alloc(64 * 1024, fill);
    const more = () => {
      while (written < length) {
        written += chunk.length;
        if (written > stopAfter) return void outgoing.destroy();
        if (!outgoing.write(chunk)) return void outgoing.once('drain', more);
      }
      outgoing.end(tail);
    };
    more();
  });
}

const multipart = {
  type: 'multipart/form-data; boundary=edge',
  head: '--edge\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\nContent-Type: text/csv\r\n\r\na\n',
  tail: '\r\n--edge--\r\n',
};

describe('a file that is no table is refused with its row and the remedy, and nothing of it is left', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, number, string, RegExp]>([
    [
      'a web page',
      '<!doctype html><html><body><table><tr><td>1</td></tr></table></body></html>',
      1,
      'This file is an HTML or XML page, not CSV text.',
      /get the CSV file itself/,
    ],
    [
      'a ZIP archive',
      new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 1, 2, 3, 4]),
      1,
      'This file is a ZIP archive or an Excel workbook (.xlsx), not CSV text.',
      /CSV UTF-8/,
    ],
    [
      'a program',
      new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      1,
      'This file is a program (ELF), not CSV text.',
      /comma-separated/,
    ],
    ['an empty file', '', 1, 'The file is empty.', /header line/],
    [
      'a header alone',
      'a,b\n',
      2,
      "The file has a header line ('a', 'b') but no rows.",
      /at least one row/,
    ],
    [
      'NUL bytes in more than a few lines',
      `a,b\n${'2,y\0z\n'.repeat(5)}`,
      5,
      'Line 5 contains a NUL byte: this is not plain text.',
      /CSV UTF-8/,
    ],
    [
      '100,000 columns',
      `${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',')}\n${'1,'.repeat(99_999)}1\n`,
      1,
      'Line 1 has 100000 columns; at most 2000 can be read.',
      /Keep the columns you need/,
    ],
  ])('%s', async (_name, content, row, detail, fix) => {
    expect(await answerOf(await app.upload(free, content))).toEqual(
      problemOf('invalid_file', 422, detail, { row, fix: expect.stringMatching(fix) }),
    );
    expect(await app.files()).toEqual(before);
    expect(await listed(free)).toEqual([]);
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
  });

  test('rows of many widths', async () => {
    const prose =
      'Rain, wind and snow\nSun\nSun, rain, wind, hail\nFog, mist and so on, for days, and weeks\n'.repeat(
        20,
      );
    expect(await answerOf(await app.upload(free, prose))).toEqual(
      problemOf(
        'invalid_file',
        422,
        expect.stringMatching(/^The file holds no table that can be read without doubt/),
        { row: expect.any(Number), fix: expect.stringContaining('State the delimiter') },
      ),
    );
    expect(await app.files()).toEqual(before);
  });

  test('one line of 50 MB', async () => {
    expect(await answerOf(await app.upload(pro, `a,b\n1,"${'x'.repeat(50 * MB)}"\n`))).toEqual(
      problemOf('invalid_file', 422, 'Line 2 is longer than 8 MB.', { row: 2 }),
    );
    expect(await app.files()).toEqual(before);
  });

  test('a name that does not end in .csv', async () => {
    expect(await answerOf(await app.upload(free, 'a\n1\n', 'table.txt'))).toEqual(
      problemOf('invalid_file', 422, 'Only .csv files can be uploaded.'),
    );
    expect(await app.files()).toEqual(before);
  });
});

describe('what is accepted is loaded exactly', () => {
  test.each([
    ['a path as its name', '../../etc/passwd.csv', 'a,b\n1,2\n', 'passwd.csv', ['a', 'b']],
    ['a name beyond ASCII', 'Größe ø 量.csv', 'a\n1\n', 'Größe ø 量.csv', ['a']],
    [
      'duplicate and empty header names',
      'names.csv',
      'a,a,\n1,2,3\n4,5,6\n',
      'names.csv',
      ['a', 'a_2', 'column_3'],
    ],
  ])('%s', async (_what, filename, content, name, columns) => {
    const uploaded = await answerOf(await app.upload(free, content, filename));
    expect(uploaded).toMatchObject({
      status: 201,
      body: { name, columns: columns.map((column) => ({ name: column })) },
    });
    const { id } = uploaded.body;
    const headers = { 'API-Key': free.apiKey ?? '' };
    const original = await fetch(`${app.url}/api/v1/datasets/${id}/file`, { headers });
    expect([original.headers.get('content-type'), await original.text()]).toEqual([
      'text/csv',
      content,
    ]);
    expect(
      (await fetch(`${app.url}/api/v1/files/datasets/${id}`, { method: 'DELETE', headers })).status,
    ).toBe(204);
    app.clock.advance(30);
    await app.core.runJobs();
    expect(await app.files()).toEqual(before);
  });
});

describe('the limit of the plan holds while the bytes stream', () => {
  test('to the byte', async () => {
    // 10 × 1024 lines of 1024 bytes, the header and the first row sharing one.
    const whole = `a,b\n1,${'x'.repeat(1017)}\n` + `2,${'y'.repeat(1021)}\n`.repeat(10 * 1024 - 1);
    expect(whole.length).toBe(10 * MB);
    expect(await answerOf(await app.upload(free, whole))).toMatchObject({
      status: 201,
      body: { file_size: 10 * MB, row_count: 10 * 1024 },
    });
    expect(await answerOf(await app.upload(free, `${whole}\n`))).toEqual(
      problemOf('file_too_large', 413, 'The file is larger than 10 MB, the limit of your plan.', {
        limit: 10,
      }),
    );
  });

  test.each([
    ['a form', '/api/v1/datasets', multipart.type, multipart.head],
    ['a body', '/api/v1/statistics', 'text/csv', 'a\n'],
  ])('in %s without a length, answered before the end', async (_what, path, type, head) => {
    const answer = await sendChunks(free, path, type, head, 60 * MB, multipart);
    expect(answer).toMatchObject({
      status: 413,
      body: expect.stringContaining('"code":"file_too_large"'),
    });
    expect(answer === 'aborted' ? 0 : answer.written).toBeLessThan(30 * MB);
    expect((await app.files()).filter((file) => file.startsWith('temp'))).toEqual([]);
  });

  test('at once where the length is given, and the caller still gets the answer', async () => {
    expect((await app.upload(free, new Uint8Array(60 * MB))).status).toBe(413);
  });

  test('memory stays bounded', async () => {
    const idle = process.memoryUsage().rss;
    let peak = idle;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    // NUL bytes: refused as soon as it is read, so that this measures the way in alone.
    const answer = await sendChunks(
      pro,
      '/api/v1/datasets',
      multipart.type,
      multipart.head,
      90 * MB,
      { fill: '\0', tail: multipart.tail },
    );
    clearInterval(watch);
    expect(answer).toMatchObject({ status: 422 });
    expect((peak - idle) / MB).toBeLessThan(100);
  });
});

describe('an upload that breaks off leaves nothing', () => {
  test.each([
    ['a form', '/api/v1/datasets', multipart.type, multipart.head],
    ['a body', '/api/v1/statistics', 'text/csv', 'a\n'],
  ])('of %s', async (_what, path, type, head) => {
    // What an earlier upload left in the temporary folder may go while this one comes.
    const saved = (await app.files()).filter((file) => !file.startsWith('temp'));
    expect(await sendChunks(free, path, type, head, 8 * MB, { stopAfter: 4 * MB })).toBe('aborted');
    await expect.poll(() => app.files()).toEqual(saved);
  });

  test('while the file is admitted', async () => {
    // What an earlier upload left in the temporary folder may go while this one comes.
    await expect
      .poll(async () => (await app.files()).filter((file) => file.startsWith('temp')))
      .toEqual([]);
    const saved = await app.files();
    const kept = await listed(free);
    const form = new FormData();
    form.append('file', new Blob([`a,b\n${'1.5,some text\n'.repeat(600_000)}`]), 'slow.csv');
    const canceled = new AbortController();
    const upload = fetch(`${app.url}/api/v1/datasets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${free.accessToken}` },
      body: form,
      signal: canceled.signal,
    });
    // A worker writes it.
    await expect
      .poll(() => app.files(), { interval: 5, timeout: 60_000 })
      .toContainEqual(expect.stringMatching(/\.parquet\.part$/));
    canceled.abort();
    await expect(upload).rejects.toThrow('aborted');
    await expect.poll(() => app.files(), { timeout: 30_000 }).toEqual(saved);
    expect(await listed(free)).toEqual(kept);
  });
});

describe('a form must hold one file and nothing else', () => {
  const send = async (form: FormData) =>
    answerOf(
      await fetch(`${app.url}/api/v1/datasets`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${free.accessToken}` },
        body: form,
      }),
    );
  const formOf = (...fields: [string, string | Blob][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return form;
  };
  const file = new Blob(['a\n1\n']);

  test.each<[string, FormData, string]>([
    ['no file', formOf(), 'No file was sent.'],
    ['another field', formOf(['upload', file]), 'Send exactly one file, in the field file.'],
    [
      'two files',
      formOf(['file', file], ['file', file]),
      'Send exactly one file, in the field file.',
    ],
    [
      'text beside it',
      formOf(['note', 'hello'], ['file', file]),
      'Send exactly one file, in the field file.',
    ],
  ])('%s', async (_what, form, detail) => {
    expect(await send(form)).toEqual(problemOf('invalid_input', 422, detail));
    expect((await app.files()).filter((path) => path.startsWith('temp'))).toEqual([]);
  });

  test('whole, with its boundary', async () => {
    expect(
      await sendChunks(free, '/api/v1/datasets', multipart.type, multipart.head, 64 * 1024),
    ).toMatchObject({ status: 400 });
    expect(
      await sendChunks(free, '/api/v1/datasets', 'multipart/form-data', multipart.head, 64 * 1024),
    ).toMatchObject({ status: 400 });
    expect(await sendChunks(free, '/api/v1/datasets', 'application/json', '{}', 0)).toMatchObject({
      status: 415,
    });
  });

  test('nobody unknown gets to send one', async () => {
    const answer = await sendChunks(
      { ...free, accessToken: 'none' },
      '/api/v1/datasets',
      multipart.type,
      multipart.head,
      20 * MB,
    );
    expect(answer).toMatchObject({ status: 401 });
    expect((await app.files()).filter((path) => path.startsWith('temp'))).toEqual([]);
  });
});
