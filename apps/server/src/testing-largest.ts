import { inputLimits, type Operation } from '@columnist/contract';
import { inputOf, membersOf, type Input, type Shape } from './testing-bounds.ts';

/** In what an input is large: long texts, many members, or many levels. */
export type Largeness = 'long' | 'wide' | 'deep';
export const largenesses: readonly Largeness[] = ['long', 'wide', 'deep'];

/** What is left of what one input may hold. */
interface Left {
  parts: number;
  bytes: number;
}
type Fields = Readonly<Record<string, unknown>>;
/** Values that mean something to an operation, by the names of their fields. */
type Known = Readonly<Record<string, unknown>>;

const spare = { parts: 40, bytes: 2048 };

/** An input of every form of an operation, as large as its limits and those of all inputs admit. */
export function largestInputs(operation: Operation, largeness: Largeness, known: Known): Fields[] {
  const input = inputOf(operation);
  return formsOf(input).map((form) => {
    const left = { parts: inputLimits.parts - spare.parts, bytes: inputLimits.bytes - spare.bytes };
    return fieldsOf(input, form, largeness, known, left, 0);
  });
}

/** Inputs that are one beyond a limit, each with its place. */
export function beyondLimits(
  operation: Operation,
  known: Known,
): { readonly at: string; readonly value: Fields }[] {
  const input = inputOf(operation);
  return formsOf(input).flatMap((form) => {
    const least = leastFields(input, form, known);
    return Object.entries(form.properties ?? {}).flatMap(([name, field]) => {
      const one = input.of(field);
      const whole = membersOf(one).length === 0 ? [one] : membersOf(one).map(input.of);
      // A value that one form of several takes is within.
      const longest = Math.max(
        ...whole.map(({ type, maxLength = Infinity }) => (type === 'string' ? maxLength : 0)),
      );
      const most = Math.max(
        ...whole.map(({ type, maxItems = Infinity }) => (type === 'array' ? maxItems : 0)),
      );
      const texts =
        longest > 0 && longest < Infinity
          ? [{ at: name, value: { ...least, [name]: 'x'.repeat(longest + 1) } }]
          : [];
      const item = whole.find(({ type }) => type === 'array')?.items;
      const lists =
        most > 0 && most < Infinity && item !== undefined
          ? [
              {
                at: `${name}[]`,
                value: {
                  ...least,
                  [name]: Array.from({ length: most + 1 }, () => leastOf(input, item, known, name)),
                },
              },
            ]
          : [];
      return [...texts, ...lists];
    });
  });
}

function formsOf({ root, of }: Input): Shape[] {
  const members = membersOf(root).map(of);
  return (members.length === 0 ? [root] : members).map((form) => ({
    ...form,
    properties: withoutFiles(form.properties),
  }));
}

/** A file is sent as what it is, not as JSON. */
const withoutFiles = (properties: Shape['properties'] = {}): NonNullable<Shape['properties']> =>
  Object.fromEntries(
    Object.entries(properties).filter(([, { contentMediaType }]) => contentMediaType === undefined),
  );

const leastFields = (
  input: Input,
  { properties = {}, required = [] }: Shape,
  known: Known,
): Fields =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      required.includes(name) ? [[name, leastOf(input, field, known, name)]] : [],
    ),
  );

function leastOf(input: Input, field: Shape, known: Known, name: string): unknown {
  const one = input.of(field);
  const [member] = membersOf(one);
  if (one.const !== undefined) return one.const;
  if (one.enum !== undefined) return one.enum[0];
  if (member !== undefined) return leastOf(input, member, known, name);
  if (one.type === 'object')
    return one.properties === undefined ? {} : leastFields(input, one, known);
  if (one.type === 'array')
    return Array.from({ length: one.minItems ?? 0 }, () =>
      one.items === undefined ? null : leastOf(input, one.items, known, name),
    );
  return valueOf(one, known, name, 'wide', { parts: 1, bytes: 100 });
}

function fieldsOf(
  input: Input,
  form: Shape,
  largeness: Largeness,
  known: Known,
  left: Left,
  depth: number,
): Fields {
  const { properties = {}, required = [], additionalProperties, maxProperties = 0 } = form;
  const made: Record<string, unknown> = {};
  // What is needed comes before what takes all that is left.
  for (const [name, field] of Object.entries(properties).toSorted(
    ([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)),
  )) {
    if (left.parts < 2 && !required.includes(name)) continue;
    // A view that is named takes the place of any other.
    if (name === 'saved') continue;
    made[name] = largest(input, field, largeness, known, left, depth, name);
  }
  if (typeof additionalProperties !== 'object') return made;
  for (let i = 0; i < maxProperties && left.parts > 1; i++)
    made[`name ${i}`] = largest(input, additionalProperties, largeness, known, left, depth, '');
  return made;
}

/** As deep as a filter or an expression goes before its values. */
const deepest = inputLimits.depth - 10;

function largest(
  input: Input,
  field: Shape,
  largeness: Largeness,
  known: Known,
  left: Left,
  depth: number,
  name: string,
): unknown {
  const one = input.of(field);
  left.parts -= 1;
  if (one.const !== undefined) return one.const;
  if (one.enum !== undefined) return one.enum.at(-1);
  const members = membersOf(one).map(input.of);
  if (members.length > 0)
    return largest(
      input,
      choose(members, largeness, depth, left),
      largeness,
      known,
      left,
      depth,
      name,
    );
  if (one.type === 'object') return fieldsOf(input, one, largeness, known, left, depth + 1);
  if (one.type !== 'array') return valueOf(one, known, name, largeness, left);
  const { items, maxItems = 0, minItems = 0 } = one;
  if (items === undefined) return [];
  // Each list of a level leaves something to those beside it.
  const most =
    largeness === 'deep'
      ? Math.max(1, minItems)
      : Math.max(minItems, Math.min(maxItems, Math.floor(left.parts / 2)));
  const list: unknown[] = [];
  while (list.length < most && (left.parts > 1 || list.length < minItems))
    list.push(largest(input, items, largeness, known, left, depth + 1, name));
  return list;
}

/**
 * Of several forms: one that nests where there is room for it, one that ends where there is none.
 */
function choose(members: readonly Shape[], largeness: Largeness, depth: number, left: Left): Shape {
  const nests = members.filter(
    ({ type, properties = {}, items }) =>
      items !== undefined ||
      (type === 'object' &&
        Object.values(properties).some(
          ({ $ref, items: inner }) => $ref !== undefined || inner?.$ref !== undefined,
        )),
  );
  const ends = members.filter((member) => !nests.includes(member));
  const mayNest =
    left.parts > 20 && (largeness === 'deep' ? depth < deepest : largeness === 'wide' && depth < 6);
  const texts =
    largeness === 'long'
      ? ends.filter(({ type, maxLength }) => type === 'string' && maxLength !== undefined)
      : [];
  return (mayNest ? nests.at(-1) : (texts[0] ?? ends[0])) ?? members[0] ?? {};
}

function valueOf(
  {
    type,
    format,
    minLength = 0,
    maxLength = 0,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
  }: Shape,
  known: Known,
  name: string,
  largeness: Largeness,
  left: Left,
): unknown {
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') {
    const low = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1e-3);
    const high = maximum ?? (exclusiveMaximum === undefined ? 1_000_000 : exclusiveMaximum - 1e-3);
    return Math.max(low, Math.min(high, 1_000_000));
  }
  const meant = known[name];
  if (format === 'uuid')
    return typeof meant === 'string' ? meant : '01900000-0000-7000-8000-000000000000';
  if (format === 'date-time') return '2026-11-23T00:00:00.000Z';
  if (typeof meant === 'string' && (largeness !== 'long' || maxLength === 0)) return meant;
  const length = Math.max(minLength, Math.min(maxLength, Math.max(1, left.bytes)));
  left.bytes -= length;
  return 'x'.repeat(length);
}
