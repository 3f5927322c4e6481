import { z } from 'zod';
import { streamDownload } from '../files.ts';
import { defineOperation, scopes, sessionOnly } from '../operation.ts';

export const authGetApiKeyInput = z.strictObject({
  reveal: z
    .boolean()
    .default(true)
    .describe(
      'false: the key masked but for its last four characters, which asks for no confirmation.',
    ),
});
export const authGetApiKeyOutput = z.object({
  api_key: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
  limits: z.lazy(() => apiKeyLimits).nullable(),
});
export const session = z
  .object({
    id: z.uuid(),
    device: z.string().describe('Browser and system, as far as the browser tells.'),
    address: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;
export const authSessionsOutput = z.object({
  items: z.array(session),
  total: z.int(),
  next_cursor: z.null(),
});
export const authRevokeSessionInput = z.strictObject({ id: z.uuid() });
export const authDeleteAccountInput = z.strictObject({
  email: z.string().min(1).max(254).describe('That of the account, typed.'),
  password: z
    .string()
    .min(1)
    .max(1000)
    .exactOptional()
    .describe(
      'Must be right; without it the session must have been asked for it after the log-in.',
    ),
});
/** What the API key may do; the widest where nothing was narrowed. */
export const apiKeyLimits = z
  .object({
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(20)
      .describe(
        'read: datasets and their columns; rows: cells and the file; analyse: statistics; ' +
          'write: upload, rename, delete.',
      ),
    dataset_ids: z
      .array(z.uuid())
      .max(1000)
      .nullable()
      .describe('Only these datasets; null for all.'),
    aggregates_only: z.boolean().describe('No answer that shows single rows.'),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKeyLimits' });
export type ApiKeyLimits = z.infer<typeof apiKeyLimits>;
export const authRegenerateApiKeyOutput = z.object({
  api_key: z.string(),
  created_at: z.iso.datetime(),
});
const nothing = z.strictObject({});

/** Sessions, and the account as a whole. */
export const sessionOperations = {
  sessions: defineOperation({
    path: 'auth.sessions',
    kind: 'query',
    input: nothing,
    output: authSessionsOutput,
    access: sessionOnly,
    cost: 0,
    summary: 'Where you are signed in.',
    rest: { method: 'get', path: '/api/v1/auth/sessions' },
  }),
  revokeSession: defineOperation({
    path: 'auth.revokeSession',
    kind: 'mutation',
    input: authRevokeSessionInput,
    output: z.void(),
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'sign_in', said: 'Sign-out of a session' },
    summary: 'Sign one session out.',
    rest: { method: 'delete', path: '/api/v1/auth/sessions/{id}' },
  }),
  revokeOtherSessions: defineOperation({
    path: 'auth.revokeOtherSessions',
    kind: 'mutation',
    input: nothing,
    output: z.void(),
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'sign_in', said: 'Sign-out of all other sessions' },
    summary: 'Sign every other session out.',
    rest: { method: 'post', path: '/api/v1/auth/sessions/revoke-others' },
  }),
  exportData: defineOperation({
    path: 'auth.exportData',
    kind: 'query',
    input: nothing,
    output: streamDownload,
    access: sessionOnly,
    confirm: 'sometimes',
    cost: 0,
    audit: { kind: 'data', said: 'Download of all account data' },
    summary: 'Everything kept about you, with your files, as a ZIP archive.',
    rest: { method: 'get', path: '/api/v1/auth/export', answer: 'file' },
  }),
  deleteAccount: defineOperation({
    path: 'auth.deleteAccount',
    kind: 'mutation',
    input: authDeleteAccountInput,
    output: z.void(),
    access: sessionOnly,
    confirm: 'always',
    cost: 0,
    audit: { kind: 'account', said: 'Deletion of the account' },
    summary: 'Delete your account with its datasets, files, keys and sessions, for good.',
    rest: { method: 'post', path: '/api/v1/auth/delete-account' },
  }),
  limitApiKey: defineOperation({
    path: 'auth.limitApiKey',
    kind: 'mutation',
    input: z.strictObject(apiKeyLimits.shape),
    output: apiKeyLimits,
    access: sessionOnly,
    confirm: 'always',
    cost: 0,
    audit: { kind: 'keys', said: 'Change of what the API key may do' },
    summary: 'Narrow what the API key of the account may do, without changing the key.',
    rest: { method: 'put', path: '/api/v1/auth/api-key/limits' },
  }),
};

/** The API key of the account. */
export const accountKeyOperations = {
  getApiKey: defineOperation({
    path: 'auth.getApiKey',
    kind: 'query',
    input: authGetApiKeyInput,
    output: authGetApiKeyOutput,
    access: sessionOnly,
    confirm: 'sometimes',
    cost: 0,
    audit: {
      not: 'The profile page reads it each time it is opened, masked; that it was shown in clear is written.',
    },
    summary: 'The API key of the account in clear, for its owner.',
    rest: { method: 'get', path: '/api/v1/auth/api-key' },
  }),
  regenerateApiKey: defineOperation({
    path: 'auth.regenerateApiKey',
    kind: 'mutation',
    input: nothing,
    output: authRegenerateApiKeyOutput,
    access: sessionOnly,
    confirm: 'always',
    cost: 0,
    audit: { kind: 'keys', said: 'New API key' },
    summary: 'Make a new API key of the account; the one before stops working at once.',
    rest: { method: 'post', path: '/api/v1/auth/api-key/regenerate' },
  }),
};
