import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openVisitor } from './columnist.ts';
import { confirmPassword, signUp, uploadCsv, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const password = 'correct horse battery';
const scores = `score,arm\n${Array.from({ length: 30 }, (_, i) => `${i},${['x', 'y', 'z'][i % 3]}`).join('\n')}\n`;

/** The answer of the REST API to somebody who is signed in. */
async function asked(
  page: Page,
  access: string,
  path: string,
  method: 'get' | 'post' = 'get',
): Promise<unknown> {
  const answer = await page.request[method](path, {
    headers: { Authorization: `Bearer ${access}` },
    ...(method === 'post' ? { data: {} } : {}),
  });
  return answer.json();
}

it('forms that are open in two tabs: each keeps what was changed in it, and nothing else', async () => {
  const { page: one, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(one, 'two-tabs@example.com', password);
  await verify(one, 'two-tabs@example.com');
  const id = await uploadCsv(one, access, 'scores.csv', scores);
  const other = await context.newPage();
  const both = [one, other];

  // What is said of a column.
  const column = z.looseObject({
    name: z.string(),
    label: z.string().optional(),
    unit: z.string().optional(),
    description: z.string().optional(),
    levels: z.array(z.string()).optional(),
    reference: z.string().optional(),
  });
  const said = async (name: string) => {
    const { columns } = z
      .looseObject({ columns: z.array(column) })
      .parse(await asked(one, access, `/api/v1/datasets/${id}`));
    const found = columns.find((candidate) => candidate.name === name);
    return [found?.label, found?.unit, found?.description, found?.levels, found?.reference];
  };
  const about = (page: Page, name: string) => page.getByRole('region', { name: `About ${name}` });
  const describe = async (page: Page, name: string) => {
    await page.goto(`/app/datasets/${id}?tab=columns&column=${name}`);
    await about(page, name).getByRole('button', { name: 'Describe' }).click();
  };
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
  for (const page of both) await describe(page, 'score');
  await one.getByLabel('Label', { exact: true }).fill('Label one');
  await one.keyboard.press('Enter');
  await about(one, 'score').getByText('Label one').waitFor();
  await other.getByLabel('Unit', { exact: true }).fill('kg');
  await other.keyboard.press('Enter');
  await about(other, 'score').getByText('Label one in kg').waitFor();
  expect(await said('score')).toEqual(['Label one', 'kg', undefined, undefined, undefined]);
  // A form that is opened shows the newest, also of what is changed nowhere else.
  await about(one, 'score').getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => one.getByLabel('Unit', { exact: true }).inputValue()).toBe('kg');
  await one.getByRole('button', { name: 'Cancel' }).click();

  for (const page of both) await describe(page, 'arm');
  await one.getByRole('button', { name: 'Move y up' }).click();
  await save(one);
  await expect.poll(() => said('arm')).toMatchObject({ 3: ['y', 'x', 'z'] });
  await other.getByLabel('Description').fill('Which arm.');
  await save(other);
  await expect
    .poll(() => said('arm'))
    .toEqual([undefined, undefined, 'Which arm.', ['y', 'x', 'z'], undefined]);

  // From where on there are alerts.
  for (const page of both) {
    await page.goto(`/app/datasets/${id}`);
    await page.getByRole('button', { name: 'Thresholds' }).click();
    await page.getByLabel('Skewness').waitFor();
  }
  const kept = async () =>
    z
      .looseObject({ thresholds: z.looseObject({ zeros: z.number(), skewed: z.number() }) })
      .parse(await asked(one, access, `/api/v1/datasets/${id}/alerts`, 'post')).thresholds;
  const keep = async (page: Page) => {
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByLabel('Skewness').waitFor({ state: 'detached' });
  };
  await one.getByLabel('Zeros, of the rows').fill('40');
  await keep(one);
  await other.getByLabel('Skewness').fill('7');
  await keep(other);
  expect(await kept()).toMatchObject({ zeros: 0.4, skewed: 7 });

  // What the key of the account may do.
  await confirmPassword(one, password);
  await one.goto('/app/profile?tab=apikey');
  await one
    .getByRole('button', { name: /Generate|Create/ })
    .first()
    .click();
  await one.getByRole('button', { name: 'Save limits' }).waitFor();
  await other.goto('/app/profile?tab=apikey');
  await other.getByRole('button', { name: 'Save limits' }).waitFor();
  await one.getByLabel('Works until (UTC)').fill('2031-05-06');
  await one.getByRole('button', { name: 'Save limits' }).click();
  await one.getByText('The limits of your key were saved.').waitFor();
  await other.getByRole('checkbox', { name: /aggregates/i }).check();
  await other.getByRole('button', { name: 'Save limits' }).click();
  await other.getByText('The limits of your key were saved.').waitFor();
  await expect.poll(() => other.getByLabel('Works until (UTC)').inputValue()).toBe('2031-05-06');
  expect(await other.getByRole('checkbox', { name: /aggregates/i }).isChecked()).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
}, 240_000);
