import { operations } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize } from '../context.ts';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { login } from './login.ts';
import { limitApiKey } from './limit-api-key.ts';
import { regenerateApiKey } from './regenerate-api-key.ts';

let app: TestCore;
beforeAll(async () => {
  app = await createTestCore(undefined, { throttleScale: 1 });
});
afterAll(() => app.close());

test('a key of the account that has ended is not made again before its end is moved', async () => {
  const user = await app.createTestUser();
  const as = () => app.contextOf(authorizationOf(user));
  const limits = { scopes: ['read' as const], dataset_ids: null, aggregates_only: false };
  await limitApiKey(await as(), { ...limits, expires_at: '2026-11-20T12:00:10.000Z' });
  app.clock.advance(10);
  await expect(regenerateApiKey(await as())).rejects.toMatchObject({
    code: 'conflict',
    message: 'This API key ended on 2026-11-20, and so would a new one.',
    details: { fix: 'Choose a later end for it first, or none.' },
  });
  await limitApiKey(await as(), { ...limits, expires_at: '2026-12-01T00:00:00.000Z' });
  expect((await regenerateApiKey(await as())).api_key).toMatch(/^col_test_/);
});

test('the end of a key is in the future, or refused by its field, and now is no future', async () => {
  const user = await app.createTestUser();
  const limit = async (expires_at: string) =>
    limitApiKey(await app.contextOf(authorizationOf(user)), {
      scopes: ['read'],
      dataset_ids: null,
      aggregates_only: false,
      expires_at,
    });
  const message = 'Choose a day in the future.';
  for (const end of ['2020-01-01T00:00:00.000Z', app.clock.now().toISOString()])
    await expect(limit(end)).rejects.toMatchObject({
      code: 'invalid_input',
      message,
      details: { errors: [{ field: 'expires_at', message }] },
    });
});

test('the owner hears of the first key, and of each in place of another', async () => {
  const user = await app.createTestUser();
  await app.core.deliverMail();
  await regenerateApiKey(await app.contextOf(authorizationOf(user)));
  await app.core.deliverMail();
  expect(app.mail.sent.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual(
    ['Verify your email address', 'An API key was created', 'Your API key was regenerated'],
  );
});

test('an agent reads where to be allowed more, a key where to make one that may', async () => {
  const ctx = await app.contextOf(authorizationOf(await app.createTestUser()));
  const narrowed = (via: 'oauth' | 'api-key') => () =>
    authorize(
      {
        ...ctx,
        actor: ctx.actor && { ...ctx.actor, via, scopes: ['read'], sessionId: null },
      },
      operations.datasets.rows,
    );
  const refused = (fix: string) =>
    expect.objectContaining({
      code: 'forbidden',
      message: "This credential lacks the scope 'rows'.",
      details: { fix },
    });
  expect(narrowed('oauth')).toThrow(
    refused('Connect again, and allow “Read rows and download files”.'),
  );
  expect(narrowed('api-key')).toThrow(
    refused(
      'Make a key that may “Read rows and download files” at http://localhost:3000/app/profile?tab=apikey.',
    ),
  );
});

test('who guesses is sent away by minutes, and by seconds within the last one', async () => {
  const user = await app.createTestUser();
  const guess = async () =>
    login(await app.contextOf({}, undefined, { address: '192.0.2.9' }), {
      email: user.email,
      password: 'wrong',
    });
  for (let i = 0; i < 10; i++)
    await expect(guess()).rejects.toMatchObject({ code: 'invalid_credentials' });
  for (const [seconds, wait] of [
    [0, '15 minutes'],
    [840, '1 minute'],
    [1, '59 seconds'],
    [58, '1 second'],
  ] as const) {
    app.clock.advance(seconds);
    await expect(guess()).rejects.toMatchObject({
      code: 'rate_limited',
      message: `Too many attempts. Try again in ${wait}.`,
    });
  }
});
