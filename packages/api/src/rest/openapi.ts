import {
  allOperations,
  errors,
  exampleInputs,
  problem,
  type Operation,
  type RestRoute,
} from '@columnist/contract';
import { z } from 'zod';
import {
  collectSchemas,
  isObject,
  type JsonObject,
  type SchemaCollection,
} from './json-schemas.ts';
import {
  withExample,
  variantsOf,
  parametersOf,
  headersOf,
  requestBody,
} from './openapi-request.ts';
import { rateHeaders, problemResponse, successOf, failuresOf } from './openapi-responses.ts';

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
  factor:
    'A session must have been confirmed in the last five minutes, by its log-in, ' +
    'verify-password or verify-passkey; else 403 reauthentication_required. Who has second ' +
    'factors must have shown one as well, at the log-in, with verify-password or by ' +
    'verify-passkey; else 403 second_factor_confirmation_required.',
  sometimes:
    'What gives away much or changes the account needs a session that was confirmed in the ' +
    'last five minutes, by its log-in, verify-password or verify-passkey; else 403 ' +
    'reauthentication_required.',
};

const exampleId = '0197a3c4-5f6e-7d8c-9b0a-1c2d3e4f5a6b';
const json = z.json();
