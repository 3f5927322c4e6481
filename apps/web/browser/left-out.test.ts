import { expect, it } from 'vitest';
import { desktop, openVisitor, phone } from './columnist.ts';
import { signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/** Where the first of many are shown, the page says how many there are and offers the rest. */

useColumnist();

const rows = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n');

it('of many values, groups and compared columns the rest is one press away', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'many@example.com');
  const names = Array.from({ length: 11 }, (_, i) => `c${i}`);
  const line = (i: number) => names.map((_, c) => (c === 0 ? `g${i % 80}` : (i % 97) + c)).join();
  const id = await uploadCsv(
    page,
    access,
    'many.csv',
    `${names.join()}\n${rows(240, line)}\n${line(0)}\n`,
  );

  await page.goto(`/app/datasets/${id}`);
  const said = page.getByText('The first 8 of 11 compared columns.', { exact: false });
  await said.waitFor();
  const heads = page.getByRole('group', { name: 'Clusters of rows' }).getByRole('columnheader');
  expect(await heads.count()).toBe(9);
  await page.getByRole('button', { name: 'Show all 11' }).click();
  await expect.poll(() => heads.count()).toBe(12);

  await page.goto(`/app/datasets/${id}?tab=columns&column=c0`);
  await page.getByText('10 of 80 values', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All 80 values' }).click();
  await page.getByRole('heading', { name: '80 groups', exact: true }).waitFor();
  await page.getByText('c0, first 60 of 80', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Draw all 80' }).click();
  await expect.poll(() => page.getByText('first 60 of 80').count()).toBe(0);
  await page.getByRole('img', { name: 'rows of 80 groups.', exact: true }).first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('of more number columns than a map has room for, sixty are shown and others are chosen', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const names = Array.from({ length: 64 }, (_, i) => `m${i}`);
  const line = (i: number) => names.map((_, c) => (c > 61 ? i : ((i * (c + 3)) % 53) / 7)).join();
  const access = await signUp(page, 'map@example.com');
  const id = await uploadCsv(page, access, 'wide.csv', `${names.join()}\n${rows(60, line)}\n`);
  await page.goto(`/app/datasets/${id}`);
  const map = page.getByRole('region', { name: 'Correlations' });
  await map.getByText('The first 60 of 64 number columns.', { exact: true }).waitFor();
  await map.getByRole('table').waitFor();
  const choice = map.getByLabel('Columns of the map');
  for (const name of ['m62', 'm63']) {
    await choice.fill(name);
    await page.keyboard.press('Enter');
  }
  await map.getByText('2 of 64 number columns.', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Strongest pairs' })
    .getByText('Most of all, m62 and m63 rise together: r\u00a0=\u00a01.00 over 60 rows.', {
      exact: true,
    })
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('on a phone the kinds of columns scroll and the page does not', async () => {
  const { page, context } = await openVisitor(browser, columnist.url, { viewport: phone });
  const access = await signUp(page, 'kinds@example.com');
  const line = (i: number) =>
    `${i},${'xyz'[i % 3]},free text number ${i * 7},2024-01-${10 + (i % 19)},${i % 2 === 0}`;
  const id = await uploadCsv(
    page,
    access,
    'kinds.csv',
    `n,kind,words,day,yes\n${rows(60, line)}\n`,
  );
  await page.goto(`/app/datasets/${id}?tab=columns`);
  await page.getByText('All 5', { exact: true }).waitFor();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(phone.width);
  await page.setViewportSize(desktop);
  await expect.poll(width).toBeLessThanOrEqual(desktop.width);
  await context.close();
});
