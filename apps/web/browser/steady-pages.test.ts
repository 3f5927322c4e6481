import { expect, it } from 'vitest';
import { desktop, openVisitor, phone } from './columnist.ts';
import { tabsOf } from './pages.ts';
import { signUp, uploadCsv, verify } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/**
 * While a page loads, what is seen of it keeps its place: the sum of layout shifts (web.dev/cls) is
 * below 0.05, at both sizes.
 */

useColumnist();

const csv = `kind,size,weight,day,note\n${Array.from({ length: 350 }, (_, i) => `${'abcdefghijklmnopqrstuvwxyz'[i % 26]},${(i * 7) % 41},${(i * 11) % 37},2024-0${1 + (i % 9)}-11,text ${i}`).join('\n')}\n`;

it.each([
  ['a desktop', desktop],
  ['a phone', phone],
] as const)('nothing jumps while pages load on %s', async (name, viewport) => {
  const { page, context } = await openVisitor(browser, columnist.url, { viewport });
  await context.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
      document.documentElement.dataset['shifted'] = String(sum);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const email = `steady-${viewport.width}@example.com`;
  const access = await signUp(page, email);
  await verify(page, email);
  const ids = [
    await uploadCsv(page, access, 'kinds.csv', csv),
    await uploadCsv(page, access, 'letters.csv', 'kind,vowel\na,true\nb,false\nc,false\n'),
  ];
  const paths = [
    '/app/dashboard',
    '/app/import',
    `/app/combine?of=${ids.join(',')}`,
    '/app/sql',
    '/app/profile',
    '/app/profile?tab=apikey',
    '/app/profile?tab=security',
    '/app/settings',
    '/app/subscription',
    `/app/datasets/${ids[0]}?tab=columns&column=kind`,
    ...tabsOf(`/app/datasets/${ids[0]}`).map(([, path]) => path),
  ];
  const jumps: Record<string, number> = {};
  for (const path of paths) {
    await page.goto(path);
    // On a phone an open column covers the page.
    await page.locator('main:visible, aside:visible').first().waitFor();
    await page.waitForLoadState('networkidle');
    const sum = Number(await page.locator('html').getAttribute('data-shifted'));
    if (sum >= 0.05) jumps[path] = sum;
  }
  expect(jumps, name).toEqual({});
  await context.close();
});
