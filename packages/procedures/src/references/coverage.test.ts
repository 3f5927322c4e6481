import { AppError } from '@columnist/contract';
import { openTestEngine, type TestEngine } from '@columnist/workers/testing';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { answerOf } from '../testing-answers.ts';
import { compare, type Compared } from './compare.ts';
import { fixtureFiles, referenceAnswers } from './fixtures.ts';
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
const references = referenceAnswers(fixtureFiles());

const shown = ({ place, ours, wanted }: Compared): string =>
  `${place}: ${String(ours)} against ${wanted === undefined ? 'no reference' : JSON.stringify(wanted)}`;

describe(`every number of an answer is that of its reference (${ofSample})`, () => {
  test.each(sampled(questions, 150).map((question) => [question.id, question] as const))(
    '%s',
    async (id, { operation, table, input }) => {
      const reference = references.get(id);
      const answer = await answerOf(tests.engine, admitted.get(table), operation, input).catch(
        (error: unknown) => {
          if (error instanceof AppError) return null;
          throw error;
        },
      );
      if (answer === null) return;
      const wrong = compare(answer, reference ?? {}, input).filter(
        ({ digits, least }) => digits < least,
      );
      expect(wrong.slice(0, 12).map(shown)).toEqual([]);
    },
  );
});
