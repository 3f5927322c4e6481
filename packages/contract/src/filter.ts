import { z } from 'zod';
import { columnName, expressionText, scalar } from './cell.ts';
import { nearestNames } from './nearest-names.ts';
import { checkedFirst, isPlainObject, type Wrong } from './checked-first.ts';
import { joinedConditions } from './foreign-view.ts';
import { sayIssue } from './say-issue.ts';

const comparison = z.strictObject({
  column: columnName,
  op: z.enum(['eq', 'ne', 'lt', 'le', 'gt', 'ge']),
  value: scalar,
});
const membership = z.strictObject({
  column: columnName,
  op: z.enum(['in', 'not_in']),
  values: z.array(scalar).min(1).max(1000),
});
const range = z.strictObject({
  column: columnName,
  op: z.literal('between').describe('Both ends included.'),
  low: scalar,
  high: scalar,
});
const textMatch = z.strictObject({
  column: columnName,
  op: z
    .enum(['contains', 'starts_with', 'ends_with'])
    .describe('Upper and lower case are the same.'),
  value: z.string().max(1000),
});
const presence = z.strictObject({ column: columnName, op: z.enum(['is_missing', 'is_present']) });

export type Condition =
  | z.infer<typeof comparison>
  | z.infer<typeof membership>
  | z.infer<typeof range>
  | z.infer<typeof textMatch>
  | z.infer<typeof presence>;
export type Filter = Condition | { and: Filter[] } | { or: Filter[] } | { not: Filter };

const most = 50;
const conditions = [comparison, membership, range, textMatch, presence] as const;
const operatorsOf = ({ shape: { op } }: (typeof conditions)[number]): string[] => [
  ...(op instanceof z.ZodLiteral ? op.values : op.options),
];
const byOperator = new Map<unknown, (typeof conditions)[number]>(
  conditions.flatMap((condition) => operatorsOf(condition).map((op) => [op, condition])),
);
const operators: readonly string[] = conditions.flatMap(operatorsOf);
const joiners = ['and', 'or', 'not'] as const;
const form =
  'A condition has column, op and, as the op needs, value, values, or low and high; ' +
  'conditions are joined by { and: […] }, { or: […] } and { not: … }.';

/** What is published, and what a filter that has passed `firstWrong` is read by. */
const tree: z.ZodType<Filter> = z
  .lazy(() =>
    z.union([
      ...conditions,
      z.strictObject({ and: z.array(tree).min(1).max(most) }),
      z.strictObject({ or: z.array(tree).min(1).max(most) }),
      z.strictObject({ not: tree }),
    ]),
  )
  .meta({ id: 'Filter' });

type Path = readonly (string | number)[];

/**
 * The first thing wrong with a filter, in the order of the text; null where there is none. It walks
 * without recursion
 * and asks each part only the one form that its fields name: a union would let every form complain
 * of every part.
 */
function firstWrong(filter: unknown): Wrong | null {
  const waiting: { readonly value: unknown; readonly path: Path }[] = [{ value: filter, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (!isPlainObject(value))
      return { path, expected: 'object', message: `A filter is an object. ${form}` };
    const joiner = joiners.find((name) => Object.hasOwn(value, name));
    if (joiner === undefined) {
      const wrong = wrongCondition(value, path);
      if (wrong !== null) return wrong;
      continue;
    }
    const other = Object.keys(value).find((name) => name !== joiner);
    if (other !== undefined)
      return {
        path: [...path, other],
        message: `Beside '${joiner}' there is no other field. ${form}`,
      };
    const inner = value[joiner];
    if (joiner === 'not') {
      waiting.push({ value: inner, path: [...path, joiner] });
      continue;
    }
    if (!Array.isArray(inner) || inner.length === 0 || inner.length > most)
      return { path: [...path, joiner], message: `'${joiner}' is a list of 1 to ${most} filters.` };
    for (let i = inner.length - 1; i >= 0; i--)
      waiting.push({ value: inner[i], path: [...path, joiner, i] });
  }
  return null;
}

function wrongCondition(value: Readonly<Record<string, unknown>>, path: Path): Wrong | null {
  const { op } = value;
  if (op === undefined) return { path, message: form };
  const condition = byOperator.get(op);
  if (condition === undefined || typeof op !== 'string') {
    const [near] = typeof op === 'string' ? nearestNames(op, operators) : [];
    return {
      path: [...path, 'op'],
      message:
        `There is no such op.${near === undefined ? '' : ` Did you mean '${near}'?`} The ops ` +
        `are ${operators.join(', ')}.`,
    };
  }
  const issue = condition.safeParse(value, { error: sayIssue }).error?.issues[0];
  if (issue === undefined) return null;
  const fields = `A condition with the op '${op}' has ${Object.keys(condition.shape).join(', ')}.`;
  if (issue.code === 'unrecognized_keys')
    return { path: [...path, issue.keys[0] ?? ''], message: `There is no such field. ${fields}` };
  const [name = ''] = issue.path;
  return {
    path: [
      ...path,
      ...issue.path.map((part) => (typeof part === 'symbol' ? part.toString() : part)),
    ],
    message: Object.hasOwn(value, name) ? issue.message : `It is missing. ${fields}`,
  };
}

/**
 * A row with a missing value in the column satisfies no condition but is_missing (three-valued
 * logic, as in SQL).
 */
export const filter = checkedFirst(firstWrong, tree);
/** What is wrong with a filter that is no text, with the text that says the same. */
function wrongOf(value: unknown): Wrong | null {
  const joined = joinedConditions(value);
  if (joined !== undefined) return { path: [], expected: 'object', message: joined };
  const wrong = firstWrong(value);
  return wrong === null || wrong.path.length > 0
    ? wrong
    : { ...wrong, message: `${wrong.message} Or write a text, such as "age > 30".` };
}

/** A condition, or an expression as text. */
export const filterOrText = checkedFirst(
  (value) => (typeof value === 'string' ? null : wrongOf(value)),
  z.union([tree, expressionText]),
);
