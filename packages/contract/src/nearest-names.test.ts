import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkExpression } from './expression/check-expression.ts';
import { findColumn, nearestNames } from './nearest-names.ts';
import { parseExpression } from './expression/parse-expression.ts';

/** Wagner & Fischer (1974), as it is defined. */
function distance(from: string, to: string): number {
  const known = new Map<string, number>();
  const upTo = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const found =
      known.get(key) ??
      Math.min(
        upTo(i - 1, j) + 1,
        upTo(i, j - 1) + 1,
        upTo(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1),
      );
    known.set(key, found);
    return found;
  };
  return upTo(from.length, to.length);
}

/** Of few letters, so that many are near one another. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'X'), minLength: 1, maxLength: 12 });

test('the three nearest of all names, those in front first where several are as near', () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 12 }), fc.boolean(), (name, others, isNear) => {
      const wanted = isNear && others[0] !== undefined ? `${others[0]}a` : name;
      const most = Math.min(12, Math.max(2, Math.floor(wanted.length / 2)));
      const nearest = others
        .map((other) => ({ other, far: distance(wanted.toLowerCase(), other.toLowerCase()) }))
        .filter(({ other, far }) => far <= most && far < Math.max(wanted.length, other.length))
        .filter(
          ({ other, far }) =>
            far <= 1 ||
            wanted.length > 3 ||
            [...wanted.toLowerCase()].toSorted().join('') ===
              [...other.toLowerCase()].toSorted().join(''),
        )
        .toSorted((a, b) => a.far - b.far)
        .slice(0, 3)
        .map(({ other }) => other);
      expect(nearestNames(wanted, others)).toEqual(nearest);
    }),
    { numRuns: 2000, seed: 1 },
  );
});

test('a capital that becomes two small letters', () => {
  expect(nearestNames('İ'.repeat(100), [`${'İ'.repeat(99)}x`])).toEqual([`${'İ'.repeat(99)}x`]);
});

test('short names are near where one letter differs or two changed places', () => {
  const known = ['id', 'day', 'sex', 'weight'];
  expect(
    ['aid', 'dya', 'sec', 'mid', 'one', 'x', 'du'].map((name) => nearestNames(name, known)),
  ).toEqual([['id'], ['day'], ['sex'], ['id'], [], [], []]);
});

test('names that have the wanted one as a word come before those that are only spelled alike', () => {
  expect(nearestNames('date', ['name', 'rate', 'Hire date', 'leave_date'])).toEqual([
    'rate',
    'Hire date',
    'leave_date',
  ]);
  expect(nearestNames('Date', ['name', 'hire_date', 'leave.date', 'dated'])).toEqual([
    'dated',
    'hire_date',
    'leave.date',
  ]);
  expect(nearestNames('date', ['name', 'hire_date'])).toEqual(['hire_date']);
});

test('where nothing is near, the names that there are', () => {
  const refusal = (find: () => unknown): unknown => {
    try {
      return find();
    } catch (error) {
      return error;
    }
  };
  const columns = ['date', 'cité "x"', 'n'].map((name) => ({ name, type: 'number' as const }));
  const many = Array.from({ length: 23 }, (_, i) => ({ name: `c${i + 1}` }));
  const first = Array.from({ length: 20 }, (_, i) => `"c${i + 1}"`).join(', ');
  expect(
    [
      () => findColumn(columns, 'region'),
      () => findColumn(many, 'a-name-of-another-table'),
      () => findColumn(columns, 'dat'),
      () => checkExpression(parseExpression('total > 3'), columns),
      () => checkExpression(parseExpression('dats > 3'), columns),
    ].map(refusal),
  ).toMatchObject([
    {
      message: "There is no column 'region'.",
      details: { suggestions: [], fix: String.raw`The columns are "date", "cité \"x\"", "n".` },
    },
    { details: { suggestions: [], fix: `The first 20 of 23 columns are ${first}.` } },
    {
      message: "There is no column 'dat'. Did you mean 'date'?",
      details: { suggestions: ['date'] },
    },
    {
      message: "There is no column 'total'. (character 1)",
      details: {
        suggestions: [],
        fix: 'Use the exact name of a column; put texts in quotes. The columns are date, `cité "x"`, n.',
      },
    },
    {
      details: {
        suggestions: ['date'],
        fix: 'Use the exact name of a column; put texts in quotes.',
      },
    },
  ]);
  expect(refusal(() => findColumn(columns, 'dat'))).not.toHaveProperty('details.fix');
});

test.each([
  ['sbp_12 - sbp_0', true],
  ['log(sbp_0)', true],
  ['sbp_0/dose (mg)', true],
  ['sbp-0', false],
  ['dose (g)', false],
  ['other - another', false],
])('%s is an expression: %s', (name, isOne) => {
  const columns = ['sbp_0', 'sbp_12', 'dose (mg)'].map((one) => ({ name: one }));
  const fix = `Columns are named here. What is calculated is derived first, in view: {"derive": [{"name": "new", "expression": "${name}"}]}; then name 'new'.`;
  expect(() => findColumn(columns, name)).toThrow(
    expect.objectContaining({
      code: 'unknown_column',
      details: isOne ? expect.objectContaining({ fix }) : expect.not.objectContaining({ fix }),
    }),
  );
});
