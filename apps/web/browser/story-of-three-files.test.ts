import { workbook, writeZip } from '@columnist/testing';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, openVisitor, phone } from './columnist.ts';
import { accessibilityProblems } from './looks.ts';
import { becomePro, signUp } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A sheet of inline texts and numbers. */
const sheetOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `<worksheet xmlns="${main}"><sheetData>${rows
    .map(
      (row, r) =>
        `<row r="${r + 1}">${row
          .map((value, c) => {
            const place = `${String.fromCodePoint(65 + c)}${r + 1}`;
            return typeof value === 'number'
              ? `<c r="${place}"><v>${value}</v></c>`
              : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
          })
          .join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;

const orders = Array.from({ length: 60 }, (_, i) => i + 1);
const files = [
  {
    name: 'orders.xlsx',
    content: workbook(
      sheetOf([
        ['order', 'customer', 'amount'],
        ...orders.map((n) => [`A${100 + n}`, `C${n % 12}`, 20 + ((n * 37) % 90)]),
      ]),
      {
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${types}"><sheets><sheet name="Orders" sheetId="1" r:id="r1"/><sheet name="Returns" sheetId="2" r:id="r2"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[1, 2].map((n) => `<Relationship Id="r${n}" Type="${types}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
        'xl/worksheets/sheet2.xml': sheetOf([
          ['order', 'reason'],
          ['A103', 'too small'],
          ['A117', 'broken'],
        ]),
      },
    ),
  },
  {
    name: 'customers.csv',
    content: Buffer.from(
      `customer,region\n${Array.from({ length: 12 }, (_, n) => `C${n},${['North', 'South', 'West'][n % 3]}\n`).join('')}`,
    ),
  },
  {
    name: 'months.zip',
    content: writeZip(
      ['2026-01', '2026-02', '2026-03'].map((month, m) => ({
        name: `${month}.csv`,
        content: `order,shipped,kilograms\n${orders
          .filter((n) => n % 3 === m)
          .map((n) => `A${100 + n},${month}-${String((n % 27) + 1).padStart(2, '0')},${n / 4}\n`)
          .join('')}`,
      })),
    ),
  },
];

/** Drops files on the page, as a person does from a folder. */
async function drop(page: Page): Promise<void> {
  const carried = await page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer();
      for (const { name, content } of all)
        transfer.items.add(
          new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name),
        );
      return transfer;
    },
    files.map(({ name, content }) => ({ name, content: content.toString('base64') })),
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: carried });
}

describe.each([
  { size: 'desktop', viewport: desktop },
  { size: 'phone', viewport: phone },
])('three files on a $size', ({ size, viewport }) => {
  it('become a chart of what is joined of them in under 15 interactions', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
    const email = `story-${size}@example.com`;
    await signUp(page, email);
    await becomePro(page, email);
    await page.goto('/app/dashboard');

    let interactions = 0;
    const click = async (role: 'link' | 'button' | 'checkbox' | 'combobox', name: string) => {
      interactions += 1;
      await page.getByRole(role, { name, exact: true }).click();
    };
    /** No screen on the way has a problem of its own. */
    const look = async () => expect(await accessibilityProblems(page)).toEqual([]);

    await click('link', 'Import other files');
    await page.getByRole('heading', { name: 'Import other files' }).waitFor();
    interactions += 1;
    await drop(page);
    const made = page.getByRole('list', { name: 'New datasets' });
    const below = page.getByRole('link', { name: 'Put 3 below one another' });
    await below.waitFor();
    expect(await made.getByRole('link').allInnerTexts()).toEqual([
      'orders.xlsx',
      'orders.xlsx – Returns',
      'customers.csv',
      'months.zip',
      'months.zip – 2026-02.csv',
      'months.zip – 2026-03.csv',
    ]);
    await look();
    await click('link', 'Put 3 below one another');
    await page.getByRole('heading', { name: '60 rows × 3 columns' }).waitFor();
    await look();
    await click('button', 'Save as a dataset');
    await page.getByRole('heading', { name: 'months.csv 60 rows × 3 columns' }).waitFor();

    await click('link', 'Datasets');
    await click('checkbox', 'Choose orders.xlsx');
    await click('checkbox', 'Choose customers.csv');
    await click('checkbox', 'Choose months.csv');
    await click('link', 'Combine 3');
    await page.getByRole('heading', { name: '60 rows × 4 columns' }).waitFor();
    await look();
    await click('button', 'Save, then join with months.csv');
    await page.getByRole('heading', { name: '60 rows × 6 columns' }).waitFor();
    await look();
    await click('button', 'Save as a dataset');
    await page.getByRole('heading', { name: /60 rows × 6 columns/ }).waitFor();
    await click('link', 'Relationships');
    await click('combobox', 'Second column');
    interactions += 1;
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: /^region$/ })
      .click();
    await page
      .getByRole('img', { name: /of 3 groups, with 95% intervals/ })
      .first()
      .waitFor();
    await look();
    expect(interactions).toBeLessThan(15);
    expect(problems).toEqual([]);
    await context.close();
  });
});
