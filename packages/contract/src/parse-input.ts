import type { z } from 'zod';
import { AppError, type FieldError } from './errors.ts';
import type { Operation } from './operation.ts';

/** Far beyond any sensible filter, far from the depth at which a recursive check runs out of stack. */
const deepest = 64;

/** The input as the operation wants it; nothing sent counts as the empty object. Throws malformed_request, invalid_input. */
export function parseInput(operation: Operation, raw: unknown): unknown {
  refuseDeep(raw);
  const parsed = operation.input.safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error.issues);
  const [first] = fields;
  const where = first === undefined || first.field === '' ? '' : `${first.field}: `;
  throw new AppError('invalid_input', `${where}${first?.message ?? 'The input is not valid.'}`, { errors: fields.slice(0, 50) });
}

function refuseDeep(raw: unknown): void {
  let level = [raw];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw new AppError('malformed_request', `The JSON is nested deeper than ${deepest} levels.`);
    level = level.flatMap((value) => (isPlain(value) ? Object.values(value).filter((member) => isPlain(member)) : []));
  }
}

const isPlain = (value: unknown): value is object => Array.isArray(value) || (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** One entry a wrong field; of a union, what its nearest member says. */
function fieldErrors(issues: readonly z.core.$ZodIssue[], path: readonly PropertyKey[] = []): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    const here = [...path, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return fieldErrors(nearest(issue.errors), here);
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ field: [...here, key].join('.'), message: 'There is no such field.' }));
    return [{ field: here.join('.'), message: issue.message }];
  });
}

/** The member with the fewest complaints, a field too many or missing weighing more than a wrong value. */
function nearest(members: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const weight = (issues: readonly z.core.$ZodIssue[]) => issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
  return members.toSorted((a, b) => weight(a) - weight(b))[0] ?? [];
}
