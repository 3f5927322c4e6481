import type { Page, Request } from 'playwright-core';
import { z } from 'zod';

/** The paths of the operations that a request to `/trpc` asks for; of others, none. */
export function operationsIn(request: Request): string[] {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/trpc/') ? pathname.slice('/trpc/'.length).split(',') : [];
}

/** From here on these calls are refused as the server refuses, in these words. */
export async function refuse(
  page: Page,
  call: string,
  detail: string,
  { status = 409, code = 'conflict' } = {},
): Promise<void> {
  await page.route(`**/trpc/${call}**`, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify([
        {
          error: {
            message: detail,
            code: -32_009,
            data: { path: call, problem: { status, detail, code, fix: 'Do something else.' } },
          },
        },
      ]),
    }),
  );
}

const record = z.record(z.string(), z.unknown());
const batch = z.array(z.looseObject({ result: z.object({ data: z.unknown() }).optional() }));

/** The real answers of one operation, with others in their place. */
export async function replace(
  page: Page,
  call: string,
  by: (data: unknown) => unknown,
): Promise<void> {
  await page.route(`**/trpc/**${call}**`, async (route) => {
    const at = operationsIn(route.request()).indexOf(call);
    const response = await route.fetch();
    const answers = batch.parse(await response.json());
    await route.fulfill({
      response,
      json: answers.map((answer, i) =>
        i === at && answer.result !== undefined
          ? { result: { data: by(answer.result.data) } }
          : answer,
      ),
    });
  });
}

/** The real answers of one operation, with these fields changed. */
export const change = (
  page: Page,
  call: string,
  fields: (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<void> =>
  replace(page, call, (data) => {
    const known = record.parse(data);
    return { ...known, ...fields(known) };
  });
