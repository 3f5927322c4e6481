import { openBreakingLine } from '@columnist/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openVisitor } from './columnist.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist({});

/** About 2 MB. */
const table = Array.from({ length: 100_000 }, (_, i) => `${i},${(i * 7919) % 100_003}`).join('\n');
const csv = (name: string, text = `n,x\n${table}\n`) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

async function openDashboard(email: string, url = columnist.url) {
  const visitor = await openVisitor(browser, url);
  const { page } = visitor;
  await page.goto('/app/register');
  await page.getByLabel('Full name').fill('Ines Marlow');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await page.getByText('No dataset yet.').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/datasets'))
      sent.push(request.url());
  });
  return { ...visitor, sent };
}

/** Bytes a second; -1 for as fast as it goes, 0 for no connection. */
async function throttle(page: Page): Promise<(uploadThroughput: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return async (uploadThroughput) => {
    await session.send('Network.emulateNetworkConditions', {
      offline: uploadThroughput === 0,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
}

test('uploads go one after the other, outlive a change of page, and can be canceled while they wait', async () => {
  const { page, context, sent } = await openDashboard('queue@example.com');
  const speed = await throttle(page);
  await speed(200_000);
  await page
    .locator('input[type=file]')
    .setInputFiles([csv('first.csv'), csv('second.csv'), csv('third.csv', 'a\n1\n2\n')]);
  await page.getByText(/^\d+% sent$/).waitFor();
  await expect.poll(() => page.getByText('Waiting…').count()).toBe(2);
  await page.getByRole('button', { name: 'Cancel upload of second.csv' }).click();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('progressbar', { name: 'Upload of first.csv' }).waitFor();
  await speed(-1);
  await page.getByRole('link', { name: 'first.csv' }).waitFor();
  await page.getByRole('link', { name: 'third.csv' }).waitFor();
  await expect
    .poll(() =>
      page.getByRole('article').filter({ hasText: '.csv' }).getByRole('heading').allTextContents(),
    )
    .toEqual(['third.csv', 'first.csv']);
  expect(sent).toHaveLength(2);
  await context.close();
});

test('a canceled upload leaves nothing behind', async () => {
  const { page, context } = await openDashboard('cancel@example.com');
  const speed = await throttle(page);
  await speed(200_000);
  await page.locator('input[type=file]').setInputFiles([csv('first.csv')]);
  await page.getByText(/^\d+% sent$/).waitFor();
  await page.getByRole('button', { name: 'Cancel upload of first.csv' }).click();
  await page.getByText('No dataset yet.').waitFor();
  await speed(-1);
  await page.reload();
  await page.getByText('No dataset yet.').waitFor();
  await expect.poll(() => page.getByText('0 of 5, newest first').isVisible()).toBe(true);
  await context.close();
});

test('an access token that has expired is renewed, and the file sent again', async () => {
  const { page, context, sent } = await openDashboard('renewed@example.com');
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
  await page.locator('input[type=file]').setInputFiles([csv('small.csv', 'a,b\n1,2\n3,4\n')]);
  await page.getByRole('link', { name: 'small.csv' }).waitFor();
  expect(sent).toHaveLength(2);
  await context.close();
});

test('at the limit nothing more is taken; a deleted dataset makes room [S9.4]', async () => {
  const { page, context, sent } = await openDashboard('limit@example.com');
  await page
    .locator('input[type=file]')
    .setInputFiles(Array.from({ length: 6 }, (_, i) => csv(`${i + 1}.csv`, `a,b\n1,2\n3,${i}\n`)));
  await page.getByText('Failed to upload file').waitFor();
  await page.getByText('All 5 places are taken.').waitFor();
  await page.getByText('5 of 5 datasets used.').waitFor();
  await page.getByRole('link', { name: 'Upgrade Now' }).waitFor();
  await expect.poll(() => page.locator('input[type=file]').isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Delete 1.csv' }).click();
  await page.getByText('Drop a CSV file here').waitFor();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('link', { name: '6.csv' }).waitFor();
  expect(sent).toHaveLength(7);
  await context.close();
});

test('what is no CSV file is refused without being sent [S5.8]', async () => {
  const { page, context, sent } = await openDashboard('kind@example.com');
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]);
  await page.getByText('Only .csv files can be uploaded.').waitFor();
  expect(sent).toEqual([]);
  await context.close();
});

test('what is no CSV file is imported from its card, when somebody asks for it, after a look at it', async () => {
  const { page, context, sent } = await openDashboard('other-kind@example.com');
  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'birds.tsv',
      mimeType: 'text/tab-separated-values',
      buffer: Buffer.from('kind\tmass\nadelie\t3700\ngentoo\t5100\n'),
    },
  ]);
  await page.getByText('Only .csv files can be uploaded.').waitFor();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Import this file' }).click();
  await page.waitForURL('**/datasets/*/import');
  await page.getByRole('button', { name: 'Keep dataset' }).click();
  await page.waitForURL(/\/datasets\/[^/]+$/);
  await page.getByRole('heading', { name: 'birds.tsv' }).waitFor();
  await page.getByText('2 rows × 2 columns', { exact: false }).first().waitFor();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await page.getByRole('link', { name: 'birds.tsv' }).waitFor();
  expect(await page.getByText('Only .csv files can be uploaded.').count()).toBe(0);
  await context.close();
});

test('uploads stay when the system asks for less motion, or for another theme', async () => {
  const { page, context } = await openDashboard('less-motion@example.com');
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' });
  await page.reload();
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]);
  const card = page.getByText('Only .csv files can be uploaded.');
  await card.waitFor();
  const shown = await card.elementHandle();
  for (const [colorScheme, reducedMotion] of [
    ['dark', 'reduce'],
    ['light', 'no-preference'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    expect(await shown?.evaluate((element) => element.isConnected)).toBe(true);
  }
  await context.close();
});

test('a large file goes on where it was after its connection broke, also beyond a new token', async () => {
  const rows = Array.from({ length: 120_000 }, (_, i) => `${i},${'abcdefgh'.repeat(8)}${i % 97}`);
  const file = csv('large.csv', `n,text\n${rows.join('\n')}\n`);
  const megabyte = 1024 * 1024;
  const part = 2 * megabyte;
  expect(file.buffer.length).toBeGreaterThan(8 * megabyte);
  const line = await openBreakingLine(columnist.url);
  try {
    const { page, context, sent } = await openDashboard('resumed@example.com', line.url);
    const methods: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/resumable-uploads')) methods.push(request.method());
    });
    const before = line.sent();
    line.breakAfter([3 * megabyte, 2 * megabyte]);
    await page.evaluate(() => localStorage.setItem('accessToken', 'expired'));
    await page.locator('input[type=file]').setInputFiles([file]);
    await page.getByRole('link', { name: 'large.csv' }).waitFor();
    expect(line.left()).toBe(0);
    // Of each break no more than one part is lost, which the browser may send again by itself.
    expect(line.sent() - before).toBeLessThan(file.buffer.length + 2 * 1.25 * part);
    // Refused once for its token; then the parts, and what is asked for after a break.
    expect(methods.slice(0, 3)).toEqual(['POST', 'POST', 'PATCH']);
    expect(new Set(methods.slice(3))).toEqual(new Set(['PATCH', 'HEAD']));
    expect(sent).toEqual([]);
    await page.getByRole('link', { name: 'large.csv' }).click();
    await page.getByText('120,000').first().waitFor();
    await context.close();
  } finally {
    await line.close();
  }
});

test('a large file waits for a server that is away, and a canceled one leaves nothing behind', async () => {
  const { page, context } = await openDashboard('away@example.com');
  const large = csv('large.csv', `n,x\n${`${table}\n`.repeat(8)}`);
  const speed = await throttle(page);
  await speed(400_000);
  await page.locator('input[type=file]').setInputFiles([large]);
  await page.getByText(/^[1-9]\d*% sent$/).waitFor();
  await speed(0);
  await page.getByText('Connection lost. Trying again…').waitFor();
  await speed(400_000);
  await page.getByText(/^[1-9]\d*% sent$/).waitFor();
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel upload of large.csv' }).click();
  expect((await removed).status()).toBe(204);
  await page.getByText('No dataset yet.').waitFor();
  await context.close();
});
