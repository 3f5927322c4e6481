import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openVisitor, phone } from './columnist.ts';
import { accessibilityProblems, landmarkProblems } from './looks.ts';
import { signUp, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

const password = 'correct horse battery';
const logInElsewhere = async (page: Page, email: string) =>
  expect(
    (await page.request.post('/api/v1/auth/login', { data: { email, password } })).status(),
  ).toBe(200);
/** With the defaults of its dialog. */
async function makeKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Done' }).click();
}

describe('the profile', () => {
  it('says what was done in plain words, and at once what is done on the page itself', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url);
    await signUp(page, 'own@example.com', password);
    await verify(page, 'own@example.com');
    for (let i = 0; i < 3; i++) await logInElsewhere(page, 'own@example.com');
    await page.goto('/app/profile?tab=security');
    const lines = page.getByRole('table', { name: 'Activity' }).locator('tbody tr');
    await expect.poll(() => lines.first().innerText()).toMatch(/Done\s+Log-in\s+You/);
    const count = await lines.count();
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await expect.poll(() => lines.first().innerText()).toMatch(/Done\s+Sign-out of a session/);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await expect
      .poll(() => lines.first().innerText())
      .toMatch(/Done\s+Sign-out of all other sessions/);

    await page.getByRole('tab', { name: 'API Key' }).click();
    await page.getByText('Your account has no key of its own yet.').waitFor();
    await makeKey(page, 'nightly report');
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect
      .poll(() => lines.first().innerText())
      .toMatch(
        /New named API key, nightly report\s+May list datasets and their columns, compute statistics; all datasets; until \d+ \w+ \d{4}, \d\d:\d\d UTC\s+You/,
      );
    expect(await lines.count()).toBe(count + 3);
    expect(await landmarkProblems(page)).toEqual([]);
    await page.getByRole('tab', { name: 'API Key' }).click();
    await page.getByRole('table', { name: 'Named keys' }).waitFor();
    expect(await landmarkProblems(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByLabel('Full name').waitFor();
    expect(await landmarkProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  /** Whether every cell has the label of its column, and the table is as wide as it may be. */
  const stacked = (table: Locator) =>
    table.evaluate((element) => {
      const labels = (selector: string, of: Element, name: (one: Element) => string | null) =>
        [...of.querySelectorAll(selector)].map(name);
      const heads = labels('[role=columnheader]', element, (head) => head.textContent);
      const rows = [...element.querySelectorAll('tbody [role=row]')];
      return {
        labelled: rows.every(
          (row) =>
            labels('[role=cell]', row, (cell) => cell.getAttribute('data-label')).join() ===
            heads.join(),
        ),
        rows: rows.length,
        isStacked: getComputedStyle(rows[0]?.firstElementChild ?? element).display === 'block',
        overflows: element.scrollWidth > (element.parentElement?.clientWidth ?? 0),
      };
    });

  it('stacks its tables on a phone, where they remain tables', async () => {
    const { page, context, problems } = await openVisitor(browser, columnist.url, {
      viewport: phone,
    });
    await signUp(page, 'phone@example.com', password);
    await verify(page, 'phone@example.com');
    await logInElsewhere(page, 'phone@example.com');
    await page.goto('/app/profile?tab=apikey');
    await makeKey(page, 'a dashboard of the whole team with quite a long name for it');
    const keys = page.getByRole('table', { name: 'Named keys' });
    await expect
      .poll(() => stacked(keys))
      .toEqual({ labelled: true, rows: 1, isStacked: true, overflows: false });
    expect([...(await accessibilityProblems(page)), ...(await landmarkProblems(page))]).toEqual([]);
    await page.goto('/app/profile?tab=security');
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await expect
      .poll(() => stacked(sessions))
      .toEqual({ labelled: true, rows: 2, isStacked: true, overflows: false });
    const time = /^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d UTC$/;
    expect(await sessions.getByRole('cell', { name: time }).count()).toBe(4);
    expect(
      await page.getByRole('table', { name: 'Activity' }).getByRole('cell', { name: time }).count(),
    ).toBeGreaterThan(0);
    // The label of a cell is no part of what it says.
    expect(await sessions.getByRole('cell', { name: '127.0.0.1', exact: true }).count()).toBe(2);
    expect(await sessions.getByRole('columnheader').allTextContents()).toEqual([
      'Device',
      'Address',
      'Signed in',
      'Last used',
      'Action',
    ]);
    await expect
      .poll(() => stacked(page.getByRole('table', { name: 'Activity' })))
      .toMatchObject({ labelled: true, isStacked: true, overflows: false });
    expect([...(await accessibilityProblems(page)), ...(await landmarkProblems(page))]).toEqual([]);
    await page.setViewportSize({ width: 600, height: 844 });
    expect(await stacked(sessions)).toMatchObject({ isStacked: false });
    expect(problems).toEqual([]);
    await context.close();
  });
});
