import { maxFileBytes } from '@columnist/contract';
import { z } from 'zod';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface SchemaCollection {
  /** The JSON Schema of a zod schema; parts with an id are referred to. */
  readonly of: (schema: z.ZodType, io: 'input' | 'output') => JsonObject;
  /** Those parts, by id. */
  readonly components: () => JsonObject;
}

/** Gathers the named parts of many schemas under #/components/schemas. */
export function collectSchemas(): SchemaCollection {
  // A part may differ by direction (what has a default may be left out of an input): the input's
  // form holds for both.
  const parts: Record<'input' | 'output', JsonObject> = { input: {}, output: {} };
  return {
    of: (schema, io) => {
      const { $schema: _, $defs, id, ...rest } = jsonOf(schema, io);
      if (isObject($defs))
        for (const [name, definition] of Object.entries($defs))
          if (isMadeUp(name)) refuseUnlessJson(definition);
          else parts[io][name] = withoutId(definition);
      if (typeof id !== 'string') return rest;
      parts[io][id] = rest;
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () =>
      Object.fromEntries(
        Object.entries({ ...parts.output, ...parts.input }).toSorted(([a], [b]) =>
          a < b ? -1 : 1,
        ),
      ),
  };
}

/** No text and no list is longer than the largest file. */
const longest = maxFileBytes({ tier: 'paid', raisedFileMb: null });

/**
 * Says of every text, list and whole number how far it can go: who reads the document may have to
 * make room.
 */
function bound(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type === 'string' && schema.enum === undefined && schema.const === undefined)
    schema.maxLength ??= longest;
  if (schema.type === 'array') schema.maxItems ??= longest;
  if (schema.type === 'integer')
    Object.assign(schema, {
      format: 'int64',
      minimum: schema.minimum ?? Number.MIN_SAFE_INTEGER,
      maximum: schema.maximum ?? Number.MAX_SAFE_INTEGER,
    });
}

const json: z.ZodType<Json> = z.json();

/** zod makes up a name for what refers to itself and has none. */
const isMadeUp = (name: string): boolean => name.startsWith('__schema');

/** Throws where a schema that refers to itself is not that of any JSON value. */
function refuseUnlessJson(definition: Json): void {
  const { anyOf } = z.object({ anyOf: z.array(z.object({ type: z.string() })) }).parse(definition);
  const types = anyOf.map(({ type }) => type).join();
  if (types !== 'string,number,boolean,null,array,object')
    throw new Error(`A schema that refers to itself needs an id: ${types}`);
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const converted = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      bound(jsonSchema);
    },
  });
  const plain = json.parse(
    JSON.parse(JSON.stringify(converted), (key, value: Json) => {
      if (key !== '$ref' || typeof value !== 'string') return value;
      const name = value.replace('#/$defs/', '');
      // Any JSON value is the empty schema: programs that make types of a document stumble over one
      // that refers to itself.
      return isMadeUp(name) ? undefined : `#/components/schemas/${name}`;
    }),
  );
  return isObject(plain) ? plain : {};
}

function withoutId(definition: Json): Json {
  if (!isObject(definition)) return definition;
  const { id: _, ...rest } = definition;
  return rest;
}
