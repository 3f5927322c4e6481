import { z } from 'zod';
import type { Page } from './look-up.ts';

const account = {
  email: 'questions@example.com',
  password: 'twenty questions 20',
  full_name: 'Quinn Asker',
};

/** A verified account, signed in on the page, with an API key. */
export async function openAccount(page: Page): Promise<{ session: string; key: string }> {
  const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
  const { access_token: session, refresh_token: refresh } = tokens.parse(
    await (await page.request.post('/api/v1/auth/register', { data: account })).json(),
  );
  await page.goto('/sandbox/mail');
  for (
    let tries = 0;
    tries < 40 &&
    (await page.getByRole('row').filter({ hasText: 'Verify your email address' }).count()) === 0;
    tries++
  ) {
    await page.waitForTimeout(250);
    await page.reload();
  }
  await page
    .getByRole('row')
    .filter({ hasText: 'Verify your email address' })
    .getByRole('link')
    .first()
    .click();
  const link =
    (await page.frameLocator('iframe').getByRole('link').first().getAttribute('href')) ?? '';
  await page.evaluate(
    ([a, r]) => {
      localStorage.setItem('accessToken', a ?? '');
      localStorage.setItem('refreshToken', r ?? '');
    },
    [session, refresh],
  );
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await page.waitForURL('**/app/dashboard?verified=true');
  const made = await page.request.post('/api/v1/auth/api-key/regenerate', {
    headers: { Authorization: `Bearer ${session}` },
  });
  return { session, key: z.object({ api_key: z.string() }).parse(await made.json()).api_key };
}
