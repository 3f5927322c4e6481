import { expect, it } from 'vitest';
import { openVisitor, phone } from './columnist.ts';
import { becomePro, logOut, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/**
 * Where one is and what one chose: the tab in use is in sight, a report is printed alone, what was
 * chosen is kept for the person who chose it, and the focus goes to what a press has changed.
 */

useColumnist();

const csv = `day,shop,amount,code\n${Array.from(
  { length: 90 },
  (_, i) =>
    `2024-01-${String(1 + Math.floor(i / 3)).padStart(2, '0')},${['north', 'south', 'east'][i % 3]},${10 + ((i * 7) % 23)},${i % 9 === 0 ? -999 : i}`,
).join('\n')}\n`;

it('on a phone the tab in use is in sight, be it the last', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url, {
    viewport: phone,
  });
  const id = await uploadCsv(page, await signUp(page, 'tab@example.com'), 'shop.csv', csv);
  await page.goto(`/app/datasets/${id}?tab=report`);
  const current = page
    .getByRole('navigation', { name: 'Dataset' })
    .getByRole('link', { name: 'Report', exact: true });
  await expect.poll(() => current.getAttribute('aria-current')).toBe('page');
  await expect
    .poll(async () => {
      const box = await current.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= phone.width;
    })
    .toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});

it('a report is printed alone and on white, also where the page is dark', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url, {
    colorScheme: 'dark',
  });
  const id = await uploadCsv(page, await signUp(page, 'print@example.com'), 'shop.csv', csv);
  await page.goto(`/app/datasets/${id}?tab=report`);
  const article = page.locator('article.report');
  await article.getByRole('rowheader', { name: 'amount', exact: true }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const isSeen = (name: 'banner' | 'contentinfo' | 'navigation') =>
    page.getByRole(name).first().isVisible();
  const colours = await page.evaluate(() => {
    const of = document.querySelector('article.report');
    const style = of === null ? null : getComputedStyle(of);
    return [style?.color, getComputedStyle(document.body).backgroundColor];
  });
  expect([
    await isSeen('banner'),
    await isSeen('contentinfo'),
    await isSeen('navigation'),
    await page.getByText('Email Verification Required').isVisible(),
    await page.getByLabel('Title', { exact: true }).isVisible(),
    await article.isVisible(),
    colours,
  ]).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    [expect.stringMatching(/^rgb\(\d\d?, \d\d?, \d\d?\)$/), 'rgb(255, 255, 255)'],
  ]);
  expect(problems).toEqual([]);
  await context.close();
});

it('what is combined is kept over a reload, and not for another person in the same tab', async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'draft@example.com');
  const first = await uploadCsv(page, access, 'may.csv', 'shop,sales\nA,1\nB,2\n');
  const second = await uploadCsv(page, access, 'june.csv', 'shop,sales\nA,3\n');
  const address = `/app/combine?of=${first},${second}`;
  const isChosen = (name: string) => page.getByRole('radio', { name, exact: true }).isChecked();
  await page.goto(address);
  await expect.poll(() => isChosen('Join')).toBe(true);
  await page.getByText('Append', { exact: true }).click();
  await expect.poll(() => isChosen('Append')).toBe(true);
  await page.reload();
  await expect.poll(() => isChosen('Append')).toBe(true);
  await logOut(page, /Ines Marlow/);
  await signUp(page, 'other-draft@example.com');
  await page.goto(address);
  await expect.poll(() => isChosen('Join')).toBe(true);
  await context.close();
});

it('the steps give the focus back to the button that opened them', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const id = await uploadCsv(page, await signUp(page, 'steps@example.com'), 'shop.csv', csv);
  await page.goto(`/app/datasets/${id}`);
  const button = page.getByRole('button', { name: /^Steps/ });
  await button.press('Enter');
  await page.getByRole('dialog', { name: 'Steps' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Steps' }).waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((at) => at === document.activeElement)).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});

it('a remedy leads to the column that it changes, which is marked and has the focus', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const id = await uploadCsv(page, await signUp(page, 'remedy@example.com'), 'shop.csv', csv);
  await page.goto(`/app/datasets/${id}`);
  await page
    .getByRole('link', { name: /^Set .999 to missing/ })
    .first()
    .press('Enter');
  const grid = page.getByRole('grid', { name: 'Rows of shop.csv' });
  await expect.poll(() => grid.evaluate((at) => at === document.activeElement)).toBe(true);
  await grid.locator('[role=columnheader][aria-current=true]').getByText('code').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('a number over time is the sum of each day where a day has several rows, as a sentence says', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const id = await uploadCsv(page, await signUp(page, 'days@example.com'), 'shop.csv', csv);
  await becomePro(page, 'days@example.com');
  await page.goto(`/app/datasets/${id}?tab=ask&about=["amount","day"]`);
  const rows = page.getByRole('region', { name: 'Rows of one time' });
  await rows
    .getByText(
      'day has several rows for a day, so each day is shown by the sum of its rows: ' +
        'the values of amount are taken for amounts, which add up.',
      { exact: true },
    )
    .waitFor();
  await page
    .getByRole('heading', {
      name: /^amount has 30 values from 2024-01-01 to 2024-01-30, one a day/,
    })
    .waitFor();
  await rows.getByRole('button', { name: 'Show every row' }).click();
  await page.getByRole('heading', { name: /^amount has 90 values/ }).waitFor();
  await rows.getByRole('button', { name: 'Show the sum of each day' }).click();
  await page.getByRole('heading', { name: /^amount has 30 values/ }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
