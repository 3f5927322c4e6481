import { z } from 'zod';
import type { FieldError } from './error-details.ts';
import { AppError } from './errors.ts';
import { signatureOf } from './methods/describe-method.ts';
import { families } from './methods/families.ts';
import { everyMethod, methodNamed } from './methods/registry.ts';
import { operations } from './operations.ts';
import { namesMeaning } from './synonyms.ts';
import { sayIssue } from './say-issue.ts';
import type { Operation } from './operation.ts';
import { withTwoColumns } from './two-columns.ts';
import { refuseOversize } from './refuse-oversize.ts';
import { refuseBrokenText } from './refuse-broken-text.ts';

const mostErrors = 50;
const longestField = 200;

/**
 * The input as the operation wants it; nothing sent counts as the empty object. Throws
 * malformed_request, too_complex, request_too_large, invalid_input.
 */
export function parseInput(operation: Operation, raw: unknown): unknown {
  refuseOversize(operation, raw);
  refuseBrokenText(raw);
  const asked = withTwoColumns(operation, raw ?? {});
  return parseBySchema(operation.input, asked, () => fixOf(operation, raw));
}

/**
 * A document as its schema has it, of any size. Throws invalid_input with the wrong fields in our
 * words, and with what `sayFix` says to do.
 */
export function parseBySchema<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  sayFix: () => string | undefined = () => undefined,
): z.output<Schema> {
  const parsed = schema.safeParse(raw, { error: sayIssue });
  if (parsed.success) return parsed.data;
  const fields: FieldError[] = [];
  collectErrors(parsed.error.issues, [], fields);
  const [first] = fields;
  const where = first === undefined || first.field === '' ? '' : `${first.field}: `;
  const fix = sayFix();
  throw new AppError('invalid_input', `${where}${first?.message ?? 'The input is not valid.'}`, {
    errors: fields,
    ...(fix === undefined ? {} : { fix }),
  });
}

/** The usual method of each question that an operation answers, where it has methods. */
function usualOf(path: string): string | undefined {
  const usual = everyMethod.flatMap(([asked, { method, family, usual: isUsual }]) =>
    isUsual === true && operations.datasets[asked].path === path
      ? [`${method} (${families[family].toLowerCase()})`]
      : [],
  );
  return usual.length === 0 ? undefined : `Usual are ${usual.join(', ')}.`;
}

const ofSurvival = /^(log[_-]?rank|kaplan[_-]?meier|km$|cox|cox_?ph|coxph|survival|hazard)/i;

const methodGiven = z.looseObject({ method: z.string() });

/** What the method takes that was asked for, or which operation takes it. */
function fixOf({ path }: Operation, raw: unknown): string | undefined {
  const { data } = methodGiven.safeParse(raw);
  if (data === undefined) return usualOf(path);
  const known = methodNamed(path, data.method);
  if (known !== undefined) return formulaOf(path, raw) ?? signatureOf(known);
  if (ofSurvival.test(data.method))
    return (
      'There are no methods of survival analysis here. SQL gives Kaplan–Meier, from the deaths and ' +
      'the rows at risk of each day: product(1 - deaths / at_risk) OVER (ORDER BY day).'
    );
  const meanings = namesMeaning(data.method);
  const meant = everyMethod.filter(([, { method }]) => meanings.includes(method));
  const isHere = meant.some(([asked]) => operations.datasets[asked].path === path);
  const [asked, found] =
    everyMethod.find(([, { method }]) => method === data.method) ?? (isHere ? [] : meant)[0] ?? [];
  const other = asked === undefined ? undefined : operations.datasets[asked];
  return found === undefined || other === undefined || path === other.path
    ? undefined
    : `${found.method} is a method of ${other.mcp.name} (${other.rest.path}).`;
}

const ofModel = z.looseObject({
  y: z.string().max(100),
  x: z.union([z.string().max(100), z.array(z.string().max(100)).min(1).max(5)]),
});

/** The formula of what is named as the two sides of a model. */
function formulaOf(path: string, raw: unknown): string | undefined {
  const { data } = ofModel.safeParse(raw);
  if (path !== operations.datasets.fitRegression.path || data === undefined) return undefined;
  const named = (column: string): string =>
    /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column) ? column : `\`${column}\``;
  return `Write formula: ${JSON.stringify(`${named(data.y)} ~ ${[data.x].flat().map(named).join(' + ')}`)}.`;
}

/** One entry a wrong field, until there are enough; of a union, what its nearest member says. */
function collectErrors(
  issues: readonly z.core.$ZodIssue[],
  path: readonly PropertyKey[],
  errors: FieldError[],
): void {
  const add = (at: readonly PropertyKey[], message: string): void => {
    if (errors.length < mostErrors)
      errors.push({ field: at.join('.').slice(0, longestField), message });
  };
  // What is of the wrong type has no length to complain about.
  const ofType = new Set(
    issues.flatMap(({ code, path: at }) => (code === 'invalid_type' ? [at.join('.')] : [])),
  );
  for (const issue of issues) {
    if (errors.length >= mostErrors) return;
    if (issue.code === 'too_big' && ofType.has(issue.path.join('.'))) continue;
    const here = [...path, ...issue.path];
    if (issue.code === 'invalid_union' && issue.errors.length > 0)
      collectErrors(nearest(issue.errors), here, errors);
    else if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, mostErrors)) add([...here, key], issue.message);
    else add(here, issue.message);
  }
}

/**
 * The member with the fewest complaints, a field too many or missing weighing more than a wrong
 * value; last of all one that takes no value of this type.
 */
function nearest(members: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const weight = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce(
      (sum, issue) =>
        sum +
        (issue.code === 'unrecognized_keys'
          ? issue.keys.length
          : issue.code === 'invalid_type' && issue.path.length === 0
            ? Number.MAX_SAFE_INTEGER
            : 1),
      0,
    );
  return members.toSorted((a, b) => weight(a) - weight(b))[0] ?? [];
}
