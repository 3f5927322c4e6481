import { allOperations, problem, type Operation } from '@columnist/contract';
import { z } from 'zod';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** OpenAPI 3.1 document of every operation with a REST route, from the schemas that check the calls. */
export function openApiDocument(publicUrl: string, version: string): JsonObject {
  const schemas: JsonObject = {};
  const paths: { [path: string]: JsonObject } = {};
  const problemRef = schemaOf(problem, 'output', schemas);
  for (const operation of allOperations) {
    const { rest } = operation;
    if (rest === undefined) continue;
    for (const [i, path] of [rest.path, ...(rest.aliases ?? [])].entries()) {
      paths[path] = { ...paths[path], [rest.method]: describeCall(operation, path, i, schemas, problemRef) };
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Columnist', version, description: 'Upload a CSV: every column is read, typed, profiled and ready for statistics.', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    tags: [{ name: 'auth' }, { name: 'datasets' }, { name: 'usage' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token of a session, or an API key.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'API-Key' },
      },
    },
  };
}

/** A JSON Schema with its named parts moved to components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: JsonObject): JsonObject {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll('#/$defs/', '#/components/schemas/');
  const parsed: Json = JSON.parse(text);
  if (!isObject(parsed)) return {};
  const { $schema: _, $defs, id, ...rest } = parsed;
  if (isObject($defs)) for (const [name, definition] of Object.entries($defs)) schemas[name] = withoutId(definition);
  if (typeof id !== 'string') return rest;
  schemas[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

function withoutId(definition: Json): Json {
  if (!isObject(definition)) return definition;
  const { id: _, ...rest } = definition;
  return rest;
}

function describeCall(operation: Operation, path: string, alias: number, schemas: JsonObject, problemRef: JsonObject): JsonObject {
  const { rest } = operation;
  const input = schemaOf(operation.input, 'input', schemas);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const bodiless = rest?.method === 'get' || rest?.method === 'delete';
  const properties = isObject(input['properties']) ? input['properties'] : {};
  const required = Array.isArray(input['required']) ? input['required'] : [];
  const parameters = Object.entries(properties).flatMap(([name, schema]): JsonObject[] => {
    const description = isObject(schema) && typeof schema['description'] === 'string' ? { description: schema['description'] } : {};
    if (inPath.includes(name)) return [{ in: 'path', name, required: true, schema, ...description }];
    if (!bodiless) return [];
    const structured = isObject(schema) && (schema['$ref'] !== undefined || schema['type'] === 'object');
    return [{ in: 'query', name, required: required.includes(name), ...description, ...(structured ? { content: { 'application/json': { schema } } } : { schema }) }];
  });
  const status = String(rest?.status ?? (operation.output instanceof z.ZodVoid ? 204 : 200));
  const secured = operation.access !== 'public';
  const failures = ['422', '429', '500', ...(secured ? ['401', '403'] : []), ...(inPath.length > 0 ? ['404'] : [])].sort();
  return {
    operationId: operation.path.replace('.', '_') + (alias === 0 ? '' : `_${alias + 1}`),
    tags: [operation.path.split('.')[0] ?? ''],
    summary: operation.summary,
    ...(secured ? {} : { security: [] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(bodiless ? {} : { requestBody: { required: true, content: requestContent(operation, input, inPath) } }),
    responses: {
      [status]: successOf(operation, schemas),
      ...Object.fromEntries(failures.map((code) => [code, { description: 'Problem', content: { 'application/problem+json': { schema: problemRef } } }])),
    },
  };
}

/** The input without what stands in the path. */
function withoutPath(schema: Json, inPath: readonly string[]): Json {
  if (!isObject(schema)) return schema;
  const variants = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(variants)) return { ...schema, [schema['oneOf'] === undefined ? 'anyOf' : 'oneOf']: variants.map((variant) => withoutPath(variant, inPath)) };
  if (!isObject(schema['properties'])) return schema;
  const properties = Object.fromEntries(Object.entries(schema['properties']).filter(([name]) => !inPath.includes(name)));
  const required = Array.isArray(schema['required']) ? schema['required'].filter((name) => !inPath.includes(String(name))) : [];
  return { ...schema, properties, required };
}

function requestContent(operation: Operation, input: JsonObject, inPath: readonly string[]): JsonObject {
  const schema = withoutPath(input, inPath);
  if (operation.rest?.body === 'multipart') return { 'multipart/form-data': { schema } };
  if (operation.rest?.body === 'csv') return { 'application/json': { schema }, 'text/csv': { schema: { type: 'string' } } };
  return { 'application/json': { schema } };
}

function successOf(operation: Operation, schemas: JsonObject): JsonObject {
  if (operation.output instanceof z.ZodVoid) return { description: 'Done' };
  if (operation.rest?.answer === 'file') return { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } };
  const schema = schemaOf(operation.output, 'output', schemas);
  if (operation.rest?.list !== true) return { description: 'Success', content: { 'application/json': { schema } } };
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return {
    description: 'Success',
    headers: { Link: { description: 'The next page, rel="next".', schema: { type: 'string' } }, 'X-Total-Count': { description: 'How many there are in all.', schema: { type: 'integer' } } },
    content: { 'application/json': { schema: properties['items'] ?? {} } },
  };
}
