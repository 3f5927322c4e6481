import { AppError, everyMethod, testResult } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { askMethod } from './testing-methods.ts';

const names: Readonly<Record<string, string>> = {
  a: 'male',
  b: 'female',
  p: 'gentoo',
  q: 'adelie',
  r: 'chinstrap',
};
/**
 * The columns that the examples of methods name: numbers, two groups, several, and the two groups
 * again.
 */
const rows = (lines: readonly string[]): string =>
  `mass,wing,bill,sex,kind,after,before,day,gappy\n${lines
    .map((line) => {
      const [x, y, z, ...labels] = line.split(',');
      const [g, h, k] = labels.map((label) => names[label] ?? label);
      return [x, y, z, g, h, k, g, y, z].join(',');
    })
    .join('\n')}\n`;
const tables: Readonly<Record<string, string>> = {
  'one row': rows(['1,2,3,a,p,a']),
  'two rows': rows(['1,2,3,a,p,b', '2,5,1,b,q,a']),
  'three rows': rows(['1,2,3,a,p,a', '2,5,1,b,q,b', '4,4,4,a,r,b']),
  constants: rows(Array.from({ length: 8 }, (_, i) => `5,5,5,${'ab'[i % 2]},${'pqr'[i % 3]},a`)),
  'constant within groups': rows(
    Array.from(
      { length: 12 },
      (_, i) => `${i % 2},${i % 3},${i % 2},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
  'one group still': rows(
    Array.from(
      { length: 12 },
      (_, i) =>
        `${i % 2 === 0 ? 7 : i},${i},${i * i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ba'[i % 2]}`,
    ),
  ),
  'all but two missing': rows(
    Array.from({ length: 9 }, (_, i) =>
      i === 3 || i === 4 ? `${i},${2 * i},${i * i},${'ab'[i % 2]},${'pq'[i % 2]},a` : ',,,,,',
    ),
  ),
  'nearly all missing in one': rows(
    Array.from(
      { length: 9 },
      (_, i) => `${i === 5 ? 4 : ''},${i},${i * i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
  infinities: rows(
    Array.from(
      { length: 10 },
      (_, i) =>
        `${['Infinity', '-Infinity'][i] ?? i},${i * i},${(i * 7) % 5},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[(i * i) % 2]}`,
    ),
  ),
  'a large offset': rows(
    Array.from(
      { length: 12 },
      (_, i) =>
        `${1_000_000_000_000_000 + ((i * 7) % 12)},${900_000_000_000_000 + ((i * 5) % 11)},${i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[(i * i + 1) % 2]}`,
    ),
  ),
  'huge and tiny': rows(
    Array.from(
      { length: 10 },
      (_, i) =>
        `${(i % 4) + 1}e${i % 2 === 0 ? 300 : -300},${i + 1}e-200,${i + 1}e200,${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
  'all tied': rows(
    Array.from(
      { length: 14 },
      (_, i) =>
        `${i % 2},${(i + 1) % 2},${i % 2},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[(i + 1) % 2]}`,
    ),
  ),
  'a line': rows(
    Array.from(
      { length: 12 },
      (_, i) => `${i},${2 * i},${3 * i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
  'far apart': rows(
    Array.from(
      { length: 60 },
      (_, i) =>
        `${i % 2 === 0 ? i / 1e6 : 1e6 + i / 1e6},${i % 2 === 0 ? 1e6 + i : i},${i},${'ab'[i % 2]},${'pqr'[i % 3]},${'ab'[i % 2]}`,
    ),
  ),
};

/** Every method that needs a dataset, with its example. */
const asked = everyMethod.flatMap(([operation, method]) =>
  operation === 'calculatePower' ? [] : [[operation, method] as const],
);

let tests: TestEngine;
beforeAll(async () => {
  tests = await openTestEngine();
});
afterAll(() => tests.close());

const known: ReadonlySet<string> = new Set([
  'invalid_input',
  'wrong_column_type',
  'too_complex',
  'unknown_column',
]);

describe.each(sampled(Object.entries(tables), 5))(`%s (${ofSample})`, (_, csv) => {
  test('every method answers with numbers, or says what to do', async () => {
    const { table } = await tests.admit(csv);
    const wrong: string[] = [];
    for (const [operation, { method, example }] of asked) {
      try {
        const result = await askMethod(tests.engine, table, operation, { method, ...example });
        const words =
          result === null
            ? ''
            : [result.sentence, result.apa, ...result.assumptions.map(({ said }) => said)].join(
                ' ',
              );
        if (
          result !== null &&
          (!testResult.safeParse(result).success ||
            result.procedure.method !== method ||
            /NaN|undefined|Infinity/.test(words) ||
            (result.p_value !== null && !(result.p_value >= 0 && result.p_value <= 1)))
        )
          wrong.push(`${method}: p ${result.p_value}, ${words}`);
      } catch (error) {
        if (
          !(error instanceof AppError) ||
          !known.has(error.code) ||
          /NaN|undefined/.test(error.message)
        )
          wrong.push(`${method}: ${String(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
