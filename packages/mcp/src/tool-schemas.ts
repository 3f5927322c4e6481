import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Field = NonNullable<JsonSchema['properties']>[string];

/** What a tool takes, as clients are told. One closed object: the interfaces of several models take no union at its root. */
export const argumentsSchema = (schema: z.ZodType): StandardSchemaWithJSON => told(withoutIdle(mergeMembers(asText(jsonSchemaOf(schema, 'input')))));

/** What a tool answers, as clients are told; one of several results as one object with the fields of all. */
export const resultSchema = (schema: z.ZodType): StandardSchemaWithJSON => told(withoutIdle(mergeMembers(jsonSchemaOf(schema, 'output'))));

/** Told only: the operation itself checks what it takes and gives, with the same errors at every door. */
function told(jsonSchema: JsonSchema): StandardSchemaWithJSON {
  return { '~standard': { version: 1, vendor: 'columnist', validate: (value) => ({ value }), jsonSchema: { input: () => jsonSchema, output: () => jsonSchema } } };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...root } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // Said already by the format, or by being an integer at all.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return withoutReference(root);
}

/** Filters and expressions as text alone: what can be said in two ways is told in the one a model writes best. */
const structured = new Set(['#/$defs/Filter', '#/$defs/Expression']);

function asText<Schema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('anyOf' in value) || !Array.isArray(value.anyOf)) return value;
    const { anyOf, ...rest } = value;
    const texts = anyOf.filter((member: { $ref?: string }) => !structured.has(member.$ref ?? ''));
    return texts.length === anyOf.length || texts.length !== 1 ? value : { ...texts[0], ...rest };
  });
}

/** Without definitions that nothing refers to. */
function withoutIdle({ $defs, ...rest }: JsonSchema): JsonSchema {
  if ($defs === undefined) return rest;
  const used = new Set<string>();
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(JSON.stringify($defs[name] ?? {}));
    }
  };
  visit(JSON.stringify(rest));
  const kept = Object.fromEntries(Object.entries($defs).filter(([name]) => used.has(name)));
  return used.size === 0 ? rest : { ...rest, $defs: kept };
}

/** A named schema in place of the reference to it: MCP wants `type: object` at the root. */
function withoutReference({ $ref, $defs, ...rest }: JsonSchema): JsonSchema {
  const name = $ref?.replace('#/$defs/', '');
  if (name === undefined || $defs === undefined) return { ...rest, ...($ref === undefined ? {} : { $ref }), ...($defs === undefined ? {} : { $defs }) };
  const { [name]: named, ...others } = $defs;
  return { ...named, ...rest, ...(Object.keys(others).length === 0 ? {} : { $defs: others }) };
}

/** A union of objects as one object with the fields of all, of which those that every member needs are required. */
function mergeMembers({ oneOf, anyOf, ...rest }: JsonSchema): JsonSchema {
  const members = oneOf ?? anyOf;
  if (members === undefined) return rest;
  const schemasOf = new Map<string, Field[]>();
  const whole = members.map((member) => ({ ...member, ...rest.$defs?.[member.$ref?.replace('#/$defs/', '') ?? ''] }));
  for (const member of whole) for (const [name, schema] of Object.entries(member.properties ?? {})) schemasOf.set(name, [...(schemasOf.get(name) ?? []), schema]);
  const properties = Object.fromEntries([...schemasOf].map(([name, schemas]) => [name, mergeField(schemas)]));
  const required = [...schemasOf.keys()].filter((name) => whole.every((member) => member.required?.includes(name)));
  return { type: 'object', properties, required, additionalProperties: false, ...rest };
}

/** Constants become an enumeration, equal schemas one, others alternatives. */
function mergeField(schemas: readonly Field[]): Field {
  const constants = schemas.flatMap((schema) => (typeof schema === 'object' && typeof schema.const === 'string' ? [schema.const] : []));
  if (constants.length === schemas.length) return { type: 'string', enum: constants };
  const [first = {}, ...others] = new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values();
  return others.length === 0 ? first : { anyOf: [first, ...others].filter((schema) => typeof schema === 'object') };
}
