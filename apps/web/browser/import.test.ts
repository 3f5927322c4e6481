import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openVisitor } from './columnist.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const odd = Buffer.from(
  `Sales 2026;;;\n\nday;town;amount;n\n${Array.from({ length: 30 }, (_, i) => `${String((i % 12) + 1).padStart(2, '0')}/${String((i % 11) + 1).padStart(2, '0')}/2026;Z\u00fcrich;${i + 1}.000,5;00${i}`).join('\n')}\n05/06/2026;Bern\n\nSource: the books\n`,
  'latin1',
);

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/v1/auth/register', {
    data: { email, password: 'correct horse battery', full_name: 'Ines Marlow' },
  });
  const { access_token: access, refresh_token: refresh } = tokens.parse(await answer.json());
  await page.goto('/app/login');
  await page.evaluate(
    ([a, r]) => {
      localStorage.setItem('accessToken', a ?? '');
      localStorage.setItem('refreshToken', r ?? '');
    },
    [access, refresh],
  );
}

async function review(page: Page): Promise<void> {
  await page.goto('/app/dashboard');
  await page.getByLabel('Review before adding').check();
  await page.setInputFiles('input[aria-label="CSV files"]', {
    name: 'sales.csv',
    mimeType: 'text/csv',
    buffer: odd,
  });
  await page.waitForURL('**/import');
  await page.getByRole('heading', { name: 'What was detected' }).waitFor();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).click({ force: true });
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
}

const cellsOf = (page: Page, column: string): Promise<string[]> =>
  page
    .getByRole('row', { name: new RegExp(`^${column} `) })
    .locator('td')
    .nth(3)
    .locator('code')
    .allTextContents();

describe('the review of an import', () => {
  it('shows what was detected and why, applies each choice, keeps the dataset; later versions are compared and restored', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signIn(page, 'review@example.com');
    await review(page);
    const detected = page.getByRole('region', { name: 'What was detected' });
    await expect
      .poll(() => detected.getByRole('listitem').allTextContents())
      .toEqual([
        'Semicolon: 30 of 31 rows have 4 fields.',
        'No field is in quotes.',
        'The text is Windows-1252 (Western European), 99 % likely by its words; lines end in LF.',
        'Line 3 holds the names.',
        '2 lines before it are no part of the table.',
        'Numbers have decimal commas.',
      ]);
    // Day or month first cannot be known from these days.
    await expect
      .poll(() => cellsOf(page, 'day'))
      .toEqual(['01/01/2026', '02/02/2026', '03/03/2026', '04/04/2026', '05/05/2026']);
    await choose(page, 'Dates begin with', 'Day');
    await page.getByText('Dates begin with the day.').waitFor();
    await expect
      .poll(() => cellsOf(page, 'day'))
      .toEqual(['2026-01-01', '2026-02-02', '2026-03-03', '2026-04-04', '2026-05-05']);
    await expect
      .poll(() => cellsOf(page, 'amount'))
      .toEqual(['1000.5', '2000.5', '3000.5', '4000.5', '5000.5']);
    await page.getByLabel('Keep amount as text').click();
    await expect
      .poll(() => cellsOf(page, 'amount'))
      .toEqual(['1.000,5', '2.000,5', '3.000,5', '4.000,5', '5.000,5']);
    await page
      .getByText('1 row has fewer fields than the table; the cells it lacks are empty.')
      .waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'All lines that were changed or left out' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('sales-repairs.csv');
    await page.getByRole('button', { name: 'Keep dataset' }).click();
    await page.waitForURL(/datasets\/[^/]+$/);
    await page.getByRole('heading', { name: /sales\.csv/ }).waitFor();

    await page.setInputFiles('input[aria-label="File of the new version"]', {
      name: 'more.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('town,n\nBern,1\nChur,2\n'),
    });
    await page.getByText('The data was replaced.').waitFor();
    // What changed is there at once; the button beside the version closes and opens it.
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByText('day (dates) is gone.').waitFor();
    const compare = versions.getByRole('button', { name: /^Compare version/ }).first();
    await compare.click();
    await expect.poll(() => versions.getByText('day (dates) is gone.').count()).toBe(0);
    await compare.click();
    await versions.getByText('day (dates) is gone.').waitFor();
    await versions
      .getByRole('button', { name: /^Restore version/ })
      .first()
      .click();
    await page.getByText(/^Version \d+ is current again\.$/).waitFor();
    await page.getByText('31 rows × 4 columns', { exact: false }).first().waitFor();
    await versions.getByRole('button', { name: /^Delete version/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^Version \d+ is deleted\.$/).waitFor();
    await expect.poll(() => versions.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('offers the reading that was not taken, takes it by one click, and goes back', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signIn(page, 'readings@example.com');
    await page.goto('/app/dashboard');
    await page.getByLabel('Review before adding').check();
    await page.setInputFiles('input[aria-label="CSV files"]', {
      name: 'lead.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('well,lead\nA,0.4\nB,<0.1\nC,1.2\nD,3.5\n'),
    });
    await page.waitForURL('**/import');
    await expect.poll(() => cellsOf(page, 'lead')).toEqual(['0.4', '<0.1', '1.2', '3.5']);
    await page.getByText('3 of 4 cells, “0.4” as 0.4; “<0.1” becomes missing').waitFor();
    await page.getByRole('button', { name: 'Read lead as numbers' }).click();
    await expect.poll(() => cellsOf(page, 'lead')).toEqual(['0.4', 'empty', '1.2', '3.5']);
    await page
      .getByText("1 cell such as '<0.1' is not a number and is read as missing.", { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Read as detected' }).click();
    await expect.poll(() => cellsOf(page, 'lead')).toEqual(['0.4', '<0.1', '1.2', '3.5']);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('remembers how a file was read for the next one with the same names, and shows other readings', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signIn(page, 'again@example.com');
    const upload = async (text: string) => {
      await page.goto('/app/dashboard');
      await page.getByLabel('Review before adding').check();
      await page.setInputFiles('input[aria-label="CSV files"]', {
        name: 'visits.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      });
      await page.waitForURL('**/import');
    };
    const visits = (n: number): string =>
      `visit,hours\ndate,h\n${Array.from({ length: n }, (_, i) => `0${(i % 9) + 1}/03/2026,${i}.5\n`).join('')}`;
    await upload(visits(6));
    const question = page.getByRole('group', { name: /Does line 2 hold names/ });
    await expect
      .poll(() => question.getByRole('listitem').allTextContents())
      .toEqual([
        'Lines 1 to 2 hold namesvisit datehours hRead so now',
        'Line 1 alone holds namesvisithoursRead so',
        'Values: the columns are numberedcolumn_1column_2Read so',
      ]);
    const before = page.getByRole('button', { name: 'Read as the file before' });
    expect(await before.count()).toBe(0);
    await choose(page, 'Dates begin with', 'Month');
    await page.getByText('Dates begin with the month.').waitFor();
    await page.getByRole('button', { name: 'Keep dataset' }).click();
    await page.waitForURL(/datasets\/[^/]+$/);

    await upload(visits(8));
    await page.getByText('dates begin with the month', { exact: true }).waitFor();
    await expect.poll(() => cellsOf(page, 'visit date')).toContain('01/03/2026');
    await before.click();
    await expect.poll(() => cellsOf(page, 'visit date')).toContain('2026-01-03');
    await expect.poll(() => before.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});
