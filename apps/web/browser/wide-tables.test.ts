import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, openVisitor, phone } from './columnist.ts';
import { isAccessible } from './looks.ts';
import { becomePro, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const long = 'how satisfied are you with the speed and quality of the answers of our support';
const names = Array.from({ length: 40 }, (_, i) => (i % 7 === 0 ? `q${i} ${long}` : `m${i}`));
/** Whole numbers in an order that differs from column to column. */
const wide = [
  names.join(','),
  ...Array.from({ length: 60 }, (_, row) =>
    names.map((_, i) => (row * (i + 3) * (i + 3) + ((row * row) % (i + 5))) % 61).join(','),
  ),
].join('\n');
const revenue = 'الإيرادات السنوية (بالدولار)';
const arabic = [
  `المدينة,${revenue},العملاء`,
  ...Array.from(
    { length: 30 },
    (_, i) => `${i % 3 === 0 ? 'جدة' : 'الرياض'},${100 + 3 * i + (i % 4)},${10 + i}`,
  ),
].join('\n');

const widthsOf = (elements: Locator): Promise<number[]> =>
  elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
const mapOf = (page: Page): Locator => page.getByRole('table', { name: 'Pearson correlations' });

describe.each([
  ['desktop', desktop, 36, 140],
  ['phone', phone, 16, 68],
] as const)('a table of forty columns at the size of a %s', (size, viewport, faces, label) => {
  it('shows some faces whole, and of the correlations the strongest until all are wanted', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const access = await signUp(page, `wide-${size}@example.com`);
    await page.goto(`/app/datasets/${await uploadCsv(page, access, 'wide.csv', wide)}`);
    const strip = page.getByRole('region', { name: 'All columns' });
    await strip.getByRole('link', { name: 'All 40 columns' }).waitFor();
    const list = strip.getByRole('list');
    expect(await list.getByRole('listitem').count()).toBe(faces);
    expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);

    const map = mapOf(page);
    await page.getByText('The 12 columns of the strongest pairs, of 40').waitFor();
    expect(await map.getByRole('rowheader').count()).toBe(12);
    await page.getByRole('button', { name: 'Show all 40' }).click();
    await page.getByText('All 40 columns', { exact: true }).last().waitFor();
    expect(await map.getByRole('rowheader').count()).toBe(40);
    expect(Math.max(...(await widthsOf(map.getByRole('rowheader'))))).toBeLessThanOrEqual(label);
    expect(Math.min(...(await widthsOf(map.getByRole('button'))))).toBeGreaterThanOrEqual(24);
    expect(await map.getByTitle(names[7] ?? '', { exact: true }).count()).toBeGreaterThan(0);
    await isAccessible(page);
    await page.getByRole('button', { name: 'Show the strongest' }).click();
    await expect.poll(() => map.getByRole('rowheader').count()).toBe(12);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('names written from right to left', () => {
  it('are one isolate each in sentences, and cut at their end', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, {
      viewport: phone,
    });
    const access = await signUp(page, 'arabic@example.com');
    await page.goto(`/app/datasets/${await uploadCsv(page, access, 'arabic.csv', arabic)}`);
    await page
      .getByText(`Most of all, \u2068${revenue}\u2069 and \u2068العملاء\u2069 rise together`)
      .waitFor();
    const name = mapOf(page).getByRole('rowheader').first().locator('span');
    expect(
      await name.evaluate((one) => [
        getComputedStyle(one).direction,
        one.scrollWidth > one.clientWidth,
      ]),
    ).toEqual(['rtl', true]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a model on a phone', () => {
  it('has its options behind one line, each below its label, and its coefficients as lines', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, {
      viewport: phone,
    });
    const access = await signUp(page, 'model@example.com');
    await becomePro(page, 'model@example.com');
    const id = await uploadCsv(page, access, 'wide.csv', wide);
    const model = JSON.stringify({ method: 'linear', formula: 'm1 ~ m2 + m3' });
    await page.goto(`/app/datasets/${id}?${new URLSearchParams({ tab: 'ask', model }).toString()}`);
    const table = page.getByRole('region', { name: 'Coefficients' }).last();
    await table.waitFor();
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const lines = await table.getByRole('row').nth(1).innerText();
    expect(lines.split('\n').filter((line) => line.trim() !== '').length).toBeGreaterThan(4);
    const errors = page.getByLabel('Standard errors');
    expect(await errors.isVisible()).toBe(false);
    await page.getByText(/^Options \(\d+\)$/).click();
    const [label, control] = await Promise.all([
      page.locator('.tq-detail > span', { hasText: 'Tests of terms' }).boundingBox(),
      page
        .locator('.tq-detail', { hasText: 'Tests of terms' })
        .locator('.ant-select')
        .boundingBox(),
    ]);
    expect(control?.y).toBeGreaterThanOrEqual((label?.y ?? 0) + (label?.height ?? 0));
    expect(control?.x).toBe(label?.x);
    await isAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('the last message of a form for an account keeps clear of its button', async () => {
  const { page, context } = await openVisitor(browser, columnist.url, { viewport: phone });
  await page.goto('/app/register');
  await page.getByLabel('Password').fill('short');
  await page.getByLabel('Email').focus();
  const message = page.getByText('Must be at least 8 characters');
  await message.waitFor();
  const [above, button] = await Promise.all([
    message.boundingBox(),
    page.getByRole('button', { name: 'Create account' }).boundingBox(),
  ]);
  expect((button?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(8);
  await context.close();
});
