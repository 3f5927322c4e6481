import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser();
});
afterAll(() => app.close());

const ask = (authorization?: string): Promise<Response> =>
  fetch(
    `${app.url}/metrics`,
    authorization === undefined ? {} : { headers: { Authorization: authorization } },
  );

it('counts requests, calls and what waits, for anyone who sends the token', async () => {
  const { id } = await (await app.upload(user, 'x,y\n1,2\n3,4\n', 'a name of the user.csv')).json();
  await fetch(`${app.url}/api/v1/datasets/${id}/analyze`, {
    method: 'POST',
    headers: { 'API-Key': user.apiKey ?? '', 'Content-Type': 'application/json' },
    body: '{"columns":["z"]}',
  });
  await fetch(`${app.url}/health`);
  const answer = await ask('Bearer a-token-of-thirty-two-characters');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const text = await answer.text();
  expect(text).toContain('columnist_http_requests_total{door="api",method="POST",status="201"} 1');
  expect(text).toContain('columnist_http_requests_total{door="other",method="GET",status="200"} 1');
  expect(text).toContain(
    'columnist_calls_total{operation="datasets.create",door="rest",outcome="done"} 1',
  );
  expect(text).toContain(
    'columnist_calls_total{operation="datasets.analyze",door="rest",outcome="unknown_column"} 1',
  );
  expect(text).toMatch(/columnist_call_duration_seconds_count\{operation="datasets\.create"\} 1/);
  for (const gauge of [
    'workers',
    'workers_busy',
    'jobs_moved_total',
    'mail_waiting',
    'webhook_events_waiting',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(text).toMatch(new RegExp(`^columnist_${gauge} \\d`, 'm'));
  for (const metric of ['jobs_waiting', 'jobs_running', 'jobs_refused_total'])
    for (const lane of ['fast', 'slow'])
      expect(text).toContain(`columnist_${metric}{lane="${lane}"} 0\n`);
  for (const secret of ['a name of the user', id, user.id, user.email])
    expect(text).not.toContain(secret);
});

it('refuses everybody else', async () => {
  for (const authorization of [
    undefined,
    'Bearer no',
    'Basic YTpi',
    `Bearer ${user.accessToken}`,
  ]) {
    const answer = await ask(authorization);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="metrics"',
    ]);
  }
});
