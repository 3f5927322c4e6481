import { AppError } from '@columnist/contract';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { ofSample, sampled } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../testing-answers.ts';
import { at, figuresOf, type Json } from './figures.ts';
import { changedCells, csvOf, sheetOf, type Sheet } from './properties.ts';
import { questions, type Question } from './questions.ts';
import { randomTable } from './tables.ts';

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

/** Measured in quarters, which doubles hold at every scale of a power of two. */
const measured = ['mass', 'wing', 'bill', 'gappy'];
const quartersOf = (cell: string): number => Math.round(4 * Number(cell));
const sheet = sheetOf(randomTable(1));
const sheetWith = (write: (quarters: number) => string): Sheet =>
  changedCells(sheet, measured, (cell) => write(quartersOf(cell)));

interface Change {
  readonly name: string;
  readonly base: Sheet;
  readonly changed: Sheet;
  /** Whether a figure became what the change makes of it. */
  readonly follows: (before: number, after: number) => boolean;
  /** Whether a double may not hold the figure that it becomes. */
  readonly leavesRange: boolean;
  /** Questions whose figures depend on the change in another way. */
  readonly without: (question: Question) => boolean;
  /** Figures of an answer likewise, by their places. */
  readonly left: (question: Question, path: string) => boolean;
}

const near = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-9);
const plain = sheetWith((quarters) => (quarters / 4).toString());
const whole = sheetWith(String);

/** Figures stay, or lie where the column does. */
const moved = (name: string, by: number, base: Sheet, changed: Sheet): Change => ({
  name,
  base,
  changed,
  leavesRange: false,
  follows: (before, after) =>
    near(before, after) || Math.abs(before + by - after) <= 16 * Number.EPSILON * by,
  // Logarithms, squares, sums, models through 0, and what is at 0 of a number that interacts.
  without: ({ input }) =>
    input['deterministics'] === 'none' ||
    input['log'] === true ||
    (input['every'] !== undefined && input['aggregate'] === 'sum') ||
    input['exposure'] !== undefined ||
    /log\(|I\(|- 1|mass \*/.test(String(input['formula'])),
  // Curves of models are drawn at places that doubles hold.
  left: ({ operation }, path) => operation === 'fitRegression' && path.startsWith('picture'),
});

/**
 * Figures stay, or become as many times as large as the column, its square or their inverse;
 * likelihoods and other logarithms move by whole multiples of that of the change.
 */
const scaled = (exponent: number): Change => ({
  name: `2^${exponent}`,
  base: plain,
  changed: sheetWith((quarters) => {
    const [digits = '', power = '0'] = ((quarters / 4) * 2 ** exponent).toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}e${Number(power)}`;
  }),
  leavesRange: Math.abs(exponent) > 500,
  follows: (before, after) => {
    const steps = (after - before) / (exponent * Math.LN2);
    return (
      // In steps that no double leaves before the figure does.
      [0, 1, -1, 2, -2].some((power) => {
        const unit = 2 ** ((exponent * power) / 4);
        return near(before, after / unit / unit / unit / unit);
      }) ||
      (Math.abs(steps) < 1000 && near(steps, Math.round(steps)))
    );
  },
  without: () => false,
  left: () => false,
});

const changes: readonly Change[] = [
  moved(
    '1e9',
    1e9,
    plain,
    sheetWith((quarters) => (quarters / 4 + 1e9).toString()),
  ),
  moved(
    '2^53 + 1',
    2 ** 53,
    whole,
    sheetWith((quarters) => (BigInt(quarters) + 2n ** 53n + 1n).toString()),
  ),
  // Near 1e80, 1e-80, 1e-160 and 1e155.
  ...[266, -266, -531, 515].map(scaled),
];

/** What is compared with numbers that are given, which do not change with the columns. */
const isOfGivenNumbers = ({ input }: Question): boolean =>
  ['mu', 'low', 'distribution'].some((name) => input[name] !== undefined);
const ofOtherColumns = /"columns":[^\]]*"(share|seen)"/;

const asked = questions
  .filter(
    (question) =>
      question.operation !== 'calculatePower' &&
      question.table === 'usual' &&
      measured.some((name) => JSON.stringify(question.input).includes(name)) &&
      !ofOtherColumns.test(JSON.stringify(question.input)) &&
      !isOfGivenNumbers(question),
  )
  // Predictions are asked for at given numbers.
  .map((question) => ({
    ...question,
    input: Object.fromEntries(
      Object.entries(question.input).filter(([name]) => name !== 'predict'),
    ),
  }));

const ask = (table: TableRef, { operation, input }: Question): Promise<Json | string> =>
  answerOf(tests.engine, table, operation, input).catch((error: unknown) => {
    if (error instanceof AppError) return `refused: ${error.message}`;
    throw error;
  });

const trueReason = 'too large or too small for least squares.';

const notFigures: ReadonlySet<string> = new Set(['code', 'view', 'view_in_words', 'view_effects']);

/** Figures of an answer by their places, without intercepts and what is an exponential of others. */
function figuresIn(answer: Json): Map<string, number | null> {
  return new Map(
    figuresOf(answer).flatMap(({ path, value }) => {
      const [first, table, , row, column] = path;
      const title = at(answer, ['tables', Number(table), 'title']);
      const name = at(answer, ['tables', Number(table), 'columns', Number(column)]);
      const label = at(answer, ['tables', Number(table), 'rows', Number(row), 0]);
      const isLeft =
        notFigures.has(String(first)) ||
        (first === 'tables' &&
          (label === '(Intercept)' || /ratio/i.test(JSON.stringify([title, name]))));
      return typeof value === 'string' || isLeft ? [] : [[path.join('/'), value] as const];
    }),
  );
}

function wrongIn(
  before: Json,
  after: Json,
  question: Question,
  { follows, leavesRange, left }: Change,
): string[] {
  if (typeof before === 'string' || typeof after === 'string')
    return typeof before === typeof after ||
      (typeof after === 'string' && after.endsWith(trueReason))
      ? []
      : [`${JSON.stringify(before).slice(0, 90)} against ${JSON.stringify(after).slice(0, 90)}`];
  const found = figuresIn(after);
  return [...figuresIn(before)].flatMap(([path, value]) => {
    const other = found.get(path) ?? null;
    const isRight =
      left(question, path) ||
      (value === null || other === null
        ? value === other || (leavesRange && !/^(p_value|statistic|df)/.test(path))
        : follows(value, other));
    return isRight ? [] : [`${path}: ${value} against ${String(other)}`];
  });
}

describe.each(changes)('numbers changed by $name', (change) => {
  test(`every figure of an answer follows, ${ofSample}`, async () => {
    const base = (await tests.admit(csvOf(change.base))).table;
    const changed = (await tests.admit(csvOf(change.changed))).table;
    const wrong: string[] = [];
    for (const question of sampled(asked, 40)) {
      if (change.without(question)) continue;
      const found = wrongIn(
        await ask(base, question),
        await ask(changed, question),
        question,
        change,
      );
      if (found.length > 0)
        wrong.push(`${question.id} (${found.length}): ${found.slice(0, 3).join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });
});
