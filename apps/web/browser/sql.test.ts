import { expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { isAccessible } from './looks.ts';
import { becomePro, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

it('SQL tells a free plan what it needs, answers a SELECT over datasets, and names what is wrong', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'sql@example.com');
  await uploadCsv(
    page,
    access,
    'birds.csv',
    'species,mass\nAdelie,3700\nGentoo,5080\nAdelie,3800\n',
  );
  await page.goto('/app/sql');
  await page.getByText('Premium Feature', { exact: true }).waitFor();
  await becomePro(page, 'sql@example.com');
  await page.goto('/app/sql');
  const statement = page.getByRole('textbox').first();
  await statement.fill('select species, avg(mass) as mean from "birds.csv" group by 1 order by 1');
  await statement.press('Control+Enter');
  await page.getByRole('cell', { name: '5080' }).or(page.getByText('5,080')).first().waitFor();
  await isAccessible(page);
  await statement.fill('select specie from "birds.csv"');
  await statement.press('Control+Enter');
  await page.getByRole('alert').filter({ hasText: 'specie' }).waitFor();
  expect(problems.filter((problem) => !/40[23]|422/.test(problem))).toEqual([]);
  await context.close();
});
