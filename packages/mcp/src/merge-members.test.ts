import { expect, test } from 'vitest';
import { z } from 'zod';
import { mergeMembers } from './merge-members.ts';

const described = (method: string, text: string) =>
  z.strictObject({ method: z.literal(method), effect: z.number().describe(text) });
const effectOf = (...texts: readonly [string, ...string[]]): unknown => {
  const [first, ...others] = texts.map((text, i) => described(`m${i}`, text));
  if (first === undefined) throw new Error('A union has members.');
  const union = z.discriminatedUnion('method', [first, ...others]);
  return mergeMembers(z.toJSONSchema(union)).properties?.['effect'];
};

test('a field that means another thing in each method says all of them', () => {
  expect(effectOf("Cohen's d.", "Cohen's f.", "Cohen's h.", "Cohen's h.", 'r.')).toEqual({
    type: 'number',
    description: "Cohen's d. Cohen's f. Cohen's h. r.",
  });
});

test('what most methods say is said alone, and once', () => {
  expect(effectOf('A share.', 'A share.', 'A share of all.')).toEqual({
    type: 'number',
    description: 'A share.',
  });
});
