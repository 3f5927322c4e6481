import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const MB = 1024 * 1024;
const begun: ClientRequest[] = [];
afterAll(() => begun.forEach((one) => one.destroy()));

/** A file of the largest size of the free plan, of which a line comes now and then. */
function begin({ accessToken }: TestUser): ClientRequest {
  const asked = request(`${app.url}/api/v1/datasets`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': 'multipart/form-data; boundary=edge',
      'Content-Length': 10 * MB,
    },
  });
  asked.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\na\n');
  const sending = setInterval(() => asked.write('1\n'), 200);
  // It is ended by the test, and never answered.
  asked.once('error', () => {}).once('close', () => clearInterval(sending));
  begun.push(asked);
  return asked;
}

const arriving = async (): Promise<number> =>
  (await app.files()).filter((file) => file.startsWith('temp') && file.endsWith('.upload')).length;

test('of one user eight of the largest files arrive at once, and others are not kept from sending', async () => {
  const [ada, ben] = [await app.createTestUser(), await app.createTestUser()];
  const files = Array.from({ length: 8 }, () => begin(ada));
  await expect.poll(arriving).toBe(8);

  const refused = await app.upload(ada, 'a\n1\n');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '2',
    expect.objectContaining({
      code: 'unavailable',
      detail:
        'Too many of your files are on their way at once. Send the next when one has arrived.',
    }),
  ]);
  expect((await app.upload(ben, 'a\n1\n')).status).toBe(201);

  // The room of one that is given up is there again, and nothing of it is left.
  files[0]?.destroy();
  await expect.poll(arriving).toBe(7);
  await expect.poll(async () => (await app.upload(ada, 'a\n1\n')).status).toBe(201);
});
