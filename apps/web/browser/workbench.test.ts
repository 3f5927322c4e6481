import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, openVisitor, phone } from './columnist.ts';
import { becomePro, choose, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

// A title above, semicolons, decimal commas, two spellings, a column that lacks values and one that
// is another in feet.
const odd = `Stations 2026;;;;\nsite;kind;metres;feet;note\n${Array.from({ length: 90 }, (_, i) => `${['north', 'South', 'south'][i % 3]};${i % 2 === 0 ? 'lake' : 'river'};${(i * 37) % 101},5;${String(((i * 37) % 101) * 3.25).replace('.', ',')};${i < 20 ? '' : `n${i}`}`).join('\n')}\n`;
const tab = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Dataset' }).getByRole('link', { name }).click();

describe.each([
  ['desktop', desktop],
  ['phone', phone],
] as const)('the workbench at the size of a %s', (size, viewport) => {
  it('leads from an odd file over its alerts and relationships to a test that somebody without an account reads', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const email = `bench-${size}@example.com`;
    await signUp(page, email);
    await becomePro(page, email);
    await page.goto('/app/dashboard');
    await page.getByLabel('Review before adding').check();
    await page.setInputFiles('input[aria-label="CSV files"]', {
      name: 'stations.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(odd),
    });
    await page.waitForURL('**/import');
    await page.getByText('Line 2 holds the names.').waitFor();
    await page.getByRole('button', { name: 'Keep dataset' }).click();
    await page.waitForURL(/datasets\/[^/]+$/);

    // Alerts by severity; the rows of one; one dismissed with a reason; a threshold raised.
    const alerts = page.getByRole('region', { name: 'Alerts' });
    await alerts.getByText('metres and feet go together: r = 1.00.').waitFor();
    await expect
      .poll(() => alerts.locator('.alerts .tag').allTextContents())
      .toEqual(['High', 'Medium', 'Medium']);
    await alerts
      .getByText('1 value of site is spelled in several ways, such as ‘South’ and ‘south’.')
      .waitFor();
    await alerts.getByRole('button', { name: /^Dismiss: note is missing in 20 rows/ }).click();
    await page.getByLabel('Why may it stay?').fill('Notes began in May.');
    await page.getByRole('button', { name: 'Dismiss alert' }).click();
    await alerts.getByText('1 dismissed alert').click();
    await alerts.getByText('Ines Marlow: “Notes began in May.”').waitFor();
    await alerts.getByRole('button', { name: /^Restore: note/ }).click();
    await alerts.getByRole('button', { name: 'Thresholds' }).click();
    await page.getByLabel('Missing, of the rows').fill('30');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect
      .poll(() => alerts.locator('.alerts .tag').allTextContents())
      .toEqual(['High', 'Medium']);
    await alerts.getByRole('link', { name: /^\d+ rows: 1 value of site/ }).click();
    await page.getByText('60 of 90', { exact: false }).first().waitFor();
    await page.goBack();
    await alerts.getByRole('link', { name: 'See pair metres and feet' }).click();

    // The right picture and the right coefficient of two columns.
    await page.getByRole('heading', { name: 'feet goes closely with metres (r = 1).' }).waitFor();
    await page.getByRole('img', { name: 'feet against metres, 90 rows.' }).waitFor();
    await choose(page, 'Second column', 'kind');
    await page.getByRole('img', { name: 'mean metres of 2 groups, with 95% intervals.' }).waitFor();
    await page.getByText('the groups account for', { exact: false }).waitFor();
    await choose(page, 'First column', 'site');
    await page.getByRole('img', { name: 'Counts of site by kind.' }).waitFor();

    // A test: its picture and figures as files, and a link to it.
    await tab(page, 'Ask');
    await choose(page, 'Method', 'Welch t test');
    const finding = await page.locator('#test-finding').textContent();
    const saved = async (item: string): Promise<[string, Buffer]> => {
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      return [download.suggestedFilename(), await readFile(await download.path())];
    };
    const [[png, image], [svg, drawing], [csv, figures], [json, all]] = [
      await saved('Picture, PNG'),
      await saved('Picture, SVG'),
      await saved('Figures, CSV'),
      await saved('All of it, JSON'),
    ];
    expect([png, svg, csv, json]).toEqual([
      'welch-t.png',
      'welch-t.svg',
      'welch-t.csv',
      'welch-t.json',
    ]);
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    expect(drawing.toString()).toMatch(/^<svg .*metres/s);
    expect(figures.toString()).toContain(`"finding","${finding ?? ''}"`);
    expect(JSON.parse(all.toString())).toMatchObject({
      sentence: finding,
      procedure: { method: 'welch_t' },
    });
    await page.getByText('The picture as a table').click();
    await page
      .getByRole('region', { name: 'The picture as a table' })
      .getByRole('columnheader', { name: 'density' })
      .waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const url = await page.getByLabel('Link to the result').inputValue();
    expect(url).toMatch(/\/app\/shared\/[\w-]{43}$/);

    const reader = await openVisitor(browser, columnist.url, { viewport });
    await reader.page.goto(new URL(url).pathname);
    await reader.page.getByRole('heading', { name: finding ?? '' }).waitFor();
    await reader.page.getByRole('img', { name: /^metres in 2 groups/ }).waitFor();

    // What was done, by whom; two tests beside each other; the link ended.
    await page.keyboard.press('Escape');
    await choose(page, 'Method', 'Student t test');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('link', { name: 'In the history' }).waitFor();
    await tab(page, 'History');
    await page.getByRole('cell', { name: 'Ines Marlow browser' }).first().waitFor();
    const boxes = page.getByRole('checkbox', { name: /^Compare: / });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await expect.poll(() => page.locator('.compared article').count()).toBe(2);
    await page.getByRole('button', { name: /^End link/ }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Shared results' }).count()).toBe(0);
    await reader.page.reload();
    await reader.page
      .getByRole('heading', { name: 'There is no shared result under this link' })
      .waitFor();
    await page.locator('.ledger-q a').first().click();
    await page.locator('#test-finding').waitFor();
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await reader.context.close();
    await context.close();
  });
});

it('is gone through with the keyboard: everything has a name, and Ctrl-K finds it', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  await uploadCsv(page, await signUp(page, 'keys@example.com'), 'stations.csv', odd);
  await page.goto('/app/dashboard');
  await page.getByRole('link', { name: 'stations.csv' }).waitFor();
  const goTo = async (words: string, option: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to or do' }).fill(words);
    await page.getByRole('option', { name: option, selected: true }).waitFor();
    await page.keyboard.press('Enter');
  };
  await goTo('stations', 'stations.csv dataset');
  await page.waitForURL(/datasets\//);
  await page.getByRole('heading', { name: /stations\.csv/ }).waitFor();
  await goTo('metres col', 'metres column, number');
  await page.getByText('Quantiles', { exact: true }).first().waitFor();
  // Every tab of the dataset is found, also those whose name is of two words.
  for (const tab of await page
    .getByRole('navigation', { name: 'Dataset' })
    .getByRole('link')
    .all()) {
    const name = await tab.innerText();
    await goTo(`${name} stations`, `${name} stations.csv`);
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');
  }
  // So is every method, with the place that asks it.
  await goTo('cohen', 'Cohen’s κ method');
  await page.getByRole('navigation', { name: 'Dataset' }).getByText('Ask').waitFor();
  await expect.poll(() => page.locator('.tq-method').innerText()).toBe('Cohen’s κ');
  await goTo('poisson regression', 'Poisson regression method');
  await expect
    .poll(() => page.locator('.tq-method').innerText())
    .toBe('Poisson regression, of counts');
  await goTo('dark', 'Dark theme setting');
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['theme']))
    .toBe('dark');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or do' }).fill('no such thing');
  await page.getByText('Nothing is called anything like that.').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  // The same keys the moment after it was closed open it again.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or do' }).waitFor();
  await page.evaluate(() => {
    document.querySelector('dialog')?.close();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  });
  await page.getByRole('combobox', { name: 'Go to or do' }).fill('no such thing');
  await page.keyboard.press('Control+k');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await goTo('dashboard', 'Dashboard page');
  await page.getByTitle('List').click();
  await page.getByRole('row', { name: /stations\.csv/ }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: /stations\.csv/ }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('begins an empty account with demo orders that show what it can do', async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  await signUp(page, 'demo@example.com');
  await page.goto('/app/dashboard');
  await page.getByRole('button', { name: 'Try it with demo orders' }).click();
  await page.getByRole('link', { name: 'demo-orders.csv' }).click();
  await page.getByText('1 value of channel is spelled in several ways', { exact: false }).waitFor();
  await context.close();
});
