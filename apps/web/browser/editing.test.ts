import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openVisitor, startColumnist, type Columnist } from './columnist.ts';
import { choose, signUp, uploadCsv } from './steps.ts';

let columnist: Columnist;
let browser: Browser;
beforeAll(async () => {
  [columnist, browser] = await Promise.all([startColumnist({ CAPTCHA: 'off' }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await columnist?.stop();
});

const people = `id,name,town,fee
11,Ada Byron,London,30
12,Max Born,Breslau,31
13,ADA BYRON,London,30
14,Grace Hopper,Arlington,3200
`;

async function begin(page: Page, email: string): Promise<string> {
  return `/app/datasets/${await uploadCsv(page, await signUp(page, email), 'people.csv', people)}`;
}

const cells = (page: Page): Promise<string[]> =>
  page
    .locator('.gr-row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('[role=rowheader], [role=gridcell]')]
          .map((cell) => cell.textContent)
          .join('|'),
      ),
    );
const edited = (page: Page): Promise<string[]> =>
  page
    .getByTitle(/^Edited/)
    .evaluateAll((all) => all.map((one) => `${one.textContent}: ${one.getAttribute('title')}`));
const before = [
  '1|11|Ada Byron|London|30',
  '2|12|Max Born|Breslau|31',
  '3|13|ADA BYRON|London|30',
  '4|14|Grace Hopper|Arlington|3,200',
];
const corrected = [...before.slice(0, 3), '4|14|Grace Hopper|Arlington|32'];

describe('cells and rows', () => {
  it('are edited by keyboard as steps with a reason, undone and made again', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await page.goto(`${await begin(page, 'editing@example.com')}?tab=rows`);
    await expect.poll(() => cells(page)).toEqual(before);
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('F2');
    const form = page.getByRole('form', { name: 'Edit fee in row 4' });
    await form.waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('thirty');
    await page.keyboard.press('Enter');
    await form.getByRole('alert').getByText('fee holds numbers. Write one such as 12.5.').waitFor();
    await page.keyboard.press('Escape');
    expect(await form.count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('32');
    await form.getByLabel('Reason').fill('point left out');
    await page.keyboard.press('Enter');
    await expect.poll(() => cells(page)).toEqual(corrected);
    expect(await edited(page)).toEqual(['32: Edited, was 3,200']);
    expect(await grid.evaluate((one) => one === document.activeElement)).toBe(true);

    await page.keyboard.press('F2');
    await form.getByRole('button', { name: 'Delete row' }).click();
    await expect.poll(() => cells(page)).toEqual(before.slice(0, 3));
    await page.keyboard.press('Control+z');
    await expect.poll(() => cells(page)).toEqual(corrected);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => cells(page)).toEqual(before.slice(0, 3));
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => cells(page)).toEqual(before);
    expect(await edited(page)).toEqual([]);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => cells(page)).toEqual(corrected);

    await page.getByRole('button', { name: /^Steps/ }).click();
    const step = page.locator('.step-list li');
    await expect
      .poll(() => step.innerText())
      .toContain('fee in row 4: 3200 to 32 corrected (point left out)\n1 cell changed');
    await page.getByText('JSON', { exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download steps.json' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('steps.json');
    expect(JSON.parse(await page.locator('.steps .code pre').innerText())).toEqual({
      clean: [
        {
          step: 'correct_cells',
          cells: [
            {
              row: 4,
              column: 'fee',
              from: 3200,
              to: 32,
              has: [{ column: 'id', value: 14 }],
            },
          ],
          why: 'point left out',
        },
      ],
    });
    await choose(page, 'Kind of step', 'Split a column');
    await choose(page, 'Column', 'name');
    await page.getByLabel('Text between the parts').fill(' ');
    await page.getByLabel('Names of the new columns').fill('first, last');
    await page.getByRole('button', { name: 'Add step' }).click();
    await expect
      .poll(async () => (await cells(page))[3])
      .toBe('4|14|Grace Hopper|Arlington|32|Grace|Hopper');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are edited on a phone', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto(`${await begin(page, 'phone-editing@example.com')}?tab=rows`);
    await page.getByRole('gridcell', { name: 'Max Born' }).click();
    await page.getByRole('button', { name: 'Edit name in row 2' }).click();
    const form = page.getByRole('form', { name: 'Edit name in row 2' });
    await form.getByLabel(/^name/).fill('Max Born (physicist)');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('gridcell', { name: 'Max Born (physicist)' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('that were entered twice are found and deleted', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await page.goto(await begin(page, 'twice@example.com'));
    // Looked for before anybody asks.
    await page.getByText('1 cluster with 1 row beyond the first of each.').waitFor();
    expect(await page.locator('.dup-table tbody tr').allInnerTexts()).toEqual([
      ' 1\tAda Byron\tLondon\t30',
      ' 3\tADA BYRON\tLondon\t30',
    ]);
    await page.getByRole('button', { name: 'Delete 1 row' }).click();
    await expect.poll(() => page.locator('.vb .hit').innerText()).toBe('3 of 4 rows 75.0%');
    expect(problems).toEqual([]);
    await context.close();
  });
});
