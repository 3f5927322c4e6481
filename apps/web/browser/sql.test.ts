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
  await page.getByLabel('Last statements').click();
  await page.getByTitle(/^select species, avg/).click();
  await expect.poll(() => statement.inputValue()).toMatch(/^select species, avg/);
  expect(problems.filter((problem) => !/40[23]|422/.test(problem))).toEqual([]);
  await context.close();
});

it('SQL lists datasets of one name with what differs, and names them by their ids', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'namesakes@example.com');
  await uploadCsv(page, access, 'birds.csv', 'mass\n1\n2\n');
  const newest = await uploadCsv(page, access, 'birds.csv', 'mass\n1\n2\n3\n');
  await becomePro(page, 'namesakes@example.com');
  await page.goto('/app/sql');
  const list = page.getByRole('complementary', { name: 'Datasets and columns' });
  await list.getByText(new RegExp(`^3 rows, .* id …${newest.slice(-4)}$`)).waitFor();
  await list.getByText(/^2 rows, .* id …/).waitFor();
  const statement = page.getByRole('textbox').first();
  await statement.fill('select count(*) as n from ');
  await list.getByRole('button', { name: newest }).click();
  await statement.press('Control+Enter');
  await page.getByRole('cell', { name: '3', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
