import { allOperations } from '@columnist/contract';
import { attacksOf, ruleOf } from '@columnist/core';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deduced, searched, type KnownSum } from './testing-attackers.ts';
import { forgetAnswers, limitKey, people, uploadPeople } from './testing-people.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
let staffId: string;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 10_000 });
  owner = await app.createTestUser({ tier: 'paid' });
  id = await uploadPeople(app, owner);
  staffId = await upload(staffCsv, 'staff.csv');
  await limitKey(app, owner, true);
});
afterAll(() => app.close());
beforeEach(() => forgetAnswers(app));

const upload = async (csv: string, name: string): Promise<string> =>
  z.object({ id: z.uuid() }).parse(await (await app.upload(owner, csv, name)).json()).id;

/** The one whom attacks are about, and people who sit beside him. */
const [target, beside] = [30, [25, 26, 15, 16]];
const seats = [target, ...beside];
const elsewhere = Array.from({ length: 60 }, (_, i) => i + 1).filter((one) => !seats.includes(one));
const seated = [...elsewhere.slice(0, 29), ...seats, ...elsewhere.slice(29)];
/** People of whom hardly anybody has a bonus or left: whole sets of them are alike. */
const staff = Array.from({ length: 60 }, (_, i) => {
  const isOther = i % 11 === 9;
  const isTarget = i + 1 === target;
  return {
    id: i + 1,
    desk: i + 2,
    seat: seated.indexOf(i + 1) + 1,
    dept: ['Sales', 'Research', 'Legal'][(i * i + i) % 3] ?? '',
    sex: i % 5 < 2 ? 'm' : 'f',
    bonus: isTarget ? 7777 : isOther ? 500 + i : 0,
    left: isTarget || isOther,
    city: isTarget || isOther ? 'Rome' : 'Bern',
  };
});
type Staff = (typeof staff)[number];
const fields = ['id', 'desk', 'seat', 'dept', 'sex', 'bonus', 'left', 'city'] as const;
const csvOf = (rows: readonly Staff[], names: readonly string[] = fields): string =>
  `${names.join(',')}\n${rows.map((one) => fields.map((name) => one[name]).join(',')).join('\n')}\n`;
const staffCsv = csvOf(staff);

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
let [calls, refusals] = [0, 0];
async function ask(path: string, body: object, of = id): Promise<Answer> {
  const response = await fetch(`${app.url}/api/v1/datasets/${of}/${path}`, {
    method: 'POST',
    headers: { 'API-Key': owner.apiKey ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  calls += 1;
  if (response.status !== 200) refusals += 1;
  return { status: response.status, body: await response.json() };
}
const items = z.object({ items: z.array(z.array(z.unknown())) });
/** Its words without the numbers, which are limits of the column. */
const words = z
  .looseObject({ code: z.string(), detail: z.string() })
  .transform(({ code, detail }) => `${code}: ${detail.replaceAll(/[-\d.:]+/g, '#')}`);
/** What an attacker sees of an answer, but the limit that he chose: of intervals which is the first. */
const seen = ({ status, body }: Answer): string =>
  status === 200
    ? JSON.stringify([
        items
          .safeParse(body)
          .data?.items.map(([first, ...rest]) => [String(first).startsWith('[-2'), ...rest]),
        z.object({ groups_withheld: z.int() }).safeParse(body).data,
      ])
    : `${status} ${words.parse(body)}`;

const five = [1, 2, 3, 4, 60];
/** Sets of people among whom the largest value of one is looked for. */
const sets = [
  { filter: `id in (${five.join(', ')})`, rows: people.filter((one) => five.includes(one.id)) },
  { filter: 'id < 10', rows: people.filter((one) => one.id < 10) },
  { filter: 'id >= 1', rows: people },
];
const count = [{ statistic: 'count' }];

describe('a credential that may not read rows', () => {
  test.each(sets)('finds no largest value by bin(): $filter', async ({ filter, rows }) => {
    const found = await searched(-1, 1_000_000, async (limit) =>
      seen(
        await ask('aggregate', {
          group_by: [{ name: 'g', expression: `bin(salary, [-2, ${limit}, 1000001])` }],
          aggregates: count,
          view: { filter },
        }),
      ),
    );
    const salaries = rows.map(({ salary }) => salary);
    expect(salaries.filter((salary) => salary === found || salary + 1 === found)).toEqual([]);
  });

  test.each([
    'salary <= {}',
    'salary < {} and id < 40',
    'not (salary > {})',
    'salary <= {} or id < 10',
  ])(
    'finds no value by a limit: %s',
    async (filter) => {
      const found = new Set<number>();
      for (const [low, high] of [
        [-1, 1_000_000],
        [85_000, 480_000],
        [0, 30_500],
      ] as const) {
        await forgetAnswers(app);
        // Each limit where nothing was answered yet, and each after all of them.
        for (const again of [true, false]) {
          const limit = await searched(low, high, async (at) => {
            if (again) await forgetAnswers(app);
            return seen(
              await ask('aggregate', {
                aggregates: count,
                view: { filter: filter.replace('{}', String(at)) },
              }),
            );
          });
          if (limit !== null) found.add(limit);
        }
      }
      expect(
        people
          .filter(({ salary }) => found.has(salary) || found.has(salary + 1))
          .map(({ id: one }) => one),
      ).toEqual([]);
    },
    120_000,
  );

  test.each([
    'id in (1, 2, 3, 4, 5, 7) and age <> {}',
    'id in (1, 2, 3, 4, 5, 7) and age not in ({}, 200)',
    'id < 10 and age <> {}',
    'age <> {}',
    'age = {}',
    'not (age in ({}))',
    'id < 10 or age = {}',
  ])('confirms no guess: %s', async (filter) => {
    const answers: string[] = [];
    const own = people[6]?.age ?? 0;
    for (const guess of [own, 99, own + 1, 17]) {
      await forgetAnswers(app);
      answers.push(
        seen(
          await ask('aggregate', {
            aggregates: count,
            view: { filter: filter.replace('{}', String(guess)) },
          }),
        ),
      );
    }
    expect(new Set(answers).size).toBe(1);
  });

  test(`gets the same answer on both sides of a value from every operation (${ofSample})`, async () => {
    const value = people[59]?.salary ?? 0;
    const leaks: string[] = [];
    for (const operation of sampled(
      allOperations.filter((operation) => {
        const rule = ruleOf(operation);
        return operation.kind === 'query' && typeof rule === 'object' && 'disclose' in rule;
      }),
      8,
    )) {
      const attacks = attacksOf(operation);
      if (attacks === undefined || attacks === 'file') continue;
      for (const attack of sampled([...attacks], 6)) {
        const sides: string[] = [];
        for (const limit of [value - 1, value]) {
          await forgetAnswers(app);
          const input = { ...attack, id, view: { filter: `salary <= ${limit}` } };
          if (!operation.input.safeParse(input).success) continue;
          const url = new URL(`/trpc/${operation.path}`, app.url);
          url.searchParams.set('input', JSON.stringify(input));
          const response = await fetch(url, { headers: { 'API-Key': owner.apiKey ?? '' } });
          const text = await response.text();
          sides.push(`${response.status} ${response.status === 200 ? text : ''}`);
        }
        if (new Set(sides).size > 1) leaks.push(`${operation.path} ${JSON.stringify(attack)}`);
      }
    }
    expect(leaks).toEqual([]);
  }, 240_000);
});

interface Question {
  readonly filter: string | null;
  readonly keeps: (one: Staff) => boolean;
}
const questions: readonly Question[] = [
  { filter: null, keeps: () => true },
  { filter: 'id in (25, 26, 27, 28, 29)', keeps: (one) => one.id >= 25 && one.id < 30 },
  { filter: 'id in (15, 16, 17, 18, 19)', keeps: (one) => one.id >= 15 && one.id < 20 },
  { filter: `id in (${seats.join(', ')})`, keeps: (one) => seats.includes(one.id) },
  { filter: `not (id in (${seats.join(', ')}))`, keeps: (one) => !seats.includes(one.id) },
  { filter: 'id between 15 and 19', keeps: (one) => one.id >= 15 && one.id < 20 },
  { filter: 'id between 25 and 29', keeps: (one) => one.id >= 25 && one.id < 30 },
  { filter: 'seat between 30 and 34', keeps: (one) => one.seat >= 30 && one.seat < 35 },
  { filter: 'seat < 30 or seat >= 35', keeps: (one) => one.seat < 30 || one.seat >= 35 },
  { filter: 'id < 20', keeps: (one) => one.id < 20 },
  { filter: 'id between 20 and 24', keeps: (one) => one.id >= 20 && one.id < 25 },
  { filter: 'desk between 25 and 29', keeps: (one) => one.desk >= 25 && one.desk < 30 },
  { filter: "sex = 'm'", keeps: (one) => one.sex === 'm' },
  { filter: "sex = 'm' and id < 30", keeps: (one) => one.sex === 'm' && one.id < 30 },
  { filter: "sex = 'f' and id < 30", keeps: (one) => one.sex === 'f' && one.id < 30 },
  { filter: "sex = 'm' and desk < 30", keeps: (one) => one.sex === 'm' && one.desk < 30 },
  { filter: "dept = 'Sales' and id < 30", keeps: (one) => one.dept === 'Sales' && one.id < 30 },
  { filter: "dept = 'Sales' or id < 20", keeps: (one) => one.dept === 'Sales' || one.id < 20 },
];
const limits = [0, 10, 20, 25, 30, 40, 100];
const groupings = [
  { by: [], nameOf: () => '' },
  { by: ['dept'], nameOf: (one: Staff) => one.dept },
  { by: ['sex'], nameOf: (one: Staff) => one.sex },
  {
    by: [{ name: 'g', expression: `bin(id, [${limits.join(', ')}])` }],
    nameOf: (one: Staff) => {
      const i = limits.findLastIndex((limit) => limit <= one.id);
      return `[${limits[i]},${limits[i + 1]}${i === limits.length - 2 ? ']' : ')'}`;
    },
  },
];
const described = z.object({
  columns: z.array(
    z.looseObject({ top_values: z.array(z.object({ value: z.unknown(), n: z.int() })) }),
  ),
});

/** What is learned of the bonus, of who left and of who lives in Bern, by places of people. */
interface Learned {
  readonly bonus: KnownSum[];
  readonly left: KnownSum[];
  readonly city: KnownSum[];
}
const placesOf = (keeps: (one: Staff) => boolean): number[] =>
  staff.flatMap((one, i) => (keeps(one) ? [i] : []));
const viewOf = ({ filter }: Question): object => (filter === null ? {} : { view: { filter } });

async function learnSums(
  question: Question,
  { by, nameOf }: (typeof groupings)[number],
  known: Learned,
): Promise<void> {
  const { status, body } = await ask(
    'aggregate',
    {
      group_by: by,
      aggregates: [
        { statistic: 'sum', of: 'bonus' },
        { statistic: 'true_count', of: 'left' },
      ],
      ...viewOf(question),
    },
    staffId,
  );
  if (status !== 200) return;
  for (const item of items.parse(body).items) {
    const [bonus, left] = item.slice(by.length).map(Number);
    const of = placesOf(
      (one) => question.keeps(one) && nameOf(one) === (by.length === 0 ? '' : String(item[0])),
    );
    known.bonus.push({ of, sum: bonus ?? NaN });
    known.left.push({ of, sum: left ?? NaN });
  }
}

async function learnCities(question: Question, known: Learned): Promise<void> {
  const { status, body } = await ask(
    'analyze',
    { columns: ['city'], ...viewOf(question) },
    staffId,
  );
  if (status !== 200) return;
  const top = described.parse(body).columns[0]?.top_values ?? [];
  const of = placesOf(question.keeps);
  const bern = top.find(({ value }) => value === 'Bern')?.n;
  if (bern !== undefined) known.city.push({ of, sum: bern });
}

const nobody = { bonus: new Map(), left: new Map(), city: new Map() };
const found = (known: Learned): Record<keyof Learned, Map<number, number>> => ({
  bonus: deduced(known.bonus, { people: staff.length, isTruth: false }),
  left: deduced(known.left, { people: staff.length, isTruth: true }),
  city: deduced(known.city, { people: staff.length, isTruth: true }),
});

describe('sets of people who are alike', () => {
  const crafted: readonly [string, readonly number[]][] = [
    ['zeros first', [1, 2, 3]],
    ['zeros last', [3, 1, 2]],
    ['counts of all but five', [0, 4, 1, 2]],
    ['zeros first, by limits', [5, 6, 7]],
    ['zeros last, by limits', [7, 6, 5]],
    ['counts of all but five, by limits', [0, 8, 6, 5]],
  ];
  test.each(crafted)('recover nobody: %s', async (_, order) => {
    const known: Learned = { bonus: [], left: [], city: [] };
    for (const place of order) {
      const question = questions[place];
      const [whole] = groupings;
      if (question === undefined || whole === undefined) continue;
      await learnSums(question, whole, known);
      await learnCities(question, known);
    }
    expect(found(known)).toEqual(nobody);
  });

  test(`recover nobody by seeded sequences of sums and counts (${ofSample})`, async () => {
    let seed = 20_261_125;
    const pick = <Item>(list: readonly Item[]): Item | undefined =>
      list[(seed = (seed * 48_271) % 2_147_483_647) % list.length];
    let learned = 0;
    for (const _ of sampled(
      Array.from({ length: 30 }, (__, run) => run),
      3,
    )) {
      await forgetAnswers(app);
      const known: Learned = { bonus: [], left: [], city: [] };
      for (let step = 0; step < 14; step++) {
        const [question, grouping] = [pick(questions), pick(groupings)];
        if (question === undefined || grouping === undefined) continue;
        await learnSums(question, grouping, known);
        await learnCities(question, known);
      }
      learned += known.left.length + known.city.length;
      expect(found(known)).toEqual(nobody);
      // Who has no bonus can be counted: a sum is that of the others.
      const withBonus = (of: readonly number[]): number =>
        of.filter((one) => (staff[one]?.bonus ?? 0) > 0).length;
      expect(known.bonus.map(({ of }) => withBonus(of)).filter((n) => n > 0 && n < 5)).toEqual([]);
    }
    expect(learned).toBeGreaterThan(10);
  }, 480_000);
});

describe('copies of a table without one person', () => {
  const without = staff.filter((one) => one.id !== target);
  const renamed = (...names: readonly string[]): string[] =>
    fields.map((name) => (names.includes(name) ? `their_${name}` : name));
  test.each([
    ['the same names', fields, without],
    ['one column renamed', renamed('left'), without],
    ['all columns renamed', renamed(...fields), without],
    [
      'one column renamed and another changed',
      renamed('city'),
      without.map((one) => ({ ...one, desk: one.desk + 500 })),
    ],
  ] as const)('tell nothing of that person: %s', async (_, names, rows) => {
    const copy = await upload(csvOf(rows, names), 'copy.csv');
    const sum = (of: string, column: string): Promise<Answer> =>
      ask('aggregate', { aggregates: [{ statistic: 'sum', of: column }] }, of);
    const bonus = names[fields.indexOf('bonus')] ?? '';
    expect((await sum(staffId, 'bonus')).status).toBe(200);
    expect(await sum(copy, bonus)).toMatchObject({ status: 403, body: { code: 'too_few_rows' } });
    // A table of other people is answered.
    const other = await upload(
      csvOf(staff.map((one) => ({ ...one, id: one.id * 7 + 1000, desk: one.desk * 7 + 2000 }))),
      'other.csv',
    );
    expect((await sum(other, 'bonus')).status).toBe(200);
    for (const of of [copy, other])
      await fetch(`${app.url}/api/v1/datasets/${of}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${owner.accessToken}` },
      });
  });
});
