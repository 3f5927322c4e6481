import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Resolve = (schema: JsonSchema | boolean | undefined) => JsonSchema;

/**
 * Query strings as the values an operation's input expects, by its JSON Schema: numbers, true
 * and false, lists
 * (repeated, or with commas), and JSON for lists and objects. What does not convert stays text, for
 * the schema to refuse.
 */
export function queryReader(
  input: z.ZodType,
): (query: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const root = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const resolve: Resolve = (schema) => {
    if (schema === undefined || typeof schema === 'boolean') return {};
    const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1];
    return name === undefined ? schema : resolve(root.$defs?.[name]);
  };
  const fields = fieldsOf(root, resolve);
  return (query) =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        convert(value, resolve(fields[name]), resolve),
      ]),
    );
}

/** The fields of an object, or of all members of a union of objects. */
function fieldsOf(schema: JsonSchema, resolve: Resolve): NonNullable<JsonSchema['properties']> {
  const members = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((member) =>
    fieldsOf(resolve(member), resolve),
  );
  return Object.assign({}, ...members, schema.properties);
}

function convert(value: unknown, schema: JsonSchema, resolve: Resolve): unknown {
  if (schema.type === 'array' && !isJson(value)) {
    const item = Array.isArray(schema.items) ? {} : resolve(schema.items);
    const list = typeof value === 'string' ? value.split(',') : [value].flat();
    return list.map((part) => convert(part, item, resolve));
  }
  if (typeof value !== 'string' || schema.type === 'string') return value;
  if (schema.type === 'integer' || schema.type === 'number')
    return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value) ? Number(value) : value;
  if (schema.type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  return isJson(value) ? parsed(value) : value;
}

const isJson = (value: unknown): value is string =>
  typeof value === 'string' && /^\s*[[{]/.test(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
