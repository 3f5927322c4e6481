import { ofSample, oneOf } from '@columnist/testing';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test, type TaskMeta } from 'vitest';
import { z } from 'zod';
import { desktop, openVisitor, phone } from './columnist.ts';
import { becomePro, signIn, signUp, uploadCsv } from './steps.ts';
import { keyboard, mouse, type Hand } from './tasks/hand.ts';
import { tasks, type Task } from './tasks/tasks.ts';
import { browser, columnist, useColumnist } from './use-columnist.ts';

useColumnist();

interface Way {
  readonly name: string;
  readonly viewport: typeof desktop;
  readonly handOf: (page: Page) => Hand;
}
const ways: readonly Way[] = [
  { name: 'mouse at 1440 px', viewport: desktop, handOf: mouse },
  { name: 'finger at 390 px', viewport: phone, handOf: mouse },
  { name: 'keyboard alone at 1440 px', viewport: desktop, handOf: keyboard },
];
let number = 0;

declare module 'vitest' {
  interface TaskMeta {
    /** Written into docs/validation.md by `pnpm verify`. */
    wholeTask?: { task: string; way: string; clicks: number; most: number; seconds: number };
  }
}

const email = 'tasks@example.com';
const password = 'correct horse battery';

beforeAll(async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  await signUp(page, email, password);
  await becomePro(page, email);
  await context.close();
});

async function doTask(
  task: Task,
  { name: way, viewport, handOf }: Way,
  number: number,
  meta: TaskMeta,
): Promise<void> {
  const { page, context, problems } = await openVisitor(browser, columnist.url, { viewport });
  const access = task.isNew === true ? '' : await signIn(page, email, password);
  const hand = handOf(page);
  const has = (name: string, csv: string) => uploadCsv(page, access, name, csv);
  const asReader = async (path: string): Promise<Page> => {
    const reader = await openVisitor(browser, columnist.url, { viewport });
    await reader.page.goto(path);
    return reader.page;
  };
  const person = { page, hand, email: `task-${number}@example.com`, has, asReader };
  await task.start(person);
  const begin = performance.now();
  await task.run(person);
  const seconds = Math.round((performance.now() - begin) / 100) / 10;
  meta.wholeTask = { task: task.name, way, clicks: hand.count(), most: task.most, seconds };
  expect(hand.count()).toBeLessThanOrEqual(task.most);
  expect(problems).toEqual([]);
  await context.close();
}

afterEach(async () => {
  const { page, context } = await openVisitor(browser, columnist.url);
  const headers = { Authorization: `Bearer ${await signIn(page, email, password)}` };
  const listed = await page.request.get('/api/v1/datasets', { headers });
  for (const { id } of z.array(z.object({ id: z.string() })).parse(await listed.json()))
    await page.request.delete(`/api/v1/datasets/${id}`, { headers });
  await context.close();
});

describe.each(ways)(`a whole task by $name, on ${ofSample}`, (way) => {
  const mine = tasks.filter(({ name, needsPointer }) => {
    const possible = ways.filter(({ handOf }) => needsPointer !== true || handOf !== keyboard);
    return oneOf(possible, name).includes(way);
  });
  test.for(mine)('$name', (task, context) => doTask(task, way, (number += 1), context.task.meta));
});
