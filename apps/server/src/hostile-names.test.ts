import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { naughtyStrings } from './naughty-strings.ts';
import { birds, methodQuestions } from './testing-methods.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

/** One line, without blanks at its ends. */
const usable = naughtyStrings.filter(
  (text) => text.length <= 300 && text.trim() === text && !/[\n\r\t]/.test(text),
);
/** As people call their columns, with every sign that means something in a formula. */
const unlike = [
  'Body mass (g)',
  'wing:length',
  'bill ~ depth',
  'kind\\of',
  'it`s "sex"',
  'before+after',
  '50 %',
  'I(day^2)',
  'a,b',
];
const [header = '', ...lines] = birds.split('\n');
const plain = header.split(',');

let app: TestApp;
let user: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser({ tier: 'paid' });
  id = await upload(birds);
});
afterAll(() => app.close());

const upload = async (csv: string): Promise<string> =>
  z.object({ id: z.uuid() }).parse(await (await app.upload(user, csv)).json()).id;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** As expressions and formulas write a name. */
const inBackticks = (name: string): string =>
  `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '``')}\``;

/** The input with other names of columns, by themselves and in formulas. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const whole = names.get(value);
    if (whole !== undefined) return whole;
    const isFormula = value.includes('~') || /[()<>=]/.test(value);
    return isFormula
      ? value.replace(/[a-z]+/g, (word) => {
          const name = names.get(word);
          return name === undefined ? word : inBackticks(name);
        })
      : value;
  }
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [names.get(key) ?? key, renamed(one, names)]),
    );
  return value;
}

/** Every number of an answer in its order, but how many questions there were. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => (key === 'multiplicity' ? [] : numbersIn(one)))
    : [];
}

async function ask(path: string, of: string, body: object): Promise<[number, unknown]> {
  const response = await fetch(app.url + path.replace('{id}', of), {
    method: 'POST',
    headers: { Authorization: `Bearer ${user.accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, await response.json()];
}

const questions = methodQuestions('').filter(([, , given]) => 'id' in given);

/** Whether each question has the figures that it has of the columns' plain names. */
async function compare(
  names: ReadonlyMap<string, string>,
  asked: readonly (typeof questions)[number][],
): Promise<void> {
  expect(new Set(names.values()).size).toBe(plain.length);
  const hostile = await upload(
    [plain.map((name) => quoted(names.get(name) ?? name)).join(), ...lines].join('\n'),
  );
  for (const [question, operation, given] of asked) {
    const { id: _id, ...body } = given;
    const path = operation.rest?.path ?? '';
    const [status, answer] = await ask(path, id, body);
    const input = z.record(z.string(), z.unknown()).parse(renamed(body, names));
    const [other, otherAnswer] = await ask(path, hostile, input);
    expect([question, other], JSON.stringify([input, otherAnswer]).slice(0, 800)).toEqual([
      question,
      status,
    ]);
    expect([question, ...numbersIn(otherAnswer)]).toEqual([question, ...numbersIn(answer)]);
  }
}

describe('a question has the same figures whatever its columns are called', () => {
  const step = Math.floor(usable.length / plain.length);
  const named = (draw: (i: number) => string | undefined): ReadonlyMap<string, string> =>
    new Map(plain.map((name, i) => [name, draw(i) ?? name]));

  test('every question, of names that are no plain words', async () => {
    await compare(
      named((i) => unlike[i]),
      questions,
    );
  });

  test.each(
    // Of each kind of text one: a line of numbers alone would be a row.
    sampled(
      Array.from({ length: step }, (_, i) => i),
      1,
    ).map((draw) => [draw]),
  )(`texts of the kind %i (${ofSample})`, async (draw) => {
    await compare(
      named((i) => usable[draw + i * step]),
      sampled(questions, 20),
    );
  });
});
