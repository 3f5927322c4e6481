import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from './errors.ts';
import { allOperations, operations } from './operations.ts';
import { parseInput } from './parse-input.ts';
import { sayIssue } from './say-issue.ts';
import { schemasIn } from './testing-schemas.ts';

/** Each is wrong for most of what an input is made of. */
const probes: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  ' ',
  'zz',
  '\u200b',
  'x'.repeat(600_000),
  -1e21,
  1e21,
  0.123_456_789,
  Number.NaN,
  [],
  Array.from({ length: 2500 }, () => null),
  {},
  { nowhere: 1 },
  { '': 1 },
];

interface Said {
  readonly code: string;
  readonly message: string;
}

/** Of an issue and all of its members. */
const saidOf = (issue: z.core.$ZodIssue): readonly Said[] => [
  { code: issue.code, message: issue.message },
  ...(issue.code === 'invalid_union' ? issue.errors.flat().flatMap(saidOf) : []),
];

test('nothing that any input is made of is refused in the words of zod', () => {
  const seen = new Set<z.core.$ZodType>();
  const said = allOperations
    .flatMap(({ input }) => [...schemasIn(input, '', seen)])
    .flatMap(({ schema }) =>
      probes.flatMap(
        (probe) =>
          z.core.safeParse(schema, probe, { error: sayIssue }).error?.issues.flatMap(saidOf) ?? [],
      ),
    );
  const words = /^(?:Too (?:small|big)|Invalid|Unrecognized|Expected)/;
  expect([...new Set(said.map(({ message }) => message))].filter((one) => words.test(one))).toEqual(
    [],
  );
  expect([...new Set(said.map(({ code }) => code))].toSorted()).toEqual([
    'custom',
    'invalid_format',
    'invalid_type',
    'invalid_union',
    'invalid_value',
    'too_big',
    'too_small',
    'unrecognized_keys',
  ]);
});

test.each([
  [z.string().min(1), '', 'Must not be empty.'],
  [z.string().min(2), 'a', 'Must have at least 2 characters.'],
  [z.string().max(1), 'ab', 'Must have at most 1 character.'],
  [z.string().length(14), 'zz', 'Must have 14 characters.'],
  [z.array(z.int()).min(1), [], 'Must not be empty.'],
  [z.array(z.int()).max(2), [1, 2, 3], 'Must have at most 2 items.'],
  [z.array(z.int()).length(1), [], 'Must have 1 item.'],
  [z.int().min(1), -1, 'Must be at least 1.'],
  [z.int().max(200), 1_000_000, 'Must be at most 200.'],
  [z.int(), 99_999_999_999_999_999_999, 'Must be at most 9007199254740991.'],
  [z.number().gt(0), 0, 'Must be more than 0.'],
  [z.number().lt(1), 1, 'Must be less than 1.'],
  [z.number().multipleOf(5), 7, 'Must be a multiple of 5.'],
  [z.email(), 'x', 'Enter an e-mail address.'],
  [z.iso.datetime(), 'x', 'Give a time in UTC, such as 2026-01-31T12:00:00Z.'],
  [z.string().regex(/^a+$/), 'b', 'Must match /^a+$/.'],
  [z.custom(() => false), 'b', 'This value may not be used here.'],
])('%#: a limit is said in words', (schema, value, message) => {
  expect(schema.safeParse(value, { error: sayIssue }).error?.issues.map(saidOf)).toEqual([
    [{ code: expect.any(String), message }],
  ]);
});

test('a limit is named with its field', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  const refused = (): unknown => parseInput(operations.datasets.rows, { id, limit: -1 });
  expect(refused).toThrow(
    new AppError('invalid_input', 'limit: Must be at least 1.', {
      errors: [{ field: 'limit', message: 'Must be at least 1.' }],
    }),
  );
});
