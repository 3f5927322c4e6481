import { expect, it } from 'vitest';
import { z } from 'zod';
import { allOperations, computes } from './operations.ts';

it('knows every query whose input may be longer than an address as one that computes', () => {
  const long = allOperations.filter(
    ({ kind, rest }) => kind === 'query' && rest?.method === 'post',
  );
  expect(long.map(({ path }) => path)).toContain('datasets.compareGroups');
  expect(long.filter((operation) => !computes(operation))).toEqual([]);
});

it('answers agents about data with an id that explain takes', () => {
  const asked = allOperations.filter((one) => one.mcp !== undefined && computes(one));
  expect(asked.map(({ mcp }) => mcp?.name)).toContain('get_rows');
  const withoutId = asked.filter(({ output }) => !hasId(output));
  expect(withoutId.map(({ path }) => path)).toEqual([]);
});

/** Whether each kind of answer has it. */
const hasId = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodUnion
    ? schema.options.every((one) => one instanceof z.ZodType && hasId(one))
    : schema instanceof z.ZodObject && 'answer_id' in schema.shape;
