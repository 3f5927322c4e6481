import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { choose, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

/** 300 rows whose figures are known: mass is 3000 + 10 i, every tenth bill is missing. */
const birds = `species,mass_g,bill_mm,sex\n${Array.from({ length: 300 }, (_, i) => `${['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${3000 + 10 * i},${i % 10 === 0 ? '' : i % 7},${i % 2 === 0 ? 'male' : 'female'}`).join('\n')}\n`;

/** Signs in and uploads the birds; gives the address of the dataset. */
async function begin(page: Page, email: string): Promise<string> {
  return `/app/datasets/${await uploadCsv(page, await signUp(page, email), 'birds.csv', birds)}`;
}

const hit = (page: Page): Promise<string> => page.locator('.vb .hit').innerText();
describe('a view of a dataset', () => {
  it('is typed with completion, cleaned in steps, undone, saved, and asked by every tab', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await page.goto(`${await begin(page, 'views@example.com')}?tab=rows`);
    const filter = page.getByLabel('Filter rows');
    // Who types fast has the next key down before the next frame is drawn.
    await page.evaluate(() => {
      const frame = requestAnimationFrame.bind(globalThis);
      globalThis.requestAnimationFrame = (drawn) =>
        frame(() => setTimeout(() => frame(drawn), 100));
    });
    await filter.click();
    await filter.pressSequentially('spe');
    await page.keyboard.press('Tab');
    await filter.pressSequentially(" = 'Gen");
    await page.keyboard.press('Tab');
    await expect.poll(() => filter.inputValue()).toBe("species = 'Gentoo'");

    await filter.pressSequentially(' and mas_g >= 4500');
    await page.keyboard.press('Enter');
    await page
      .getByText("There is no column 'mas_g'. Did you mean mass_g? (character 24)", {
        exact: false,
      })
      .waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('mas_g');
    await page.keyboard.type('mass_g');
    await page.keyboard.press('Enter');
    await expect.poll(() => hit(page)).toBe('50 of 300 rows 16.7%');
    await expect
      .poll(() => page.locator('.chip .said').allTextContents())
      .toEqual(['species = “Gentoo”', 'mass_g ≥ 4500']);
    await page.getByRole('button', { name: 'Remove filter mass_g ≥ 4500' }).click();
    await expect.poll(() => hit(page)).toBe('100 of 300 rows 33.3%');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => hit(page)).toBe('50 of 300 rows 16.7%');

    await page.getByRole('button', { name: /^Steps/ }).click();
    await choose(page, 'Kind of step', 'Fill missing values');
    await page.locator('.step-form').getByLabel('Columns').click();
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: /^bill_mm$/ })
      .click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByText('Missing bill_mm filled with the median').waitFor();
    await page.getByText('30 cells changed').waitFor();
    await choose(page, 'Kind of step', 'Derive a column');
    await page.locator('.step-form').getByLabel('Name').fill('kg');
    await page.getByLabel('Expression').fill('mass_g / 1000');
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByText('kg = mass_g / 1000', { exact: true }).waitFor();
    await page.getByText('d$kg <- divide(d$mass_g, 1000)', { exact: false }).waitFor();
    await page.getByText('Python', { exact: true }).click();
    await page.getByText('d["kg"] = divide(d["mass_g"], 1000.0)', { exact: false }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download data.csv' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('data.csv');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of this view').fill('heavy gentoos');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByText('Saved as heavy gentoos.').waitFor();

    // Gentoos weigh 3010 + 30 k; from 4500 on: 4510 to 5980.
    await page.getByRole('link', { name: 'Columns', exact: true }).click();
    await expect
      .poll(() => page.getByRole('row', { name: /^Number kg/ }).innerText())
      .toContain('5.245');
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect.poll(() => page.locator('.facts').innerText()).toContain('50');
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await choose(page, 'Of', 'kg');
    await page
      .getByText('Mean kg is', { exact: false })
      .or(page.getByText('Mean kg: 5.245', { exact: false }))
      .first()
      .waitFor();

    await page.goto(`${new URL(page.url()).pathname}?tab=rows`);
    await expect.poll(() => hit(page)).toBe('300 rows');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: /^heavy gentoos/ }).click();
    await expect.poll(() => hit(page)).toBe('50 of 300 rows 16.7%');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Delete view heavy gentoos' }).click();
    await page.getByText('No view is saved yet.', { exact: false }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('groups rows: finding, picture and table; a pivot table across a second group; groups chosen by an expression', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await page.goto(`${await begin(page, 'groups@example.com')}?tab=groups`);
    // 3000 + 10 i over i = 0, 3 … 297: mean 4485; the next ones 10 and 20 more.
    await page
      .getByText(
        'Mean mass_g is largest for Chinstrap (4,505, n = 100) and smallest for Adelie (4,485, n = 100).',
      )
      .waitFor();
    await page.getByRole('img', { name: 'mean mass_g of 3 groups, with 95% intervals.' }).waitFor();
    await page.getByTitle('Sort by species').click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Groups' }).locator('tbody tr').allInnerTexts())
      .toEqual(
        ['Gentoo 4,495 100', 'Chinstrap 4,505 100', 'Adelie 4,485 100'].map((row) =>
          // Between the figures is a cell with a bar.
          expect.stringMatching(new RegExp(`^${row.replaceAll(' ', String.raw`\s+`)}$`)),
        ),
      );
    await choose(page, 'Across', 'sex');
    const pivot = page.getByRole('region', { name: 'Pivot table' });
    await pivot.waitFor();
    await expect
      .poll(() => pivot.locator('tr').allInnerTexts())
      .toEqual(
        [
          'species\tfemale\tmale',
          'Adelie\t4,500\t4,470',
          'Chinstrap\t4,520\t4,490',
          'Gentoo\t4,480\t4,510',
        ].map((row) => expect.stringContaining(row)),
      );
    await page.getByLabel('Keep groups where').fill('mean_mass_g > 4500');
    await page.keyboard.press('Enter');
    await expect.poll(() => pivot.locator('tbody tr').count()).toBe(2);
    expect(problems).toEqual([]);
    await context.close();
  });
});
