import { description, frequencies } from '@columnist/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  flagNames,
  members,
  membersCsv,
  tellsOfFew,
  type Counted,
  type Flag,
  type Member,
} from './testing-flags.ts';
import { forgetAnswers, limitKey } from './testing-people.ts';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 10_000 });
  owner = await app.createTestUser({ tier: 'paid' });
  id = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(owner, membersCsv, 'members.csv')).json()).id;
  await limitKey(app, owner, true);
});
afterAll(() => app.close());
beforeEach(() => forgetAnswers(app));

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
async function ask(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${app.url}/api/v1/datasets/${id}/${path}`, {
    method: 'POST',
    headers: { 'API-Key': owner.apiKey ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  // Nothing else is a refusal: what fails tells nothing either.
  expect([200, 403]).toContain(response.status);
  return { status: response.status, body: await response.json() };
}

interface Question {
  readonly filter: string | null;
  readonly keeps: (one: Member) => boolean;
}
/** The limits of wages that bisect, each part within the last, and those of groups. */
const everybody: Question = { filter: null, keeps: () => true };
const questions: readonly Question[] = [
  everybody,
  { filter: "team = 'Grey'", keeps: ({ team }) => team === 'Grey' },
  { filter: "team = 'Blue'", keeps: ({ team }) => team === 'Blue' },
  { filter: "sx = 'f'", keeps: ({ sx }) => sx === 'f' },
  { filter: 'wage < 5000', keeps: ({ wage }) => wage < 5000 },
  { filter: 'wage >= 5000', keeps: ({ wage }) => wage >= 5000 },
  { filter: 'wage < 3000', keeps: ({ wage }) => wage < 3000 },
  { filter: 'wage >= 3000 and wage < 4000', keeps: ({ wage }) => wage >= 3000 && wage < 4000 },
  {
    filter: "team = 'Grey' and sx = 'f'",
    keeps: ({ team, sx }) => team === 'Grey' && sx === 'f',
  },
  {
    filter: "sx = 'f' and wage < 5000",
    keeps: ({ sx, wage }) => sx === 'f' && wage < 5000,
  },
];
const viewOf = ({ filter }: Question): object => (filter === null ? {} : { view: { filter } });
const placesOf = (keeps: (one: Member) => boolean): Set<number> =>
  new Set(members.flatMap((one, i) => (keeps(one) ? [i] : [])));

const groupings: readonly {
  readonly by: readonly string[];
  readonly nameOf: (one: Member) => string;
}[] = [
  { by: [], nameOf: () => '' },
  { by: ['team'], nameOf: ({ team }) => team },
  { by: ['sx'], nameOf: ({ sx }) => sx },
  { by: ['team', 'sx'], nameOf: ({ team, sx }) => `${team},${sx}` },
];
const items = z.object({ items: z.array(z.array(z.unknown())) });
const isTruth = (flag: Flag): boolean => flag === 'ill' || flag === 'left';

/** What a sum, a mean and a count of values tell. */
async function aggregate(flag: Flag, question: Question, place: number): Promise<Counted[]> {
  const grouping = groupings[place];
  if (grouping === undefined || flag.endsWith('_word')) return [];
  const { status, body } = await ask('aggregate', {
    group_by: grouping.by,
    aggregates: [
      { statistic: isTruth(flag) ? 'true_count' : 'sum', of: flag },
      { statistic: 'mean', of: flag },
    ],
    ...viewOf(question),
  });
  if (status !== 200) return [];
  return items.parse(body).items.flatMap((item): Counted[] => {
    const group = item.slice(0, grouping.by.length).join();
    const keeps = (one: Member): boolean => question.keeps(one) && grouping.nameOf(one) === group;
    return item.slice(grouping.by.length).every((cell) => cell === null)
      ? []
      : [
          {
            flag,
            of: placesOf(keeps),
            asked: `aggregate by ${grouping.by.join()} ${question.filter} ${group}`,
          },
        ];
  });
}

/** A description tells by its counts, its values, their number, and by means. */
async function describing(flag: Flag, question: Question): Promise<Counted[]> {
  const { status, body } = await ask('analyze', { columns: [flag], ...viewOf(question) });
  if (status !== 200) return [];
  const [column] = description.parse(body).columns;
  if (column === undefined) return [];
  const is = (name: string): boolean => column.reasons[name] === undefined;
  const tells =
    column.top_values.length > 0 ||
    (is('distinct') && column.distinct === 1) ||
    (column.type === 'boolean' && (is('true_count') || is('false_count'))) ||
    (column.type === 'number' && (column.mean !== null || column.sum !== null));
  return tells ? [{ flag, of: placesOf(question.keeps), asked: `analyze ${question.filter}` }] : [];
}

async function counting(flag: Flag, question: Question): Promise<Counted[]> {
  const { status, body } = await ask('frequencies', { column: flag, ...viewOf(question) });
  return status === 200 && frequencies.parse(body).items.length > 0
    ? [{ flag, of: placesOf(question.keeps), asked: `frequencies ${question.filter}` }]
    : [];
}

describe('columns in which most people are alike', () => {
  test.each(flagNames)(
    'tell of no one to four by any single question: %s',
    async (flag) => {
      const found: string[] = [];
      for (const question of questions) {
        await forgetAnswers(app);
        const known = [await describing(flag, question)];
        for (const place of groupings.keys()) {
          await forgetAnswers(app);
          known.push(await aggregate(flag, question, place));
        }
        await forgetAnswers(app);
        known.push(await counting(flag, question));
        found.push(...known.flatMap(tellsOfFew));
      }
      expect(found).toEqual([]);
    },
    240_000,
  );

  test.each(['left', 'left_number', 'left_word', 'sick'] as const)(
    'tell of no one to four by seeded sequences: %s',
    async (flag) => {
      let seed = 20_261_128 + flag.length;
      const next = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
      let learned = 0;
      for (let run = 0; run < 3; run++) {
        await forgetAnswers(app);
        const known: Counted[] = [];
        for (let step = 0; step < 10; step++) {
          const question = questions[next(questions.length)] ?? everybody;
          const way = next(3);
          known.push(
            ...(way === 0
              ? await describing(flag, question)
              : way === 1
                ? await counting(flag, question)
                : await aggregate(flag, question, next(groupings.length))),
          );
        }
        learned += known.length;
        expect(tellsOfFew(known)).toEqual([]);
      }
      expect(learned).toBeGreaterThan(5);
    },
    240_000,
  );

  test('get the same answer as true and false and as 1 and 0', async () => {
    for (const [truth, number] of [
      ['ill', 'ill_number'],
      ['left', 'left_number'],
    ])
      for (const question of questions.slice(0, 5))
        for (const { by } of groupings.slice(0, 2)) {
          const answers: unknown[] = [];
          for (const of of [truth, number]) {
            await forgetAnswers(app);
            const { status, body } = await ask('aggregate', {
              group_by: by,
              aggregates: [{ statistic: 'mean', of, name: 'mean' }],
              ...viewOf(question),
            });
            answers.push([status, items.safeParse(body).data]);
          }
          expect(answers[0]).toEqual(answers[1]);
        }
  }, 240_000);

  test('are answered where every group has five of both', async () => {
    const counts = [...Map.groupBy(members, ({ team }) => team)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([team, some]) => [team, some.filter(({ left }) => left).length, some.length]);
    const { status, body } = await ask('aggregate', {
      group_by: ['team'],
      aggregates: [{ statistic: 'true_count', of: 'left' }, { statistic: 'count' }],
    });
    expect([status, items.parse(body).items]).toEqual([200, counts]);
    const described = await ask('analyze', {
      columns: ['left', 'left_number'],
      view: { filter: 'wage < 5000' },
    });
    const chosen = members.filter(({ wage }) => wage < 5000);
    const gone = chosen.filter(({ left }) => left).length;
    expect(described).toMatchObject({
      status: 200,
      body: {
        columns: [
          { true_count: gone, false_count: chosen.length - gone },
          { sum: gone, mean: gone / chosen.length },
        ],
      },
    });
  });
});
