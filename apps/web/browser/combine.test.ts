import { expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { isAccessible } from './looks.ts';
import { choose, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const orders = 'order,customer,amount\n1,C1,10\n2,C2,20\n3,c3,30\n4,,40\n';
const customers = 'customer,name\nC1,Ada\nC2,Bo\nC2,Bob\nC3,Cy\n';

it('joins two chosen datasets by a suggested key, warns before rows multiply, and draws where it came from', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'combine@example.com');
  const id = await uploadCsv(page, access, 'orders.csv', orders);
  await uploadCsv(page, access, 'customers.csv', customers);
  await page.goto('/app/dashboard');
  // By the keyboard alone, as far as the page of the two.
  await page.getByRole('checkbox', { name: 'Choose orders.csv' }).press('Space');
  await page.getByRole('checkbox', { name: 'Choose customers.csv' }).press('Space');
  await page.getByRole('link', { name: 'Combine 2' }).press('Enter');
  await page.getByRole('heading', { name: '5 rows × 4 columns' }).waitFor();
  await page
    .getByText(/2 rows of 'orders.csv' become 3: keys of 'customers.csv' have up to 2 rows each/)
    .waitFor();
  await page
    .getByRole('img', {
      name: 'orders.csv: 2 of 4 rows match, 2 do not, 1 of these without a key. customers.csv: 3 of 4 rows match, 1 do not. The result has 5 rows.',
    })
    .waitFor();
  await page.getByText('‘c3’ and ‘C3’').waitFor();
  await isAccessible(page);
  await choose(page, 'Rows to keep', 'rows that match');
  await page.getByRole('heading', { name: '3 rows × 4 columns' }).waitFor();
  await page.getByRole('textbox', { name: 'Name of the new dataset' }).fill('joined');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'joined.csv 3 rows × 4 columns' }).waitFor();
  const list = page.getByRole('listitem').filter({ hasText: 'joined.csv' });
  await list.getByText('inner join of orders.csv and customers.csv by customer').waitFor();
  await isAccessible(page);
  // A source that changes changes what was made of it.
  const sent = await page.request.post(`/api/v1/datasets/${id}/versions?mode=append`, {
    headers: { Authorization: `Bearer ${access}` },
    multipart: {
      file: {
        name: 'more.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('order,customer,amount\n5,C1,50\n'),
      },
    },
  });
  expect(sent.status()).toBe(201);
  await page.reload();
  await page.getByRole('heading', { name: 'joined.csv 4 rows × 4 columns' }).waitFor();
  await page.getByRole('cell', { name: 'Combined again Current' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('a join that misses by case or by the column is mended by a button', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'mended@example.com');
  const first = await uploadCsv(page, access, 'orders.csv', orders);
  const second = await uploadCsv(page, access, 'people.csv', 'customer,name\nC1,Ada\nC3,Cy\n');
  await page.goto(`/app/combine?of=${first},${second}`);
  await page.getByRole('img', { name: /^orders.csv: 1 of 4 rows match, 3 do not/ }).waitFor();
  await page.getByRole('button', { name: 'Ignore upper and lower case' }).click();
  await page.getByRole('img', { name: /^orders.csv: 2 of 4 rows match, 2 do not/ }).waitFor();
  await isAccessible(page);
  // What is chosen stays over a reload.
  await page.reload();
  await page.getByRole('img', { name: /^orders.csv: 2 of 4 rows match, 2 do not/ }).waitFor();
  await choose(page, 'Key 1 of people.csv', 'name');
  const save = page.getByRole('button', { name: 'Save as a dataset' });
  await page.getByText(/No row of 'orders.csv' has a row of 'people.csv'/).waitFor();
  await expect.poll(() => save.getAttribute('class')).toBe('btn');
  await page.getByRole('button', { name: 'Use customer', exact: true }).click();
  await page.getByRole('img', { name: /^orders.csv: 1 of 4 rows match, 3 do not/ }).waitFor();
  await expect.poll(() => save.getAttribute('class')).toBe('btn pri');
  expect(problems).toEqual([]);
  await context.close();
});

it('a pivot takes the mean of several numbers by itself, and of texts offers what can be taken', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'pivot@example.com');
  const csv = 'shop,month,n,what\nA,may,1,x\nA,may,3,y\nB,may,5,z\nB,june,7,x\n';
  const id = await uploadCsv(page, access, 'sold.csv', csv);
  await page.goto(`/app/combine?of=${id}`);
  await page.getByText('Unpivot', { exact: true }).click();
  await choose(page, 'Columns that become rows', 'n');
  await choose(page, 'Columns that become rows', 'what');
  await page.keyboard.press('Escape');
  await page.getByRole('alert').getByText('no type keeps both as they are').waitFor();
  await page.getByRole('button', { name: 'Write them as text' }).click();
  await page.getByRole('heading', { name: '8 rows × 4 columns' }).waitFor();
  await page.getByText('Pivot', { exact: true }).click();
  await choose(page, 'Columns of a row', 'shop');
  await page.keyboard.press('Escape');
  await choose(page, 'Column of the names', 'month');
  await choose(page, 'Column of the values', 'n');
  await page.getByText('Several numbers meet in a cell, so the mean is taken').waitFor();
  await page.getByRole('row', { name: /^A 2/ }).waitFor();
  await isAccessible(page);
  await choose(page, 'Column of the values', 'what');
  await page.getByRole('button', { name: 'Take the first value' }).click();
  await page.getByRole('row', { name: /^A x/ }).waitFor();
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  await context.close();
});

it('appends, pivots and unpivots with what is lacking in words', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'append@example.com');
  const first = await uploadCsv(page, access, 'may.csv', 'shop,sales,city\nA,1,Rome\nB,2,Oslo\n');
  const second = await uploadCsv(page, access, 'june.csv', 'shop,sales\nA,3\n');
  await page.goto(`/app/combine?of=${first},${second}`);
  await page.getByText('Append', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Column with the name of the dataset' }).fill('month');
  await page.getByRole('heading', { name: '3 rows × 4 columns' }).waitFor();
  await page.getByText('has no city: its rows have no value there.').waitFor();
  await isAccessible(page);
  await page.getByText('Unpivot', { exact: true }).click();
  await page.getByText('Choose the columns that become rows.').waitFor();
  await choose(page, 'Columns that become rows', 'sales');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: '2 rows × 4 columns' }).waitFor();
  await page.getByText('Pivot', { exact: true }).click();
  await page.getByText('Choose what makes a row').waitFor();
  await isAccessible(page);
  expect(problems).toEqual([]);
  await context.close();
});

it('makes one dataset of several files, and says how one of them differs', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  await signUp(page, 'files@example.com');
  await page.goto('/app/dashboard');
  await page.getByRole('checkbox', { name: 'Several files as one dataset' }).check();
  const file = (name: string, csv: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await page
    .getByLabel('CSV files')
    .setInputFiles([
      file('jan.csv', 'day,sales\n1,10\n2,20\n'),
      file('feb.csv', 'day,sales\n1,30\n'),
      file('odd.csv', 'day,turnover\n1,30\n'),
    ]);
  await page.getByRole('article').filter({ hasText: 'odd.csv' }).getByRole('alert').waitFor();
  await page
    .getByRole('article')
    .filter({ hasText: 'jan.csv' })
    .getByText('3 rows × 2 columns')
    .waitFor();
  expect(await page.getByRole('alert').first().innerText()).toMatch(/turnover|sales/);
  expect(await page.getByRole('link', { name: 'feb.csv' }).count()).toBe(0);
  await isAccessible(page);
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  await context.close();
});

it('merges spellings of one value as a step of the view', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'spellings@example.com');
  const id = await uploadCsv(
    page,
    access,
    'cities.csv',
    `city,n\n${'Rome,1\nrome,2\nOslo,3\n'.repeat(4)}Rome,9\n`,
  );
  await page.goto(`/app/datasets/${id}?tab=columns&column=city`);
  await page.getByRole('checkbox', { name: 'Rome 9 rows' }).waitFor();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Merge 1 spelling' }).press('Enter');
  await page.getByRole('complementary').getByText('2', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /Steps/ }).getByText('1').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
