import { z } from 'zod';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

export interface SchemaCollection {
  /** The JSON Schema of a zod schema; parts with an id are referred to. */
  readonly of: (schema: z.ZodType, io: 'input' | 'output') => JsonObject;
  /** Those parts, by id. */
  readonly components: () => JsonObject;
}

/** Gathers the named parts of many schemas under #/components/schemas. */
export function collectSchemas(): SchemaCollection {
  // A part may differ by direction (what has a default may be left out of an input): the input's form holds for both.
  const parts: Record<'input' | 'output', JsonObject> = { input: {}, output: {} };
  return {
    of: (schema, io) => {
      const { $schema: _, $defs, id, ...rest } = jsonOf(schema, io);
      if (isObject($defs)) for (const [name, definition] of Object.entries($defs)) parts[io][name] = withoutId(definition);
      if (typeof id !== 'string') return rest;
      parts[io][id] = rest;
      return { $ref: `#/components/schemas/${id}` };
    },
    components: () => Object.fromEntries(Object.entries({ ...parts.output, ...parts.input }).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const json: z.ZodType<Json> = z.json();

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const converted = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Said already by the format, or by being an integer at all.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const plain = json.parse(JSON.parse(JSON.stringify(converted).replaceAll('#/$defs/', '#/components/schemas/')));
  return isObject(plain) ? plain : {};
}

function withoutId(definition: Json): Json {
  if (!isObject(definition)) return definition;
  const { id: _, ...rest } = definition;
  return rest;
}
