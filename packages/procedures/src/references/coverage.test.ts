import { everyMethod } from '@columnist/contract';
import { interpreterFor, depth, ofSample, sampled } from '@columnist/testing';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { comparedAnswer } from '../testing-coverage.ts';
import type { Compared } from './compare.ts';
import { figuresOf } from './figures.ts';
import { fixtureFiles, fixtureOf, referenceAnswers } from './fixtures.ts';
import { questions } from './questions.ts';
import { tables } from './tables.ts';

let tests: TestEngine;
const admitted = new Map<string, TableRef>();
beforeAll(async () => {
  tests = await openTestEngine();
  for (const [name, text] of Object.entries(tables))
    admitted.set(name, (await tests.admit(text)).table);
});
afterAll(() => tests.close());
const files = fixtureFiles();
const references = referenceAnswers(files);

test('every method has a reference program', () => {
  const known = new Set(files.flatMap(({ by }) => Object.keys(by)));
  const without = everyMethod
    .map(([operation, { method }]) => `${operation}.${method}`)
    .filter((name) => !known.has(name));
  expect(without).toEqual([]);
});

const shown = ({ place, ours, wanted }: Compared): string =>
  `${place}: ${String(ours)} against ${wanted === undefined ? 'no reference' : JSON.stringify(wanted)}`;

describe(`every number of an answer is that of its reference (${ofSample})`, () => {
  test.each(sampled(questions, 150).map((question) => [question.id, question] as const))(
    '%s',
    async (id, question) => {
      const found = await comparedAnswer(
        tests.engine,
        admitted.get(question.table),
        references,
        question,
      );
      expect(found === null, 'what has a reference has an answer').toBe(!references.has(id));
      const wrong = (found ?? []).filter(({ digits, least }) => digits < least);
      expect(wrong.slice(0, 12).map(shown)).toEqual([]);
    },
  );
});

const programs = [
  ['Python', ['numpy', 'pandas', 'scipy', 'statsmodels', 'sklearn']],
  ['R', ['jsonlite', 'nortest']],
] as const;

test.skipIf(depth === 'sample')(
  'the reference programs still give these answers',
  ({ skip }) => {
    for (const [language, packages] of programs) {
      const { lacks } = interpreterFor(language, packages);
      skip(lacks !== null, lacks ?? '');
    }
    const folder = mkdtempSync(join(tmpdir(), 'columnist-references-'));
    const script = resolve(import.meta.dirname, '../../../../scripts/fixtures/references.ts');
    const { status, stderr } = spawnSync(process.execPath, [script, `--to=${folder}`], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const again = referenceAnswers(
      readdirSync(folder).map((name) => fixtureOf(readFileSync(join(folder, name), 'utf8'))),
    );
    rmSync(folder, { recursive: true });
    expect([...again.keys()].toSorted()).toEqual([...references.keys()].toSorted());
    const changed = [...references].filter(([id, stored]) => {
      const [now, then] = [figuresOf(again.get(id)), figuresOf(stored)];
      return (
        now.length !== then.length ||
        now.some(({ value }, i) => {
          const old = then[i]?.value;
          return typeof value === 'number' && typeof old === 'number'
            ? Math.abs(value - old) > 1e-9 * Math.max(1e-3, Math.abs(old))
            : value !== old;
        })
      );
    });
    expect(changed.map(([id]) => id)).toEqual([]);
  },
  3_600_000,
);
