import { writeWorkbook, writeZip } from '@columnist/testing';
import type { Page } from 'playwright-core';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { accessibilityProblems } from './looks.ts';
import { choose, signUp } from './steps.ts';
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
    // Without the sheet that holds none.
    await page.getByText('Excel workbook, 3 tables').waitFor();
    await page.getByText('“Orders”, of 3 tables in the file').waitFor();
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

  it('lists in records become rows, and columns of fixed width begin where it is said', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signUp(page, 'fields@example.com');
    const begin = async (name: string, text: string) => {
      await page.goto('/app/import');
      await page.setInputFiles('input[aria-label="File to import"]', {
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(text),
      });
      await page.waitForURL('**/datasets/*/import');
    };
    const state = async (label: string, text: string) => {
      const form = page.locator('form').filter({ has: page.getByLabel(label, { exact: true }) });
      await form.getByLabel(label, { exact: true }).fill(text);
      await form.getByRole('button', { name: 'Read these' }).click();
    };
    await begin('orders.json', '[{"order":1,"items":[{"sku":"a"},{"sku":"b"}]},{"order":2}]');
    await expect.poll(() => namesOf(page)).toEqual(['order', 'items']);
    await choose(page, 'A row for each entry of', 'items');
    await expect.poll(() => namesOf(page)).toEqual(['order', 'items.sku']);
    await page.getByRole('status').getByText('3 rows × 2 columns').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await choose(page, 'A row for each entry of', 'no list');
    await expect.poll(() => namesOf(page)).toEqual(['order', 'items']);

    await begin('list.fwf', 'id  name  n\n1   Ann   5\n2   Bo    6\n');
    await expect.poll(() => namesOf(page)).toEqual(['id', 'name', 'n']);
    await state('Columns begin at', '1, 5');
    await expect.poll(() => namesOf(page)).toEqual(['id', 'name  n']);
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });

  it('of a file whose first table cannot be read it is said why, and another is read', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signUp(page, 'tables-left@example.com');
    await page.goto('/app/import');
    await page.setInputFiles('input[aria-label="File to import"]', {
      name: 'dump.zip',
      mimeType: 'application/zip',
      buffer: writeZip([
        { name: 'dump.csv', content: 'INSERT INTO t VALUES (1,2);\nINSERT INTO t VALUES (3,4);\n' },
        { name: 'good.csv', content: 'a,b\n1,2\n' },
      ]),
    });
    const tables = page.getByRole('list', { name: 'Tables of the file' }).getByRole('listitem');
    await expect
      .poll(() => tables.allTextContents())
      .toEqual(['dump.csvThis file holds SQL statements, not a table.', 'good.csvRead this']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Read this: good.csv' }).click();
    await page.waitForURL('**/datasets/*/import');
    await expect.poll(() => namesOf(page)).toEqual(['a', 'b']);
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });

  it('several at once: those of one form go below one another, of others every table is listed', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signUp(page, 'several@example.com');
    const file = (name: string, text: string) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(text),
    });
    await page.goto('/app/import');
    await page.setInputFiles('input[aria-label="File to import"]', [
      file('may.tsv', 'day\tn\n1\t2\n'),
      file('june.tsv', 'n\tday\n3\t1\n'),
    ]);
    await page.waitForURL(/\/combine\?kind=append/);
    await page.getByRole('heading', { name: '2 rows × 2 columns' }).waitFor();
    await page.goto('/app/import');
    await page.setInputFiles('input[aria-label="File to import"]', [
      join(fixtures, 'sheets.xlsx'),
      join(fixtures, 'no-names.xlsx'),
    ]);
    const made = page.getByRole('list', { name: 'New datasets' });
    await page.getByText('2 files, 3 datasets').waitFor();
    expect(await made.getByRole('link').allInnerTexts()).toEqual([
      'sheets.xlsx',
      'sheets.xlsx – Müller & Söhne',
      'no-names.xlsx',
    ]);
    await page.getByText('Not added: Old of sheets.xlsx, for it is hidden.').waitFor();
    await made.getByRole('checkbox', { name: 'Choose sheets.xlsx', exact: true }).check();
    await made.getByRole('checkbox', { name: 'Choose no-names.xlsx' }).check();
    await page.getByRole('link', { name: 'Combine 2' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // The fifth place is taken: what has none is named, with the reason.
    await page.setInputFiles('input[aria-label="File to import"]', [
      join(fixtures, 'types.xlsx'),
      join(fixtures, 'wide.xlsx'),
    ]);
    await page.getByText('types.xlsx could not be imported.').waitFor();
    expect(problems.filter((problem) => !/422|409|403/.test(problem))).toEqual([]);
    await context.close();
  });

  it('several sheets of a workbook are chosen at once', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signUp(page, 'year@example.com');
    await page.goto('/app/import');
    const sheet = (n: number) => [['n'], [n], [n + 1]];
    await page.setInputFiles('input[aria-label="File to import"]', {
      name: 'year.xlsx',
      mimeType: 'application/octet-stream',
      buffer: writeWorkbook({ Jan: sheet(1), Feb: sheet(3), Mar: sheet(5), Apr: sheet(7) }),
    });
    await page.waitForURL('**/datasets/*/import');
    await page.getByRole('button', { name: 'Put all 4 below one another' }).waitFor();
    await page.getByRole('checkbox', { name: 'Feb' }).check();
    await page.getByRole('checkbox', { name: 'Apr' }).check();
    await page.getByRole('button', { name: 'Put these 3 below one another' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add the 2 chosen as datasets' }).click();
    await page.getByRole('button', { name: '2 of 2 added' }).waitFor();
    await page.goto('/app/dashboard');
    for (const name of ['year.xlsx', 'year.xlsx – Feb', 'year.xlsx – Apr'])
      await page.getByRole('link', { name, exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: 'year.xlsx – Mar' }).count()).toBe(0);
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
