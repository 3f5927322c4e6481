import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestCore, type TestCore } from '../../testing.ts';
import { withHoldings } from './lock-holdings.ts';

let app: TestCore;
beforeAll(async () => {
  app = await createTestCore('PostgreSQL');
});
afterAll(() => app.close());

test('many changes of one user that wait for each other leave connections to everybody else', async () => {
  const { id } = await app.createTestUser();
  const { em } = app.core.orm;
  const order: number[] = [];
  const change = (i: number): Promise<number> =>
    withHoldings(em.fork(), id, app.clock.now(), (_, holdings) => {
      order.push(i);
      return Promise.resolve(holdings.datasets);
    });
  const release = Promise.withResolvers<void>();
  const first = withHoldings(em.fork(), id, app.clock.now(), () => release.promise);
  // More than the server has connections.
  const waiting = Array.from({ length: 60 }, (_, i) => change(i));
  const failing = withHoldings(em.fork(), id, app.clock.now(), () =>
    Promise.reject(new Error('This one fails.')),
  );
  failing.catch(() => {});
  await vi.waitFor(async () =>
    expect(await em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]),
  );
  expect(order).toEqual([]);
  release.resolve();
  await first;
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 0));
  expect(order).toEqual(waiting.map((_, i) => i));
  await expect(failing).rejects.toThrow('This one fails.');
  expect(await change(60)).toBe(0);
});
