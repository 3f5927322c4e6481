import type { Page } from 'playwright-core';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { accessibilityProblems } from './looks.ts';
import { signUp } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

const fixtures = join(import.meta.dirname, '../../../packages/tables/src/formats/fixtures');

useColumnist();

async function importFixture(page: Page, name: string): Promise<void> {
  await page.goto('/app/import');
  await page.setInputFiles('input[aria-label="File to import"]', join(fixtures, name));
  await page.waitForURL('**/datasets/*/import');
  await page.getByRole('heading', { name: 'What was detected' }).waitFor();
}

const namesOf = (page: Page): Promise<string[]> =>
  page.getByRole('group', { name: 'Columns before and after' }).locator('td b').allTextContents();

describe('other files', () => {
  it('a workbook: its sheets are listed, another is read, one is added, and the dataset is kept', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signUp(page, 'sheets@example.com');
    await page.goto('/app/dashboard');
    await page.getByRole('link', { name: 'Import other files' }).click();
    await page.getByRole('heading', { name: 'Import other files' }).waitFor();
    await importFixture(page, 'sheets.xlsx');
    const tables = page.getByRole('list', { name: 'Tables of the file' });
    await expect
      .poll(() => tables.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Old\s*hidden\s*2 rows × 1 column\s*A1:A2/),
        expect.stringMatching(/^Orders\s*read here\s*5 rows × 2 columns\s*A1:B5/),
        expect.stringMatching(/^Müller & Söhne\s*4 rows × 2 columns\s*A1:B4/),
        expect.stringMatching(/^Picture\s*It holds no cells/),
      ]);
    expect(await namesOf(page)).toEqual(['order', 'amount']);
    await page.getByRole('button', { name: 'Add as dataset: Müller & Söhne' }).click();
    await page.getByText('Added as').waitFor();
    await page.getByRole('button', { name: 'Read this: Müller & Söhne' }).click();
    await expect.poll(() => namesOf(page)).toEqual(['customer', 'since']);
    await page.getByLabel('Cells').fill('A1:A3');
    await page.getByRole('button', { name: 'Read these' }).click();
    await expect.poll(() => namesOf(page)).toEqual(['customer']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep dataset' }).click();
    await page.waitForURL(/\/datasets\/[^/]+$/);
    await page.goto('/app/dashboard');
    await expect
      .poll(() => page.locator('.card h3').allInnerTexts())
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining('sheets.xlsx'),
          expect.stringContaining('sheets.xlsx – Müller & Söhne'),
        ]),
      );
    expect(problems).toEqual([]);
    await context.close();
  });

  it('a table is pasted as it was copied', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signUp(page, 'pasted@example.com');
    await page.goto('/app/import');
    await page.getByLabel(/Copy cells in a spreadsheet/).focus();
    await page.evaluate(async () => {
      const html =
        '<table><tr><th>city<th>people</tr><tr><td>Rome<td>2,800,000</tr><tr><td>Oslo<td>700,000</tr></table>';
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob([html], { type: 'text/html' }),
          'text/plain': new Blob(['city\tpeople\nRome\t2,800,000'], { type: 'text/plain' }),
        }),
      ]);
    });
    await page.keyboard.press('Control+V');
    await page.waitForURL('**/datasets/*/import');
    await expect.poll(() => namesOf(page)).toEqual(['city', 'people']);
    await page.getByRole('heading', { name: 'pasted table.html' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('what cannot be read is refused with what to do', async () => {
    const { page, context } = await openVisitor(browser, columnist.url);
    await signUp(page, 'refused@example.com');
    await page.goto('/app/import');
    await page.setInputFiles('input[aria-label="File to import"]', {
      name: 'old.xls',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    });
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Save it as .xlsx without a password');
    await context.close();
  });
});
