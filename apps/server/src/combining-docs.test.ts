import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './testing.ts';

const text = readFileSync(resolve(import.meta.dirname, '../../../docs/combining.md'), 'utf8');
const tables = [...text.matchAll(/`(\w+\.csv)`:\n\n```csv\n([\s\S]*?)```/g)].map(
  ([, name = '', csv = '']) => ({ name, csv }),
);
/** What is asked, and the part of the answer that the page shows. */
const examples = [
  ...text.matchAll(/```json\n([\s\S]*?)```\s+gives[\s\S]*?```json\n([\s\S]*?)```/g),
].map(([, asked = '', answered = '']): { asked: unknown; answered: unknown } => ({
  asked: JSON.parse(asked),
  answered: JSON.parse(answered),
}));

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  const user = await app.createTestUser();
  headers = { 'API-Key': user.apiKey ?? '', 'Content-Type': 'application/json' };
  for (const { name, csv } of tables) await app.upload(user, csv, name);
});
afterAll(() => app.close());

describe('docs/combining.md', () => {
  test('has tables and examples', () => {
    expect([tables.map(({ name }) => name), examples.length]).toEqual([
      ['orders.csv', 'customers.csv', 'prices.csv'],
      5,
    ]);
  });

  test.each(examples)('answers $asked as it says', async ({ asked, answered }) => {
    const answer = await fetch(`${app.url}/api/v1/datasets/combine`, {
      method: 'POST',
      headers,
      body: JSON.stringify(asked),
    });
    expect(await answer.json()).toMatchObject(z.object({}).loose().parse(answered));
  });
});
