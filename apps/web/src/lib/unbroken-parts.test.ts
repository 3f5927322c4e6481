import { expect, test } from 'vitest';
import { unbrokenParts } from './unbroken-parts.ts';

const figuresOf = (sentence: string): string[] =>
  unbrokenParts(sentence).filter((_, i) => i % 2 === 1);

test('figures and intervals stay on one line, and the parts are the sentence', () => {
  const sentence =
    'Means 42.10 and 45.85, difference −3.76, 95% CI [−4.87, −2.65] (t(329.29) = −6.67, p < .001, Hedges’ g = −0.73, n = 1,510).';
  expect(figuresOf(sentence)).toEqual([
    '[−4.87, −2.65]',
    't(329.29) = −6.67',
    'p < .001',
    'g = −0.73',
    'n = 1,510',
  ]);
  expect(unbrokenParts(sentence).join('')).toBe(sentence);
});

test('a sentence without figures is one part, and long names may be broken', () => {
  expect(unbrokenParts('Nothing here needs a second look.')).toHaveLength(1);
  expect(figuresOf('rows where a_very_long_name > 5 are kept [as text]')).toEqual([]);
});
