import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

// Limits as in production, on as few workers as there may be.
useColumnist({ CAPTCHA: 'off', THROTTLE_SCALE: '1', WORKERS: '2' });

const names = Array.from({ length: 12 }, (_, i) => `c${i + 1}`);
const table = `${names.join(',')}\n${Array.from({ length: 2000 }, (_, i) => names.map((_name, j) => (j < 8 ? ((i * (j + 3)) % 97) + j : `group ${(i + j) % 5}`)).join(',')).join('\n')}\n`;

/** Calls that the page made, and the statuses of the answers. */
function watch(page: Page) {
  const seen = { calls: 0, statuses: [] as number[] };
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/trpc/')) return;
    seen.calls += pathname.split(',').length;
    void request.response().then((response) => seen.statuses.push(response?.status() ?? 0));
  });
  return seen;
}

it('walks through the busiest screens of twelve columns far below what a session may ask in a minute', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const id = await uploadCsv(page, await signUp(page, 'busy@example.com'), 'twelve.csv', table);
  const seen = watch(page);
  const settled = async () => {
    await page.waitForLoadState('networkidle');
  };
  for (const tab of ['overview', 'columns', 'rows', 'relationships', 'groups', 'overview']) {
    await page.goto(`/app/datasets/${id}?tab=${tab}`);
    await settled();
  }
  const filter = page.getByLabel('Filter rows');
  for (let i = 1; i <= 10; i++) {
    await filter.fill(`c1 > ${i}`);
    await page.keyboard.press('Enter');
    await settled();
  }
  // A free session may make 600 calls.
  expect(seen.calls).toBeLessThan(200);
  expect(seen.statuses.filter((status) => status >= 400)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

it('waits calmly where a session asked for too much in a minute, and goes on by itself', async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'too-much@example.com');
  const paths = Array.from({ length: 20 }, () => 'usage.get').join(',');
  const input = encodeURIComponent(
    JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, {}]))),
  );
  // Until the minute is used up, and long enough before its end.
  for (let left = 0; left < 15;) {
    const answer = await page.request.get(`/trpc/${paths}?batch=1&input=${input}`, {
      headers: { Authorization: `Bearer ${access}` },
    });
    left = Number(answer.headers()['retry-after'] ?? 0);
  }
  await page.goto('/app/subscription');
  await page.getByText('Much was asked at once. The page goes on by itself').waitFor();
  await page.getByRole('heading', { name: 'Subscription' }).first().waitFor();
  await page.getByText('Much was asked at once.').waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await context.close();
});
