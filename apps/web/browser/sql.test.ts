import { readFile } from 'node:fs/promises';
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
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await file).suggestedFilename()).toBe('answer.csv');
  expect(await readFile(await (await file).path(), 'utf8')).toBe(
    'species,mean\nAdelie,3750\nGentoo,5080\n',
  );
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('Gather the rows into groups', { exact: false }).waitFor();
  await page.getByText('Read birds.csv', { exact: false }).waitFor();
  await isAccessible(page);
  await statement.fill(
    'select a.species, b.mass from "birds.csv" a, "birds.csv" b, "birds.csv" c, "birds.csv" d, "birds.csv" e ; ',
  );
  await statement.press('Control+Enter');
  await page.getByRole('heading', { name: 'Rows 1 to 100 of 243' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Rows 101 to 200 of 243' }).waitFor();
  await page.getByRole('button', { name: 'Save as dataset' }).click();
  await page.getByLabel('Name of the new dataset').fill('many');
  await page.keyboard.press('Enter');
  await page.getByText('Saved as many.csv, 243 rows × 2 columns', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'many.csv', exact: true }).click();
  await page.getByRole('heading', { name: 'many.csv 243 rows × 2 columns' }).waitFor();
  await page.goto('/app/sql');
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
  const draft = await page.request.post('/api/v1/datasets?review=true', {
    headers: { Authorization: `Bearer ${access}` },
    multipart: {
      file: { name: 'draft.csv', mimeType: 'text/csv', buffer: Buffer.from('a\n1\n2\n') },
    },
  });
  expect(draft.status()).toBe(201);
  await page.goto('/app/dashboard');
  await page.getByText('3 of 50, 1 draft among them, newest first').waitFor();
  await page.goto('/app/sql');
  const list = page.getByRole('complementary', { name: 'Datasets and columns' });
  await list.getByText(new RegExp(`^3 rows, .* id …${newest.slice(-4)}$`)).waitFor();
  await list.getByText(/^2 rows, .* id …/).waitFor();
  expect(await list.getByText('draft.csv').count()).toBe(0);
  const statement = page.getByRole('textbox').first();
  await statement.fill('select count(*) as n from ');
  await list.getByRole('button', { name: newest }).click();
  await statement.press('Control+Enter');
  await page.getByRole('cell', { name: '3', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('SQL completes names, draws its answer, marks what is wrong, and stops', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'sql-parts@example.com');
  await becomePro(page, 'sql-parts@example.com');
  await uploadCsv(
    page,
    access,
    'birds.csv',
    `species,island,mass\n${'Adelie,Dream,3700\nGentoo,Biscoe,5080\nAdelie,Biscoe,3800\n'.repeat(10)}`,
  );
  await page.goto('/app/sql');
  const statement = page.getByRole('textbox', { name: 'Statement' });
  expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
  await page
    .getByRole('button', {
      name: 'select species, count(*) as n from birds group by all',
      exact: false,
    })
    .click();
  await expect.poll(() => statement.inputValue()).toMatch(/^select species, count/);
  await statement.fill('');
  await statement.pressSequentially('select spec');
  await page.getByRole('list', { name: 'Names that fit' }).getByText('species').waitFor();
  await statement.press('Tab');
  await statement.pressSequentially(', isl');
  await statement.press('Tab');
  await statement.pressSequentially(', sum(mass) as total from bi');
  await page.getByRole('button', { name: 'birds', exact: true }).first().click();
  await statement.pressSequentially(' group by all order by all');
  expect(await statement.inputValue()).toBe(
    'select species, island, sum(mass) as total from birds group by all order by all',
  );
  await statement.press('Meta+Enter');
  await page.getByText('Answered: 3 rows shown.').waitFor({ state: 'attached' });
  const chart = page.getByRole('region', { name: 'Chart' });
  await chart.getByRole('img', { name: 'total of 2 groups by island.' }).waitFor();
  await isAccessible(page);
  await chart.getByLabel('Colour').click();
  await page.getByTitle('none').click();
  await chart.getByRole('img', { name: 'total of 2 groups.' }).waitFor();
  await statement.fill('select species,\n  specie\nfrom birds');
  await statement.press('Control+Enter');
  await page.getByText('Line 2').waitFor();
  expect(await page.locator('mark').textContent()).toBe('specie');
  expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Go to the place' }).click();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('specie');
  await isAccessible(page);
  // Another statement has no such place.
  await statement.fill('select 1 as one');
  expect(await page.getByRole('button', { name: 'Go to the place' }).count()).toBe(0);
  // A call that is never answered.
  await page.route(/runSql/, () => undefined);
  await statement.press('Control+Enter');
  const gone = page.waitForEvent('requestfailed', (request) => request.url().includes('runSql'));
  await page.getByRole('button', { name: 'Stop' }).click();
  expect((await gone).failure()?.errorText).toBe('net::ERR_ABORTED');
  await page.getByText('The statement was stopped.', { exact: false }).waitFor();
  expect(await statement.evaluate((element) => element === document.activeElement)).toBe(true);
  await isAccessible(page);
  await page.unroute(/runSql/);
  await statement.press('Control+Enter');
  await page.getByRole('heading', { name: '1 row', exact: true }).waitFor();
  expect(await page.getByRole('region', { name: 'Chart' }).count()).toBe(0);
  expect(problems.filter((problem) => !/422|ERR_ABORTED/.test(problem))).toEqual([]);
  await context.close();
});
