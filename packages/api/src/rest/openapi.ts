import {
  allOperations,
  errors,
  exampleInputs,
  maxFileBytes,
  mediaTypes,
  problem,
  type Operation,
  type RestRoute,
  streamDownload,
} from '@columnist/contract';
import { z } from 'zod';
import {
  collectSchemas,
  isObject,
  type Json,
  type JsonObject,
  type SchemaCollection,
} from './json-schemas.ts';

/**
 * OpenAPI 3.1 document of every operation with a REST route, from the schemas that check the calls.
 */
export function openApiDocument(publicUrl: string, version: string): JsonObject {
  const schemas = collectSchemas();
  const problemSchema = schemas.of(problem, 'output');
  const paths: { [path: string]: JsonObject } = {};
  for (const operation of allOperations) {
    const { rest } = operation;
    for (const [i, path] of rest === undefined
      ? []
      : [rest.path, ...(rest.aliases ?? [])].entries()) {
      paths[path] = {
        ...paths[path],
        [rest?.method ?? '']: describeCall(operation, rest, path, i, schemas),
      };
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Columnist',
      version,
      description:
        'Upload a CSV: every column is read, typed, profiled and ready for statistics. Calls ' +
        'with an API key answer with RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset ' +
        '(seconds), and with Quota-Limit (0 means unlimited), Quota-Used and Quota-Reset.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'production', 'x-internal': false }],
    tags: [
      { name: 'auth', description: 'Account, session and API key.' },
      { name: 'datasets', description: 'Datasets and their statistics.' },
      { name: 'usage', description: 'Plans and what has been used of them.' },
      { name: 'admin', description: 'People, roles and the audit log; for administrators.' },
    ],
    paths,
    components: {
      schemas: schemas.components(),
      responses: Object.fromEntries(
        statuses
          .filter((status) => JSON.stringify(paths).includes(`Problem${status}"`))
          .map((status) => [`Problem${status}`, problemResponse(status, problemSchema)]),
      ),
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `The access_token of a log-in. ${jwt}`,
        },
        administrator: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `The access_token of an administrator. ${jwt}`,
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'API-Key',
          description: 'The API key of the dashboard; also taken as a bearer token.',
        },
      },
    },
  };
}

const statuses = [...new Set(Object.values(errors).map(({ http }) => http))].toSorted(
  (a, b) => a - b,
);

const jwt = 'A JWT as RFC8725 advises: one algorithm, its type, issuer and audience checked.';

const seconds = (description: string): JsonObject => ({
  description,
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
});

/** Of calls with an API key. */
const rateHeaders: JsonObject = {
  'RateLimit-Limit': seconds('With an API key: calls a minute.'),
  'RateLimit-Remaining': seconds('With an API key: calls left in this minute.'),
  'RateLimit-Reset': seconds('With an API key: seconds until the next minute.'),
};

/** A status and the codes it may come with. */
function problemResponse(status: number, schema: JsonObject): JsonObject {
  const codes = Object.entries(errors).filter(([, entry]) => entry.http === status);
  return {
    description: codes.map(([code, entry]) => `${code}: ${entry.title}.`).join(' '),
    ...(status < 500
      ? {
          headers: {
            ...rateHeaders,
            ...(status === 429 ? { 'Retry-After': seconds('Seconds to wait.') } : {}),
          },
        }
      : {}),
    content: { 'application/problem+json': { schema } },
  };
}

function describeCall(
  operation: Operation,
  rest: RestRoute | undefined,
  path: string,
  alias: number,
  schemas: SchemaCollection,
): JsonObject {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const input = schemas.of(operation.input, 'input');
  const example = json.parse(exampleInputs(exampleId)[operation.path] ?? {});
  const given = isObject(example) ? example : {};
  const body =
    rest?.method === 'get' || rest?.method === 'delete'
      ? null
      : requestBody(rest, variantsOf(input), inPath, given);
  const { access } = operation;
  const parameters = [
    ...parametersOf(rest, variantsOf(input), inPath).map((one) => withExample(one, given)),
    ...headersOf(operation),
  ];
  const vias: readonly string[] = access === 'public' ? [] : access.via;
  const security: JsonObject[] = [
    ...(vias.includes('session')
      ? [{ [access !== 'public' && access.role !== undefined ? 'administrator' : 'session']: [] }]
      : []),
    ...(vias.includes('api-key') ? [{ apiKey: [] }] : []),
  ];
  return {
    operationId: operation.path.replace('.', '_') + (alias === 0 ? '' : `_${alias + 1}`),
    tags: [operation.path.split('.')[0] ?? ''],
    summary: operation.summary,
    ...(operation.confirm === undefined ? {} : { description: confirmations[operation.confirm] }),
    security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      ...successOf(operation, rest, schemas),
      ...(parameters.some(({ name }) => name === 'If-None-Match')
        ? { 304: { description: 'Not changed since.', headers: rateHeaders } }
        : {}),
      ...failuresOf(operation, rest, inPath.length > 0),
    },
  };
}

const confirmations = {
  always:
    'A session must have been confirmed in the last five minutes, by its log-in, ' +
    'verify-password or verify-passkey; else 403 reauthentication_required.',
  sometimes:
    'What gives away much or changes the account needs a session that was confirmed in the ' +
    'last five minutes, by its log-in, verify-password or verify-passkey; else 403 ' +
    'reauthentication_required.',
};

const exampleId = '0197a3c4-5f6e-7d8c-9b0a-1c2d3e4f5a6b';
const json = z.json();

/** A parameter with its value of the example, where that has one. */
function withExample(parameter: JsonObject, given: JsonObject): JsonObject {
  const { name } = parameter;
  const value = typeof name === 'string' ? given[name] : undefined;
  return value === undefined || parameter['content'] !== undefined
    ? parameter
    : { ...parameter, example: value };
}

/** The objects an input may be: itself, or the members of its union. */
function variantsOf(input: JsonObject): JsonObject[] {
  const members = input['oneOf'] ?? input['anyOf'];
  return Array.isArray(members) ? members.filter(isObject) : [input];
}

const propertiesOf = (schema: JsonObject): JsonObject =>
  isObject(schema['properties']) ? schema['properties'] : {};
const requiredOf = (schema: JsonObject): string[] =>
  Array.isArray(schema['required'])
    ? schema['required'].filter((name) => typeof name === 'string')
    : [];
const isFile = (schema: Json | undefined): boolean =>
  isObject(schema) && schema['contentMediaType'] !== undefined;

/**
 * What is in the path, and in the query: all the rest without a body, the options beside a file
 * as the body.
 */
function parametersOf(
  rest: RestRoute | undefined,
  variants: readonly JsonObject[],
  inPath: readonly string[],
): JsonObject[] {
  const [first = {}] = variants;
  const asked =
    rest?.method === 'get' || rest?.method === 'delete'
      ? first
      : rest?.body === 'csv'
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
function headersOf({ access, kind, rest, shownOnce }: Operation): JsonObject[] {
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

function requestBody(
  rest: RestRoute | undefined,
  variants: readonly JsonObject[],
  inPath: readonly string[],
  given: JsonObject,
): JsonObject | null {
  const kept = variants.map((variant) => withoutFields(variant, inPath));
  const [only] = kept;
  if (only === undefined || Object.keys(propertiesOf(only)).length === 0) return null;
  if (rest?.body === 'multipart')
    return { required: true, content: { 'multipart/form-data': { schema: only } } };
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

/** A file, or an answer in a form for people: no longer than the largest file. */
const anyText: JsonObject = { type: 'string', maxLength: maxFileBytes('paid') };

/** The further forms of an answer. */
const formsOf = ({ representations = [] }: RestRoute): JsonObject =>
  Object.fromEntries(
    representations.map((form) => [
      mediaTypes[form],
      {
        schema: form === 'png' ? { ...anyText, contentMediaType: mediaTypes.png } : anyText,
      },
    ]),
  );

function successOf(
  operation: Operation,
  rest: RestRoute | undefined,
  schemas: SchemaCollection,
): JsonObject {
  if (operation.output instanceof z.ZodVoid)
    return { [rest?.status ?? 204]: { description: 'Done.', headers: rateHeaders } };
  const status = rest?.status ?? 200;
  if (rest?.answer === 'file')
    return {
      [status]: {
        description: 'The file.',
        headers: rateHeaders,
        content: {
          [operation.output === streamDownload ? 'application/zip' : 'text/csv']: {
            schema: anyText,
          },
          ...formsOf(rest),
        },
      },
    };
  const schema = schemas.of(operation.output, 'output');
  if (rest?.list !== true)
    return {
      [status]: {
        description: operation.summary,
        headers: rateHeaders,
        content: {
          'application/json': { schema },
          ...(rest === undefined ? {} : formsOf(rest)),
        },
      },
    };
  const headers = {
    ...rateHeaders,
    Link: {
      description: 'The next page, rel="next"; absent on the last.',
      schema: { type: 'string', maxLength: 2000 },
    },
    'X-Total-Count': seconds('How many there are in all.'),
  };
  return {
    [status]: {
      description: operation.summary,
      headers,
      content: { 'application/json': { schema: propertiesOf(schema)['items'] ?? {} } },
    },
  };
}

function failuresOf(
  operation: Operation,
  rest: RestRoute | undefined,
  hasPath: boolean,
): JsonObject {
  const hasBody = rest?.method !== 'get' && rest?.method !== 'delete';
  const secured = operation.access !== 'public';
  // For a captcha that was not solved, or a wrong password.
  const refusesPeople = operation.kind === 'mutation' && operation.path !== 'auth.refresh';
  const possible = [
    ...(hasBody ? [408, 413, 415] : []),
    ...(hasBody || hasPath ? [400] : []),
    ...(secured || operation.takesCredential === true ? [401] : []),
    ...(secured || refusesPeople ? [403] : []),
    ...(hasPath || operation.notFound === true ? [404] : []),
    ...(operation.kind === 'mutation' || operation.output === streamDownload ? [409] : []),
    ...(operation.writesFiles === true ? [507] : []),
    422,
    429,
    500,
    503,
  ];
  return Object.fromEntries(
    possible
      .toSorted((a, b) => a - b)
      .map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  );
}
