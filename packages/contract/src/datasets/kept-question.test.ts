import { expect, test } from 'vitest';
import { keptQuestion, testQuestion } from './sharing.ts';

/** As versions kept it in which every method took a level of confidence. */
const kept = {
  operation: 'analyze_time_series',
  options: {
    method: 'overview',
    value: 'mass',
    time: 'day',
    aggregate: 'mean',
    gaps: 'keep',
    confidence_level: 0.95,
  },
};

test('a kept question is read without a level that its method does not take any more', () => {
  const { confidence_level: _level, ...options } = kept.options;
  expect(keptQuestion.parse(kept)).toEqual({ ...kept, options });
  expect(testQuestion.safeParse(kept).success).toBe(false);
  const leveled = { ...kept, options: { ...kept.options, method: 'mann_kendall' } };
  expect(keptQuestion.parse(leveled)).toEqual(leveled);
});

test('nothing else that a kept question has too much is left out', () => {
  const wrong = { ...kept, options: { ...kept.options, confidence: 0.95 } };
  expect(keptQuestion.safeParse(wrong).success).toBe(false);
});
