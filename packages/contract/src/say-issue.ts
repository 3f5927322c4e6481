import type { z } from 'zod';

/** What a value is, as the person who sent it calls it. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
  record: 'an object with named fields',
  null: 'null',
};
const called = (kind: string): string => kinds[kind] ?? kind;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : String(value);
  return typeof value;
}

const listed = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ');

/**
 * What is wrong with a value, in words, where its schema does not say so itself; undefined leaves it
 * to zod.
 */
export function sayIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const wanted = called(issue.expected);
    if (issue.input === undefined) return `This field is missing: give ${wanted}.`;
    // A number that is not whole is a number too.
    return issue.expected === 'int' && typeof issue.input === 'number'
      ? 'Give a whole number.'
      : `Give ${wanted}, not ${called(kindOf(issue.input))}.`;
  }
  if (issue.code === 'invalid_value') {
    const choice =
      issue.values.length === 1 ? listed(issue.values) : `one of ${listed(issue.values)}`;
    return issue.input === undefined ? `This field is missing: give ${choice}.` : `Give ${choice}.`;
  }
  if (issue.code === 'invalid_union' && Array.isArray(issue['options']))
    return `Give one of ${listed(issue['options'])}.`;
  if (issue.code === 'invalid_format' && issue.format === 'uuid')
    return 'Give a UUID, as it was in an answer.';
  return undefined;
}
