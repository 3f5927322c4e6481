import { allOperations, type Operation } from '@columnist/contract';
import { attacksOf } from '@columnist/core';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { forgetAnswers, limitKey, people, uploadPeople } from './testing-people.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 10_000 });
  owner = await app.createTestUser({ tier: 'paid' });
  id = await uploadPeople(app, owner);
  await limitKey(app, owner, true);
});
afterAll(() => app.close());

const refusal = z.object({ code: z.string(), detail: z.string(), fix: z.string() });
/** What is said where nothing is answered; null where something is. */
async function refusalOf({ rest }: Operation, input: object): Promise<string | null> {
  if (rest === undefined) throw new Error('It has a route.');
  await forgetAnswers(app);
  const response = await fetch(app.url + rest.path.replace('{id}', id), {
    method: rest.method.toUpperCase(),
    headers: { 'API-Key': owner.apiKey ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  const body: unknown = await response.json();
  return response.status === 200 ? null : JSON.stringify(refusal.parse(body));
}

/** Each leaves out the rows of one value, in which the one who is alone in a department may be. */
const filters = (['gender', 'kind'] as const).flatMap((column) =>
  [...new Set(people.map((one) => one[column]))].map((value) => ({
    column,
    filter: `${column} <> '${value}'`,
  })),
);
/** Attacks that group rows, for which it is known whom they are about. */
const attacks = allOperations.flatMap((operation) => {
  const found = attacksOf(operation);
  return operation.rest?.method !== 'post' || found === undefined || found === 'file'
    ? []
    : found.flatMap((attack) =>
        'view' in attack || !JSON.stringify(attack).includes('"dept"')
          ? []
          : [{ operation, attack, about: JSON.stringify(attack) }],
      );
});

test(`a refusal of a group of one person says the same whatever rows a filter leaves out (${ofSample})`, async () => {
  const differ: string[] = [];
  let asked = 0;
  for (const { operation, attack, about } of sampled(attacks, 12)) {
    const said = await refusalOf(operation, attack);
    if (said?.includes('This would tell about fewer') !== true) continue;
    for (const { column, filter } of filters) {
      if (about.includes(`"${column}"`)) continue;
      asked += 1;
      const now = await refusalOf(operation, { ...attack, view: { filter } });
      if (now !== said) differ.push(`${operation.path} ${about} ${filter}: ${now}`);
    }
  }
  expect(differ).toEqual([]);
  expect(asked).toBeGreaterThan(10);
});
