import type { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
export type Field = NonNullable<JsonSchema['properties']>[string];

/**
 * A union of objects as one object with the fields of all, of which those that every member needs
 * are required.
 */
export function mergeMembers({ oneOf, anyOf, ...rest }: JsonSchema): JsonSchema {
  const members = oneOf ?? anyOf;
  if (members === undefined) return rest;
  const schemasOf = new Map<string, Field[]>();
  const whole = members.map((member) => ({
    ...member,
    ...rest.$defs?.[member.$ref?.replace('#/$defs/', '') ?? ''],
  }));
  for (const member of whole)
    for (const [name, schema] of Object.entries(member.properties ?? {}))
      schemasOf.set(name, [...(schemasOf.get(name) ?? []), schema]);
  const properties = Object.fromEntries(
    [...schemasOf].map(([name, schemas]) => [name, mergeField(schemas)]),
  );
  const required = [...schemasOf.keys()].filter((name) =>
    whole.every((member) => member.required?.includes(name)),
  );
  return { type: 'object', properties, required, additionalProperties: false, ...rest };
}

/**
 * Constants become an enumeration, schemas that differ in their words alone one, others
 * alternatives.
 */
function mergeField(schemas: readonly Field[]): Field {
  const constants = schemas.flatMap((schema) =>
    typeof schema === 'object' && typeof schema.const === 'string' ? [schema.const] : [],
  );
  if (constants.length === schemas.length) return { type: 'string', enum: constants };
  const [first = {}, ...others] = new Map(
    schemas.toReversed().map((schema) => [shapeOf(schema), schema]),
  ).values();
  return others.length === 0
    ? withTextsOf(schemas, first)
    : { anyOf: [...others.toReversed(), first].filter((schema) => typeof schema === 'object') };
}

/** What most members say of a field, or the first of two; of more meanings each. */
function withTextsOf(schemas: readonly Field[], field: Field): Field {
  const said = schemas.flatMap((schema) =>
    typeof schema === 'object' && schema.description !== undefined ? [schema.description] : [],
  );
  const texts = [...new Set(said)];
  const isOfMost = texts.some(
    (text) => 2 * said.filter((one) => one === text).length >= said.length,
  );
  return typeof field !== 'object' || texts.length < 2 || isOfMost
    ? field
    : { ...field, description: texts.join(' ') };
}

const words: ReadonlySet<string> = new Set(['description', 'default', 'minItems', 'maxItems']);
const shapeOf = (schema: Field): string =>
  JSON.stringify(schema, (key, value: unknown) => (words.has(key) ? undefined : value));
