import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openVisitor } from './columnist.ts';
import { isAccessible } from './looks.ts';
import { becomeAdmin, choose, signUp, uploadCsv, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

/** What a button downloads, as text. */
async function downloaded(page: Page, button: string): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
}

const csvRow = (line: string | undefined): string[] => line?.split(',').slice(1, 5) ?? [];

describe('the audit log', () => {
  it('is seen by its user under the profile, and by an administrator', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    const access = await signUp(page, 'ines@example.com');
    await verify(page, 'ines@example.com');
    const id = await uploadCsv(page, access, 'birds.csv', 'a,b\n1,2\n');
    const bearer = { Authorization: `Bearer ${access}` };
    await page.request.get(`/api/v1/datasets/${id}/file`, { headers: bearer });
    for (let i = 0; i < 30; i++)
      await page.request.post('/api/v1/auth/login', {
        data: { email: 'ines@example.com', password: 'a guess of mine' },
      });

    await page.goto('/app/profile?tab=security');
    const activity = page.getByRole('region', { name: 'Activity', exact: true });
    const rows = activity.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(25);
    await page.getByText('25 of 33').waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('33 of 33').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    await expect
      .poll(() => rows.first().innerText())
      .toMatch(
        /Denied\s+Log-in\s+Incorrect email or password\s+Somebody not signed in\s+127\.0\.0\.1/,
      );
    await expect
      .poll(() => rows.last().innerText())
      .toMatch(/Done\s+Registration\s+You\s+127\.0\.0\.1/);
    await isAccessible(page);
    await choose(page, 'Kind of activity', 'Data');
    await page.getByText('1 of 1').waitFor();
    await expect.poll(() => rows.innerText()).toMatch(/Download of a file, birds\.csv\s+You/);
    expect((await downloaded(page, 'Download CSV')).map(csvRow)).toEqual([
      ['kind', 'what', 'outcome', 'by'],
      ['Data', 'Download of a file', 'done', 'You'],
    ]);
    await choose(page, 'Period of activity', 'Last 24 hours');
    await page.getByText('1 of 1').waitFor();
    expect(problems).toEqual([]);

    await becomeAdmin(page, columnist);
    // The table of users, which is not looked at here, measures a scroll bar by a style that the
    // policy blocks.
    await page.getByRole('cell', { name: 'ines@example.com' }).waitFor();
    problems.splice(0);
    await page.getByRole('link', { name: 'Audit Log' }).click();
    await page.getByText('Chain intact, 34 lines, checked').waitFor();
    const log = page.getByRole('region', { name: 'Audit log' });
    const lines = log.locator('tbody tr');
    await page.getByText('34 lines', { exact: true }).waitFor();
    await isAccessible(page);
    await page.getByRole('radiogroup', { name: 'Outcome' }).getByText('Denied').click();
    await page.getByText('30 lines', { exact: true }).waitFor();
    await page.getByRole('radiogroup', { name: 'Outcome' }).getByText('Done').click();
    await page.getByLabel('Person').fill('INES@example.com');
    await page.getByLabel('Person').press('Enter');
    await choose(page, 'Kind', 'Administration');
    await page.getByText('1 lines', { exact: true }).waitFor();
    await expect
      .poll(() => lines.innerText())
      .toMatch(/ines@example\.com\s+First administrator\s+admin\.setUp/);
    // It holds its own line: the download is written before it begins.
    expect(
      (await downloaded(page, 'Download CSV')).map((line) => line.split(',').slice(3, 7)),
    ).toEqual([
      ['kind', 'what', 'outcome', 'who'],
      ['Administration', 'Download of the audit log', 'done', 'ines@example.com'],
      ['Administration', 'First administrator', 'done', 'ines@example.com'],
    ]);
    await page.reload();
    await page.getByText('Chain intact, 35 lines, checked').waitFor();
    await page.getByText('2 lines', { exact: true }).waitFor();
    await lines.first().getByRole('button', { name: '127.0.0.1' }).click();
    await expect.poll(() => page.getByLabel('Network address').inputValue()).toBe('127.0.0.1');
    expect(problems).toEqual([]);
    await context.close();
  });
});
