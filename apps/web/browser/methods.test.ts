import { everyMethod, type AnyMethod, type Asking } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { isAccessible } from './looks.ts';
import { becomePro, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/** The columns that the examples of the registry name. */
const birds = `mass,wing,bill,kind,sex,before,after,day,gappy\n${Array.from({ length: 60 }, (_, i) => [3000 + 37 * ((i * 17) % 60), i % 9 === 0 ? 'NA' : 180 + ((i * 7) % 23), (30 + ((i * 13) % 41) / 10).toFixed(1), ['gentoo', 'adelie', 'chinstrap'][i % 3], ['female', 'male'][(i * i + (i % 5)) % 2], ['low', 'high'][i % 2], ['low', 'high', 'high', 'low', 'low'][i % 5], new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10), i % 4 === 1 ? '' : (i * 31) % 47].join(',')).join('\n')}\n`;
const email = 'methods@example.com';
const asked = everyMethod.filter(([operation]) => operation !== 'calculatePower');

let context: BrowserContext;
let page: Page;
let problems: string[];
let id: string;
useColumnist();

beforeAll(async () => {
  ({ page, context, problems } = await openVisitor(browser, columnist.url));
  const access = await signUp(page, email);
  await becomePro(page, email);
  id = await uploadCsv(page, access, 'birds.csv', birds);
});
afterAll(async () => {
  await context?.close();
});

/** What the question of each operation is called. */
const asks = {
  compareGroups: 'compare',
  association: 'relate',
  testDistribution: 'distribution',
  timeSeries: 'series',
  structure: 'structure',
} as const;

function addressOf(operation: Asking, { method, example, form }: AnyMethod): string {
  if (operation === 'fitRegression' || operation === 'calculatePower')
    return new URLSearchParams({
      tab: 'ask',
      model: JSON.stringify({ method, ...example }),
    }).toString();
  const own = Object.entries(example).filter(([field]) => form?.makes.includes(field) !== true);
  const fields = { ...Object.fromEntries(own), ...form?.ofInput(example) };
  return new URLSearchParams({
    tab: 'ask',
    test: JSON.stringify({ ask: asks[operation], method, fields }),
  }).toString();
}

describe(`every method of the registry (${ofSample})`, () => {
  it.each(
    sampled(
      asked.map(
        ([operation, method]) => [`${operation}: ${method.method}`, operation, method] as const,
      ),
      6,
    ),
  )('%s is answered in the browser and is accessible', async (_, operation, method) => {
    await page.goto(`/app/datasets/${id}?${addressOf(operation, method)}`);
    await page.getByText('Copy as', { exact: true }).first().waitFor();
    await page.locator('main').getByText(method.title, { exact: false }).first().waitFor();
    await isAccessible(page);
    expect(problems).toEqual([]);
  });
});
