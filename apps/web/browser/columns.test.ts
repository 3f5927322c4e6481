import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, openVisitor, phone } from './columnist.ts';
import { isAccessible } from './looks.ts';
import { signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const rows = Array.from(
  { length: 60 },
  (_, i) => `${['low', 'mid', 'high'][i % 3]},${i % 2},${10 + i / 10}`,
);
const file = `dose,treated,mass\n${rows.join('\n')}\n`;
const about = (page: Page, name: string) => page.getByRole('region', { name: `About ${name}` });
const levelsIn = (page: Page) =>
  page.getByRole('list', { name: 'Levels in order' }).getByRole('listitem').allTextContents();

describe.each([
  ['desktop', desktop],
  ['phone', phone],
] as const)('columns as things at the size of a %s', (size, viewport) => {
  it('are described by keyboard alone, ordered, and made categories; the dictionary says so', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const access = await signUp(page, `columns-${size}@example.com`);
    const pathname = `/app/datasets/${await uploadCsv(page, access, 'doses.csv', file)}`;

    // A label and a unit, by keyboard.
    await page.goto(`${pathname}?tab=columns&column=mass`);
    await about(page, 'mass').getByText('No label, unit or description yet.').waitFor();
    await about(page, 'mass').getByRole('button', { name: 'Describe' }).press('Enter');
    await page.getByLabel('Label', { exact: true }).waitFor();
    await page.keyboard.type('Body mass');
    await page.keyboard.press('Tab');
    await page.keyboard.type('g');
    await page.keyboard.press('Enter');
    await about(page, 'mass').getByText('Body mass in g').waitFor();
    // The focus is where it was, and Escape in the form leaves the form alone.
    await page.keyboard.press('Enter');
    await page.getByLabel('Label', { exact: true }).fill('Something else');
    await page.keyboard.press('Escape');
    await about(page, 'mass').getByText('Body mass in g').waitFor();
    await page
      .getByRole('img', { name: /Body mass \(g\)/ })
      .first()
      .waitFor();

    // The order of levels, and the reference.
    await page.goto(`${pathname}?tab=columns&column=dose`);
    await about(page, 'dose').getByRole('button', { name: 'Describe' }).click();
    const up = page.getByRole('button', { name: 'Move low up' });
    await up.press('Enter');
    await page.getByRole('button', { name: 'Move high down' }).press('Enter');
    if (size === 'desktop') await isAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => levelsIn(page)).toEqual(['low', 'mid', 'high']);

    // The mass of each dose: 257, 259 and 261 of 777.
    await page.getByRole('combobox', { name: 'Weights' }).click();
    await page.locator('.ant-select-item-option').getByText('mass', { exact: true }).click();
    const weighted = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Weighted shares' }) });
    await expect
      .poll(() => weighted.getByRole('row').allTextContents())
      .toEqual(['high33.6%', 'mid33.3%', 'low33.1%']);

    // 0 and 1 as a category with names.
    await page.goto(`${pathname}?tab=columns&column=treated`);
    await about(page, 'treated').getByRole('button', { name: 'Describe' }).click();
    await page.getByRole('combobox', { name: 'Type', exact: true }).click();
    await page.locator('.ant-select-item-option').getByText('Category', { exact: true }).click();
    await page.getByLabel('Label of 0').fill('control');
    await page.getByLabel('Label of 1').fill('treated');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => levelsIn(page)).toEqual(['0 = control', '1 = treated']);
    await page.getByRole('cell', { name: 'control', exact: true }).first().waitFor();

    // What the server refuses is said, and the form stays.
    await about(page, 'treated').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Label of 0').fill('treated');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText("The values '0' and '1' of 'treated' would both be 'treated'.")
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.goto(pathname);
    await page.getByRole('button', { name: 'More actions' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download data dictionary' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('doses-dictionary.csv');
    expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toEqual([
      'column,label,unit,description,type,missing,distinct,smallest,largest,levels,reference,value labels,remarks',
      'dose,,,,category,0,3,,,low; mid; high,,,',
      'treated,,,,category,0,2,,,0; 1,,0 = control; 1 = treated,',
      'mass,Body mass,g,,number,0,60,10,15.9,,,,',
      '',
    ]);
    // The labels that were refused, and nothing else.
    expect(problems).toEqual([
      'console: Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
    ]);
    await context.close();
  });
});
