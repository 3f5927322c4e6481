import { depth, ofSample, sampled } from '@columnist/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { operationsIn } from './answers.ts';
import { openVisitor } from './columnist.ts';
import { routes, tabsOf } from './pages.ts';
import { becomeAdmin, becomePro, signUp, uploadCsv } from './steps.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

/**
 * Each call that a page of the router makes fails, one at a time, in each way that a call can: the
 * page says so in the place of the answer, goes on showing all else, and the answer comes when it is
 * asked for again.
 */
useColumnist();

const csv = `kind,size,weight,day,note\n${Array.from({ length: 60 }, (_, i) => `${'abc'[i % 3]},${(i * 7) % 41},${(i * 11) % 37},2024-0${1 + (i % 9)}-11,text ${i}`).join('\n')}\n`;
const answers = z.array(z.looseObject({}));

const failures = ['an error of the server', 'a refusal', 'no connection'] as const;
type Failure = (typeof failures)[number];

const problems = {
  'an error of the server': {
    status: 500,
    detail: 'Something failed on our side.',
    code: 'internal',
    fix: 'Ask again.',
  },
  'a refusal': {
    status: 403,
    detail: 'You may not see this.',
    code: 'forbidden',
    fix: 'Ask the owner.',
  },
} as const;

/** From here on this call fails so; other calls of its batch are answered, unless nothing is. */
async function failing(page: Page, call: string, failure: Failure): Promise<() => Promise<void>> {
  const isOf = (url: URL): boolean =>
    url.pathname.startsWith('/trpc/') &&
    url.pathname.slice('/trpc/'.length).split(',').includes(call);
  await page.route(isOf, async (route) => {
    if (failure === 'no connection') return route.abort('connectionfailed');
    const problem = problems[failure];
    const error = {
      error: {
        message: problem.detail,
        code: -32_603,
        data: { path: call, httpStatus: problem.status, problem },
      },
    };
    const calls = operationsIn(route.request());
    const isBatch = new URL(route.request().url()).searchParams.has('batch');
    if (!isBatch) return route.fulfill({ status: problem.status, json: error });
    if (calls.length === 1) return route.fulfill({ status: problem.status, json: [error] });
    const response = await route.fetch();
    const all = answers.parse(await response.json());
    return route.fulfill({
      status: 207,
      json: all.map((one, i) => (calls[i] === call ? error : one)),
    });
  });
  return () => page.unroute(isOf);
}

/** What a page asks until it is quiet, without what only counts or checks a session. */
async function callsOf(page: Page, path: string): Promise<string[]> {
  const found = new Set<string>();
  const note = (request: Parameters<typeof operationsIn>[0]): void => {
    for (const call of operationsIn(request)) found.add(call);
  };
  page.on('request', note);
  await arrive(page, path);
  page.off('request', note);
  return [...found].filter((call) => call !== 'auth.me').toSorted();
}

const arrive = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.locator('#root > *').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
};

const again = (page: Page) => page.getByRole('button', { name: 'Try Again', exact: true });
/** Where a page says that something failed. */
const saysIt = (page: Page) => page.getByRole('alert').or(again(page));

/**
 * What pages ask beside what they are about: they do without it, or say so where it is used.
 */
const beside: readonly (readonly [page: string, call: string, why: string])[] = [
  ['/datasets/:id', 'auth.getApiKey', 'for the palette of commands'],
  ['/datasets/:id', 'datasets.list', 'for the palette of commands'],
  ['/datasets/:id', 'usage.get', 'for the room of an upload, which says it'],
  ['/admin/*', 'auth.secondFactors', 'whether to recommend a second factor'],
  ['/admin/* audit', 'auth.secondFactors', 'whether to recommend a second factor'],
  ['/admin/* statistics', 'auth.secondFactors', 'whether to recommend a second factor'],
  ['tab Ask', 'datasets.frequencies', 'for a list of choices, which says it when it is opened'],
  ['tab Ask', 'datasets.listTests', 'whether an answer is kept, which keeping it says'],
  ['tab Ask', 'datasets.report', 'whether an answer is in the report, which adding it says'],
];
const isBeside = (name: string, call: string): boolean =>
  beside.some(([page, one]) => page === name && one === call);

/** Asks again for each answer that failed, one after the other. */
async function isMended(page: Page): Promise<boolean> {
  const buttons = again(page);
  for (let left = await buttons.count(); left > 0; left = await buttons.count()) {
    await buttons.first().click();
    const isFewer = await expect
      .poll(() => buttons.count(), { timeout: 20_000 })
      .toBeLessThan(left)
      .then(
        () => true,
        () => false,
      );
    if (!isFewer) return false;
  }
  return true;
}

let page: Page;
const pages = new Map<string, string>();
beforeAll(async () => {
  const visitor = await openVisitor(browser, columnist.url);
  page = visitor.page;
  const access = await signUp(page, 'failures@example.com');
  await becomePro(page, 'failures@example.com');
  const id = await uploadCsv(page, access, 'kinds.csv', csv);
  await uploadCsv(page, access, 'letters.csv', 'kind,vowel\na,true\nb,false\nc,false\n');
  await becomeAdmin(page, columnist);
  for (const route of routes.filter((one) => !open.includes(one)))
    pages.set(route, `/app${route.replace(':id', id).replace('*', 'users')}`);
  for (const [name, path] of tabsOf(`/app/datasets/${id}`)) pages.set(name, path);
  pages.set('/admin/* audit', '/app/admin/audit');
  pages.set('/admin/* statistics', '/app/admin/statistics');
});

/** Pages for visitors, and those that ask when a form is sent. */
const open = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/unauthorized',
  '/privacy',
  '/validation',
  '/shared/:token',
  '/terms',
  '/docs/:name?',
  '/connect/:uid',
  '/setup',
];

it(`a call of a page that fails is said, and asked again (${ofSample})`, async () => {
  const wrong: string[] = [];
  const all = [...pages].flatMap(([name, path]) =>
    failures.map((failure) => ({ name, path, failure })),
  );
  const asked = new Map<string, readonly string[]>();
  for (const [i, { name, path, failure }] of sampled(all, 6).entries()) {
    const calls = (asked.get(path) ?? (await callsOf(page, path))).filter(
      (call) => !isBeside(name, call),
    );
    asked.set(path, calls);
    // All of them where every case is tried, else one.
    const tried = depth === 'all' ? calls : calls.filter((_, at) => at === i % calls.length);
    for (const call of tried) {
      const said = await problemOf(path, call, failure);
      if (said !== null) wrong.push(`${name}: ${call}, ${failure}: ${said}`);
    }
  }
  expect(wrong).toEqual([]);
}, 1_800_000);

/** What a page lacks where this call of it fails so; null of nothing. */
async function problemOf(path: string, call: string, failure: Failure): Promise<string | null> {
  const mend = await failing(page, call, failure);
  try {
    await arrive(page, path);
    const isSaid = await saysIt(page)
      .first()
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    if ((await page.locator('#root').innerText()).trim().length < 80) return 'an empty page';
    if (!isSaid) return 'nothing is said';
  } finally {
    await mend();
  }
  if (failure === 'a refusal') return null;
  if ((await again(page).count()) === 0) return 'no other try';
  return (await isMended(page)) ? null : 'another try is no help';
}
