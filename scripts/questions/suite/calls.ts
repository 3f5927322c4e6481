import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

/** What people ask, and the names of the answers; written by answer.py. */
export const asked = z
  .array(
    z.strictObject({
      id: z.string(),
      level: z.enum(['easy', 'medium', 'several_steps']),
      question: z.string(),
      tables: z.array(z.string()),
      answers: z.record(z.string(), z.enum(['number', 'text', 'list'])),
    }),
  )
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'questions.fixtures.json'), 'utf8')));
export type Asked = (typeof asked)[number];

const value = z.union([z.number(), z.string(), z.array(z.string())]);

/** The answers of pandas and others; written by answer.py. */
export const reference = z
  .strictObject({
    date: z.string(),
    versions: z.record(z.string(), z.string()),
    tables: z.record(z.string(), z.string()),
    answers: z.record(
      z.string(),
      z.strictObject({
        answers: z.record(z.string(), value),
        close: z.number(),
        code: z.string(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'answers.fixtures.json'), 'utf8')));

const input = z.record(z.string(), z.json());
type Json = z.infer<ReturnType<typeof z.json>>;
export type Input = z.infer<typeof input>;

const calls = z.array(z.strictObject({ tool: z.string(), input }));

/**
 * The calls that answer each question, by its id. A dataset is named by its file. `answers` are
 * expressions of JavaScript over `last`, the answer of the last call, and `all`, those of all in
 * order; so are texts of an input that begin with `=`. `refused` are those of the first draft
 * where it was another one: they count, and are not made again.
 */
export const callsFile = z.record(
  z.string(),
  z.strictObject({
    calls,
    answers: z.record(z.string(), z.string()),
    refused: calls.default([]),
  }),
);
export type Calls = z.infer<typeof callsFile>[string];

/** What expressions may use: a cell of a table of the last answer, and p adjusted by Holm. */
const helpers = `
  const last = all.at(-1);
  const cell = (row, column) => {
    for (const { columns, rows } of last.tables)
      for (const cells of rows)
        if (cells[0] === row && columns.includes(column)) return cells[columns.indexOf(column)];
  };
  const holm = (p) => {
    const adjusted = [];
    p.map((_, i) => i).sort((i, j) => p[i] - p[j]).reduce(
      (most, i, place) => (adjusted[i] = Math.max(most, Math.min(1, (p.length - place) * p[i]))), 0);
    return adjusted;
  };`;

/** What an expression picks out of these answers. */
export const pick = (expression: string, all: readonly unknown[]): unknown => {
  const text: unknown = runInNewContext(
    `{ ${helpers} JSON.stringify(${expression}); }`,
    { all },
    { timeout: 1000 },
  );
  return typeof text === 'string' ? JSON.parse(text) : undefined;
};

/** The input of a call, after the answers before it. */
export const filledIn = (given: Input, all: readonly unknown[]): Input =>
  input.parse(fill(given, all));

function fill(one: Json, all: readonly unknown[]): unknown {
  if (typeof one === 'string') return one.startsWith('=') ? pick(one.slice(1), all) : one;
  if (Array.isArray(one)) return one.map((item) => fill(item, all));
  if (typeof one === 'object' && one !== null)
    return Object.fromEntries(Object.entries(one).map(([name, item]) => [name, fill(item, all)]));
  return one;
}

/** Days and moments in one form: `2026-03-13 11:00` as `2026-03-13T11:00:00`. */
const asMoment = (text: string): string => {
  const [, day, time = '00:00', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.0+)?Z?)?$/.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}${seconds}`;
};

/** Whether an answer is the expected one: lists in any order, numbers within `close`. */
export function isRight(found: unknown, expected: z.infer<typeof value>, close: number): boolean {
  if (typeof expected === 'number')
    return (
      typeof found === 'number' &&
      (found === expected || Math.abs(found - expected) <= close * Math.abs(expected))
    );
  if (typeof expected === 'string')
    return typeof found === 'string' && asMoment(found) === asMoment(expected);
  return (
    Array.isArray(found) &&
    JSON.stringify(found.map(String).toSorted()) === JSON.stringify(expected.toSorted())
  );
}
