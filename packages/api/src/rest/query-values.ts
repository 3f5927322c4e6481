import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Query strings as the values an operation's input expects, told by its JSON Schema: numbers, true and false, lists
 * (repeated, or with commas), and JSON for objects. What does not convert stays text, for the schema to refuse.
 */
export function queryReader(input: z.ZodType): (query: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const root = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const definitions = root.$defs ?? {};
  const resolve = (schema: JsonSchema | boolean | undefined): JsonSchema => {
    if (schema === undefined || typeof schema === 'boolean') return {};
    const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1];
    return name === undefined ? schema : resolve(definitions[name]);
  };
  const properties = root.properties ?? {};
  return (query) => Object.fromEntries(Object.entries(query).map(([name, value]) => [name, convert(value, resolve(properties[name]), resolve)]));
}

function convert(value: unknown, schema: JsonSchema, resolve: (schema: JsonSchema | boolean | undefined) => JsonSchema): unknown {
  if (schema.type === 'array' && !isJson(value)) {
    const items = Array.isArray(schema.items) ? undefined : schema.items;
    const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
    return list.map((item) => convert(item, resolve(items), resolve));
  }
  if (typeof value !== 'string') return value;
  if ((schema.type === 'integer' || schema.type === 'number') && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (schema.type !== 'string' && isJson(value)) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
  return value;
}

const isJson = (value: unknown): value is string => typeof value === 'string' && /^[[{]/.test(value.trim());
