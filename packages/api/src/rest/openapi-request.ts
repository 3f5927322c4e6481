import type { Operation, RestRoute } from '@columnist/contract';
import { isObject, type JsonObject } from './json-schemas.ts';
import { anyText, propertiesOf, requiredOf, isFile } from './openapi-parts.ts';

/** A parameter with its value of the example, where that has one. */
export function withExample(parameter: JsonObject, given: JsonObject): JsonObject {
  const { name } = parameter;
  const value = typeof name === 'string' ? given[name] : undefined;
  return value === undefined || parameter['content'] !== undefined
    ? parameter
    : { ...parameter, example: value };
}

/** The objects an input may be: itself, or the members of its union. */
export function variantsOf(input: JsonObject): JsonObject[] {
  const members = input['oneOf'] ?? input['anyOf'];
  return Array.isArray(members) ? members.filter(isObject) : [input];
}

/**
 * What is in the path, and in the query: all the rest without a body, the options beside a file
 * as the body.
 */
export function parametersOf(
  rest: RestRoute | undefined,
  variants: readonly JsonObject[],
  inPath: readonly string[],
): JsonObject[] {
  const [first = {}] = variants;
  const asked =
    rest?.method === 'get' || rest?.method === 'delete'
      ? first
      : rest?.body === 'csv' || rest?.body === 'multipart'
        ? variants.find((variant) => Object.values(propertiesOf(variant)).some(isFile))
        : undefined;
  const path = inPath.map((name): JsonObject => ({
    in: 'path',
    name,
    required: true,
    schema: propertiesOf(first)[name] ?? { type: 'string' },
  }));
  const query = Object.entries(propertiesOf(asked ?? {}))
    .filter(([name, schema]) => !inPath.includes(name) && !isFile(schema))
    .map(([name, schema]): JsonObject => {
      const structured =
        isObject(schema) && (schema['$ref'] !== undefined || schema['type'] === 'object');
      return {
        in: 'query',
        name,
        required: requiredOf(asked ?? {}).includes(name),
        ...(structured ? { content: { 'application/json': { schema } } } : { schema }),
      };
    });
  return [...path, ...query];
}

/** Headers that a caller may send beside the credential. */
export function headersOf({ access, kind, rest, shownOnce }: Operation): JsonObject[] {
  const header = (name: string, description: string): JsonObject => ({
    in: 'header',
    name,
    required: false,
    description,
    schema: { type: 'string', maxLength: 255 },
  });
  if (rest?.method === 'post' && access !== 'public' && kind === 'mutation' && shownOnce !== true)
    return [
      header(
        'Idempotency-Key',
        'Of 1 to 255 characters: the request is done once, and sent again within a day gets the same answer.',
      ),
    ];
  return rest?.cacheable === true
    ? [header('If-None-Match', 'An ETag: an answer that has not changed is 304.')]
    : [];
}

/** The part of a multipart body: the file alone, whose options are in the query. */
const fileOf = (body: JsonObject): JsonObject =>
  withoutFields(
    body,
    Object.entries(propertiesOf(body)).flatMap(([name, schema]) => (isFile(schema) ? [] : [name])),
  );

export function requestBody(
  rest: RestRoute | undefined,
  variants: readonly JsonObject[],
  inPath: readonly string[],
  given: JsonObject,
): JsonObject | null {
  const kept = variants.map((variant) => withoutFields(variant, inPath));
  const [only] = kept;
  if (only === undefined || Object.keys(propertiesOf(only)).length === 0) return null;
  if (rest?.body === 'multipart')
    return { required: true, content: { 'multipart/form-data': { schema: fileOf(only) } } };
  const sendable = kept.filter((variant) => !Object.values(propertiesOf(variant)).some(isFile));
  const schema = sendable.length > 1 ? { oneOf: sendable } : (sendable[0] ?? {});
  const example = Object.fromEntries(
    Object.entries(given).filter(([name]) => !inPath.includes(name)),
  );
  const csv =
    rest?.body === 'csv'
      ? {
          'text/csv': {
            schema: { ...anyText, description: 'The file itself; options go in the query.' },
          },
        }
      : {};
  return {
    required: sendable.some((variant) => requiredOf(variant).length > 0),
    content: {
      'application/json': { schema, ...(Object.keys(example).length === 0 ? {} : { example }) },
      ...csv,
    },
  };
}

function withoutFields(schema: JsonObject, names: readonly string[]): JsonObject {
  const { required: _, ...rest } = schema;
  const required = requiredOf(schema).filter((name) => !names.includes(name));
  const properties = Object.fromEntries(
    Object.entries(propertiesOf(schema)).filter(([name]) => !names.includes(name)),
  );
  return { ...rest, properties, ...(required.length === 0 ? {} : { required }) };
}
