import type { JsonSchema } from './merge-members.ts';

const limits: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

/** Keywords whose members are names of the schema's author, not keywords. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
/** Keywords that hold a value, which is kept as it is. */
const valued: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);

/** Without limits of length and size, and open; properties that are named like a limit stay. */
export function withoutLimits(schema: JsonSchema): JsonSchema {
  const kept: JsonSchema = JSON.parse(JSON.stringify(bare(schema)));
  return kept;
}

function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([keyword, value]) =>
          !limits.has(keyword) && !(keyword === 'additionalProperties' && value === false),
      )
      .map(([keyword, value]) => [keyword, withinKeyword(keyword, value)]),
  );
}

function withinKeyword(keyword: string, value: unknown): unknown {
  if (valued.has(keyword)) return value;
  return maps.has(keyword) && isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bare(one)]))
    : bare(value);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
