import { operations } from '@columnist/contract';
import { expect, test } from 'vitest';
import { fitAnswer } from './fit-answer.ts';

const answer = { answer: { n_used: 3, code: { r: 'mean(d$x)', python: 'd.x.mean()' } } };

test('an explanation has the code it is asked for, other concise answers have none', async () => {
  const { explain, analyze } = operations.datasets;
  const ofExplanation = { operation: explain, given: { answer_id: '0123456789abcd' } };
  expect(await fitAnswer(answer, 'concise', {}, ofExplanation)).toEqual(answer);
  expect(await fitAnswer(answer, 'concise', {}, { operation: analyze, given: {} })).toEqual({
    answer: { n_used: 3 },
  });
});
