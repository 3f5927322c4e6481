import { writeWorkbook } from '@columnist/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { becomePro, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

/** Sends a file as the next version of a dataset over REST. */
async function send(
  page: Page,
  access: string,
  id: string,
  mode: 'append' | 'replace',
  csv: string,
): Promise<void> {
  const answer = await page.request.post(`/api/v1/datasets/${id}/versions?mode=${mode}`, {
    headers: { Authorization: `Bearer ${access}` },
    multipart: { file: { name: 'next.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) } },
  });
  expect(answer.status()).toBe(201);
}

it('a cell is marked as edited only where the edit was made, under whatever name', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'marks@example.com');
  const id = await uploadCsv(page, access, 'people.csv', 'ref,name\n10,Ann\n11,Bob\n12,Cy\n');
  const corrected = {
    step: 'correct_cells',
    cells: [
      {
        row: 2,
        column: 'name',
        from: 'Bob',
        to: 'Bobby',
        has: [{ column: 'ref', value: 11 }],
      },
    ],
  };
  const open = async (...clean: object[]) => {
    const view = JSON.stringify({ clean: [corrected, ...clean] });
    await page.goto(`/app/datasets/${id}?${new URLSearchParams({ tab: 'rows', view }).toString()}`);
  };
  const marked = () =>
    page
      .getByTitle(/^Edited/)
      .evaluateAll((all) => all.map((one) => `${one.textContent}: ${one.getAttribute('title')}`));
  await open();
  await expect.poll(marked).toEqual(['Bobby: Edited, was Bob']);
  await open({ step: 'rename_columns', columns: [{ from: 'name', to: 'who' }] });
  await expect.poll(marked).toEqual(['Bobby: Edited, was Bob']);

  await send(page, access, id, 'replace', 'ref,name\n9,Zoe\n10,Ann\n11,Bob\n12,Cy\n');
  await open();
  await page.getByText('1 edit no longer applies', { exact: false }).waitFor();
  await page.getByRole('gridcell', { name: 'Ann' }).waitFor();
  expect(await marked()).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

it('results that are kept or shared name the version that they are of', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'kept-versions@example.com');
  await becomePro(page, 'kept-versions@example.com');
  const table = (shift: number) =>
    `score,arm\n${Array.from({ length: 40 }, (_, i) => `${(i % 7) + (i % 2) * shift},${'ab'[i % 2]}`).join('\n')}\n`;
  const id = await uploadCsv(page, access, 'trial.csv', table(0));
  const keep = async () => {
    const question = {
      operation: 'compare_groups',
      options: { method: 'welch_t', value: 'score', group: 'arm' },
    };
    const answer = await page.request.post('/trpc/datasets.keepTest', {
      headers: { Authorization: `Bearer ${access}` },
      data: { id, question },
    });
    expect(answer.status()).toBe(200);
  };
  await keep();
  const versions = () => page.locator('.ledger-q .tag').allInnerTexts();
  await page.goto(`/app/datasets/${id}?tab=history`);
  await page.getByText('1 test kept so far', { exact: false }).waitFor();
  // There has been no other version: nothing is to be distinguished.
  expect(await versions()).toEqual([]);

  await send(page, access, id, 'replace', table(9));
  await keep();
  await page.goto(`/app/datasets/${id}?tab=history`);
  await expect.poll(versions).toEqual(['version 2', 'version 1']);
  for (const version of [1, 2])
    await page.getByRole('checkbox', { name: new RegExp(`Version ${version}\\.$`) }).check();
  await expect
    .poll(() => page.getByRole('row', { name: /^Version/ }).allInnerTexts())
    .toEqual(['Version\t2', 'Version\t2']);
  await page
    .getByText('Computed again, of version 2; what the history has is of version 1.')
    .waitFor();
  // The report asks the current version: one question is one choice.
  await page.goto(`/app/datasets/${id}?tab=report`);
  await page.getByLabel('Add from the history').click();
  await expect.poll(() => page.locator('.ant-select-item-option').count()).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
});

it('a file without rows that is appended is said to add nothing', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'nothing@example.com');
  const id = await uploadCsv(page, access, 'people.csv', 'ref,name\n10,Ann\n11,Bob\n');
  await page.goto(`/app/datasets/${id}`);
  const append = async (csv: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'Append rows…' }).click(),
    ]);
    await chooser.setFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  };
  await append('ref,name\n');
  await page.locator('.ant-message').getByText('The file has no rows: nothing is added.').waitFor();
  expect(await page.getByText('The rows were appended.').count()).toBe(0);
  await append('ref,name\n12,Cy\n');
  await page.getByText('The rows were appended.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('rows of a workbook are appended, of the sheet that is chosen where the first does not fit', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'workbook@example.com');
  const id = await uploadCsv(page, access, 'people.csv', 'ref,name\n10,Ann\n11,Bob\n');
  await page.goto(`/app/datasets/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Append rows…' }).click(),
  ]);
  await chooser.setFiles({
    name: 'more.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: writeWorkbook({
      Cover: [
        ['page', 'title'],
        [1, 'People'],
      ],
      People: [
        ['name', 'ref'],
        ['Cy', 12],
      ],
    }),
  });
  const dialog = page.getByRole('dialog', { name: 'Which table of more.xlsx?' });
  await dialog.getByText("Cover does not fit. The file lacks the column 'ref'.").waitFor();
  await dialog.getByRole('button', { name: 'Append its rows' }).click();
  await page.getByText('The rows were appended.').waitFor();
  await page.goto(`/app/datasets/${id}?tab=rows`);
  await page.getByRole('gridcell', { name: 'Cy' }).waitFor();
  expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
  await context.close();
});
