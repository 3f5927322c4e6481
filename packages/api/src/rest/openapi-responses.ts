import {
  errors,
  mediaTypes,
  streamDownload,
  type Operation,
  type RestRoute,
} from '@columnist/contract';
import { z } from 'zod';
import type { JsonObject, SchemaCollection } from './json-schemas.ts';
import { propertiesOf, anyText } from './openapi-parts.ts';

const seconds = (description: string): JsonObject => ({
  description,
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
});

/** Of calls with an API key. */
export const rateHeaders: JsonObject = {
  'RateLimit-Limit': seconds('With an API key: calls a minute.'),
  'RateLimit-Remaining': seconds('With an API key: calls left in this minute.'),
  'RateLimit-Reset': seconds('With an API key: seconds until the next minute.'),
};

/** A status and the codes it may come with. */
export function problemResponse(status: number, schema: JsonObject): JsonObject {
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

export function successOf(
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

export function failuresOf(
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
