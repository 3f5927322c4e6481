import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.each([
  ['Host: localhost\r\n', 'HTTP/1.1 200'],
  ['Host: localhost\r\nhost: other.example\r\n', 'HTTP/1.1 400'],
])('a request names one host: %j', async (lines, begins) => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /health HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  expect(String(answer).slice(0, begins.length)).toBe(begins);
});
