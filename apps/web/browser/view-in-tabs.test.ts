import { expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { becomePro, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

/** 60 rows: mass is 3000 + 10 i, bill is missing in every tenth row, one name has a space. */
const birds = `species,mass_g,bill_mm\n${Array.from({ length: 60 }, (_, i) => `${i === 59 ? '"Adelie "' : ['Adelie', 'Gentoo', 'Chinstrap'][i % 3]},${3000 + 10 * i},${i % 10 === 0 ? '' : i % 7}`).join('\n')}\n`;
const heavy = encodeURIComponent(JSON.stringify({ filter: 'mass_g >= 3400' }));

it('the report describes the rows of the view alone, and prints nothing but itself', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const id = await uploadCsv(page, await signUp(page, 'rows@example.com'), 'birds.csv', birds);
  await page.goto(`/app/datasets/${id}?tab=report&view=${heavy}`);
  const article = page.locator('article.report');
  await article
    .getByText(
      /^birds\.csv, 20 of 60 rows and 3 columns, uploaded .*\. Of the view: .*mass_g.*3,?400.*\.$/,
    )
    .waitFor();
  // Rows 40 to 59: two bills are missing, the others are the rests by seven.
  await expect
    .poll(() => article.locator('tbody tr').allInnerTexts())
    .toEqual(['species\tcategory\t0\t4', 'mass_g\tnumber\t0\t20', 'bill_mm\tnumber\t2\t7']);
  await page.emulateMedia({ media: 'print' });
  expect([
    await page.getByText('Email Verification Required').count(),
    await page.getByText('Email Verification Required').isVisible(),
    await article.isVisible(),
  ]).toEqual([1, false, true]);
  expect(problems).toEqual([]);
  await context.close();
});

it('spellings of the asked columns are shown above the answer, and their remedy can be undone', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const id = await uploadCsv(page, await signUp(page, 'spelled@example.com'), 'birds.csv', birds);
  await becomePro(page, 'spelled@example.com');
  await page.goto(
    `/app/datasets/${id}?tab=ask&about=${encodeURIComponent('["mass_g","species"]')}&purpose=compare`,
  );
  await page
    .getByText('1 text of species has white space before or after.', { exact: false })
    .waitFor();
  await page.getByText('Adelie␣', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: /^Remove the white space, and ask again/ }).click();
  await page.getByText('Adelie␣').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Adelie␣', { exact: true }).first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('panels take the focus and give it back; a deleted view comes back; Combine is kept over a reload', async () => {
  const { page, context, problems } = await openVisitor(browser, columnist.url);
  const access = await signUp(page, 'focus@example.com');
  const id = await uploadCsv(page, access, 'birds.csv', birds);
  await page.goto(`/app/datasets/${id}?tab=rows&view=${heavy}`);
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
  await page.getByRole('button', { name: /^Steps/ }).press('Enter');
  await page.getByRole('dialog').getByText('Add a step').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Steps');
  await page.getByRole('button', { name: 'Add filter' }).press('Enter');
  await expect.poll(focused).toBe('Value');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Add filter');
  await page.locator('form.cond').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await expect.poll(focused).toBe('Name of this view');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('Give the view a name.').waitFor();
  await page.getByLabel('Name of this view').fill('heavy');
  await page.keyboard.press('Enter');
  await page.getByText('Saved as heavy.').waitFor();
  await page.getByRole('button', { name: 'Views' }).press('Enter');
  await page.getByRole('button', { name: 'Delete view heavy' }).click();
  await page.getByText('View heavy deleted').waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('button', { name: /^heavy/ }).waitFor();

  await page.goto(`/app/combine?of=${id}`);
  await page.getByText('Unpivot', { exact: true }).click();
  await page.getByLabel('Columns', { exact: true }).first().waitFor();
  await page.reload();
  await page.getByRole('radio', { name: 'Unpivot', checked: true }).waitFor({ state: 'attached' });
  expect(problems).toEqual([]);
  await context.close();
});
