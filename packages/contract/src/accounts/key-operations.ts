import { z } from 'zod';
import { defineOperation, scopes, sessionOnly } from '../operation.ts';
import { oneSeenLine } from '../typed-name.ts';

/** Days that a named key works where its owner says nothing else, and at most. */
export const namedKeyDays = { usual: 90, most: 365 } as const;
/** Named keys of one user. */
export const mostNamedKeys = 20;

const longestName = 60;
const name = z
  .string()
  .trim()
  .min(1, { error: 'Give the key a name.' })
  .max(longestName, { error: `At most ${longestName} characters.` })
  .refine(...oneSeenLine)
  .describe('What the key is for; no two keys of a user have the same.');

/**
 * A key beside that of the account, with a name, its own limits and an end. The key itself is kept
 * nowhere.
 */
export const namedKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    dataset_ids: z.array(z.uuid()).nullable().describe('Only these datasets; null for all.'),
    aggregates_only: z
      .boolean()
      .describe('No answer that shows single rows or tells about fewer than 5.'),
    last_four: z.string().describe('The last characters of the key.'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable().describe('null for a key that has no end.'),
    last_used_at: z.iso.datetime().nullable(),
    last_used_address: z
      .string()
      .nullable()
      .describe('The network address of the last use, noted at most once a minute.'),
  })
  .meta({ id: 'NamedKey' });
export type NamedKey = z.infer<typeof namedKey>;

export const authApiKeysOutput = z.object({
  items: z.array(namedKey),
  total: z.int(),
  next_cursor: z.null(),
});
export const authCreateApiKeyInput = z.strictObject({
  name,
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .describe(
      'read: datasets and their columns; rows: cells and the file; analyse: statistics; write: upload, rename, delete.',
    ),
  dataset_ids: z
    .array(z.uuid())
    .min(1)
    .max(1000)
    .nullable()
    .default(null)
    .describe('Only these datasets; null for all, also those to come.'),
  aggregates_only: z.boolean().default(false).describe('No answer that shows single rows.'),
  expires_in_days: z
    .int()
    .min(1)
    .max(namedKeyDays.most)
    .nullable()
    .default(namedKeyDays.usual)
    .describe('Days until the key stops working; null for no end.'),
});
export const authCreateApiKeyOutput = z.object({
  api_key: z.string().describe('Shown here and never again.'),
  key: namedKey,
});
export const authRevokeApiKeyInput = z.strictObject({ id: z.uuid() });

/** Keys that a user makes beside the one of the account. */
export const keyOperations = {
  apiKeys: defineOperation({
    path: 'auth.apiKeys',
    kind: 'query',
    input: z.strictObject({}),
    output: authApiKeysOutput,
    access: sessionOnly,
    cost: 0,
    summary: 'Your named API keys, the latest first, with what each may do.',
    rest: { method: 'get', path: '/api/v1/auth/api-keys' },
  }),
  createApiKey: defineOperation({
    path: 'auth.createApiKey',
    kind: 'mutation',
    input: authCreateApiKeyInput,
    output: authCreateApiKeyOutput,
    access: sessionOnly,
    confirm: 'always',
    cost: 0,
    audit: { kind: 'keys', said: 'New named API key' },
    shownOnce: true,
    notFound: true,
    summary:
      `Make a named API key; it is shown this once, and works for ${namedKeyDays.usual} ` +
      'days unless you say otherwise.',
    rest: { method: 'post', path: '/api/v1/auth/api-keys', status: 201 },
  }),
  revokeApiKey: defineOperation({
    path: 'auth.revokeApiKey',
    kind: 'mutation',
    input: authRevokeApiKeyInput,
    output: z.void(),
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'keys', said: 'Named API key revoked' },
    summary: 'End a named API key; its next call is refused.',
    rest: { method: 'delete', path: '/api/v1/auth/api-keys/{id}' },
  }),
};
