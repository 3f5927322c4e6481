import type { CleaningStep, View } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openVisitor } from './columnist.ts';
import { choose, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

/** Columns of which every one can be asked about; one of numbers and one of days are texts. */
const orders = `name,region,amount,size,day\n${Array.from({ length: 24 }, (_, i) => `${['Ann Lee', 'Bob Ray'][i % 2]},${['north', 'south', 'east'][i % 3]},${i % 5 === 0 ? '' : 10 + i},${['5', '7', 'large'][i % 3]},${['2026-01-05', '2026-02-07', 'soon'][i % 3]}`).join('\n')}\n`;

type Kind = CleaningStep['step'];
const cleaned: { readonly [One in Kind]: Extract<CleaningStep, { step: One }> } = {
  parse_numbers: { step: 'parse_numbers', columns: ['size'] },
  parse_dates: { step: 'parse_dates', columns: ['day'] },
  recode: {
    step: 'recode',
    column: 'region',
    values: [{ from: 'north', to: 'up' }],
    others: 'keep',
  },
  encode: { step: 'encode', columns: ['region'] },
  clip_outliers: { step: 'clip_outliers', columns: ['amount'], rule: 'tukey' },
  drop_outliers: { step: 'drop_outliers', columns: ['amount'], rule: 'quantiles' },
  scale: { step: 'scale', columns: ['amount'], method: 'minmax' },
  drop_duplicates: { step: 'drop_duplicates', columns: ['name', 'region'] },
  correct_cells: {
    step: 'correct_cells',
    cells: [{ row: 2, column: 'region', from: 'south', to: 'west' }],
  },
  delete_rows: {
    step: 'delete_rows',
    rows: [{ row: 2, has: [{ column: 'region', value: 'south' }] }],
  },
  rename_columns: { step: 'rename_columns', columns: [{ from: 'amount', to: 'paid' }] },
  split_column: { step: 'split_column', column: 'name', by: ' ', into: ['first', 'last'] },
};
const views: readonly (readonly [name: string, view: View])[] = [
  ...Object.entries(cleaned).map(([name, step]): [string, View] => [name, { clean: [step] }]),
  ['impute', { impute: [{ columns: ['amount'], method: 'mean' }] }],
  ['derive', { derive: [{ name: 'double', expression: 'amount * 2' }] }],
  ['drop_missing', { drop_missing: true }],
  ['sample', { sample: { n: 12, seed: 1 } }],
  ['filter', { filter: 'amount > 15', sort: [{ column: 'amount', direction: 'descending' }] }],
  [
    'two names exchanged',
    {
      clean: [
        {
          step: 'rename_columns',
          columns: [
            { from: 'amount', to: 'region' },
            { from: 'region', to: 'amount' },
          ],
        },
      ],
    },
  ],
  [
    'steps that name what steps before them made',
    {
      clean: [cleaned.rename_columns, cleaned.split_column, cleaned.parse_numbers],
      impute: [{ columns: ['paid'], method: 'median' }],
      derive: [{ name: 'more', expression: 'paid + size' }],
      filter: 'paid > 15',
      sort: [{ column: 'paid', direction: 'descending' }],
    },
  ],
];

const answered = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});

/** The names of the choices of a select, beside what it does not choose. */
async function choicesOf(page: Page, label: string): Promise<string[]> {
  await page.getByLabel(label, { exact: true }).click();
  const choices = page.locator(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-content',
  );
  await choices.first().waitFor();
  const names = await choices.evaluateAll((found) =>
    found.map((one) => (one.querySelector('bdi') ?? one).textContent),
  );
  await page.keyboard.press('Escape');
  return names;
}

describe(`every tab has the columns of the rows of its view (${ofSample})`, () => {
  let page: Page;
  let access: string;
  let id: string;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await openVisitor(browser, columnist.url));
    access = await signUp(page, 'columns-of-views@example.com');
    id = await uploadCsv(page, access, 'orders.csv', orders);
  }, 120_000);

  it.each(sampled(views, 6))(
    '%s',
    async (_, view) => {
      const written = JSON.stringify(view);
      const rows = await page.request.get(`/api/v1/datasets/${id}/rows`, {
        headers: { Authorization: `Bearer ${access}` },
        params: { view: written },
      });
      const { columns } = answered.parse(await rows.json());
      const names = columns.map(({ name }) => name);
      const open = (tab: string) =>
        page.goto(`/app/datasets/${id}?${new URLSearchParams({ tab, view: written }).toString()}`);
      const textsOf = (selector: string) => page.locator(selector).allInnerTexts();

      await open('rows');
      await expect.poll(() => textsOf('[role=columnheader] b')).toEqual(names);
      const sorted = view.sort?.[0]?.column;
      await page
        .getByText(sorted === undefined ? 'In the order of the file' : `Sorted by ${sorted},`)
        .waitFor();

      await open('overview');
      await expect.poll(() => textsOf('.faces .names')).toEqual(names);
      await expect
        .poll(() => textsOf('.facts'))
        .toEqual([
          expect.stringMatching(new RegExp(String.raw`^Columns\s+${names.length}\b`, 'm')),
        ]);

      await open('columns');
      await expect.poll(() => textsOf('.cw-list .nmc .nm')).toEqual(names);
      await page.getByText(`All ${names.length}`, { exact: true }).waitFor();

      await open('groups');
      await page.getByRole('region', { name: /groups?$/ }).waitFor();
      expect(await choicesOf(page, 'Of')).toEqual(['number of rows', ...names]);

      await open('ask');
      expect(await choicesOf(page, 'Ask about')).toEqual(names);

      await open('relationships');
      const first = await choicesOf(page, 'First column');
      const second = await choicesOf(page, 'Second column');
      expect(names.filter((name) => first.includes(name) || second.includes(name))).toEqual(names);
      expect(problems).toEqual([]);
    },
    120_000,
  );

  it('forms of further steps offer the columns that the steps before them leave', async () => {
    const view: View = {
      clean: [cleaned.rename_columns, cleaned.split_column, cleaned.parse_numbers],
      derive: [{ name: 'more', expression: 'paid + size' }],
    };
    await page.goto(
      `/app/datasets/${id}?${new URLSearchParams({ tab: 'rows', view: JSON.stringify(view) }).toString()}`,
    );
    await page.getByRole('button', { name: 'Steps' }).click();
    const left = ['name', 'region', 'paid', 'size', 'day', 'first', 'last'];
    await choose(page, 'Kind of step', 'Rename a column');
    await expect.poll(() => choicesOf(page, 'Column')).toEqual(left);
    await choose(page, 'Kind of step', 'Scale');
    await expect.poll(() => choicesOf(page, 'Columns')).toEqual(['paid', 'size']);
    await choose(page, 'Kind of step', 'Drop rows with missing values');
    await expect.poll(() => choicesOf(page, 'Columns')).toEqual([...left, 'more']);
    // The second step was made of what the first leaves.
    await page.getByRole('button', { name: 'Change step name split' }).click();
    await expect.poll(() => choicesOf(page, 'Column')).toEqual(['name', 'region', 'size', 'day']);
    expect(problems).toEqual([]);
  }, 120_000);
});
