import { z } from 'zod';
import { defineOperation, sessionOnly } from '../operation.ts';
import { authResponse, user } from './user.ts';

const email = z.email({ error: 'Enter an e-mail address.' }).max(254);
const fullName = z
  .string()
  .trim()
  .min(2, { error: 'Must be between 2 and 100 characters' })
  .max(100, { error: 'Must be between 2 and 100 characters' });
/** Characters as people (and JSON Schema) count them; min() and max() would count an emoji twice. */
const newPassword = z
  .string()
  .refine((password) => Array.from(password).length >= 8, { error: 'Must be at least 8 characters' })
  .refine((password) => Array.from(password).length <= 128, { error: 'Must be at most 128 characters' })
  .meta({ minLength: 8, maxLength: 128 });
const captchaToken = z.string().max(20_000).optional();

export const authRegisterInput = z.strictObject({ email, password: newPassword, full_name: fullName, captchaToken });
export const authRegisterOutput = authResponse.extend({ full_name: z.string() });
export const authLoginInput = z.strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(1000), captchaToken });
export const authRefreshInput = z.strictObject({ refresh_token: z.string().min(1).max(500) });
export const authRefreshOutput = z.object({ access_token: z.string(), refresh_token: z.string() });
export const authVerifyEmailInput = z.strictObject({ token: z.string().min(1).max(200) });
export const authGetApiKeyOutput = z.object({
  api_key: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
});
export const authRegenerateApiKeyOutput = z.object({ api_key: z.string(), created_at: z.iso.datetime() });
const nothing = z.strictObject({});

export const authOperations = {
  register: defineOperation({
    path: 'auth.register', kind: 'mutation', input: authRegisterInput, output: authRegisterOutput, access: 'public', cost: 0,
    summary: 'Create an account and sign in.',
    rest: { method: 'post', path: '/api/v1/auth/register', status: 201 },
  }),
  login: defineOperation({
    path: 'auth.login', kind: 'mutation', input: authLoginInput, output: authResponse, access: 'public', cost: 0,
    summary: 'Sign in with e-mail and password.',
    rest: { method: 'post', path: '/api/v1/auth/login' },
  }),
  refresh: defineOperation({
    path: 'auth.refresh', kind: 'mutation', input: authRefreshInput, output: authRefreshOutput, access: 'public', cost: 0,
    summary: 'Exchange a refresh token for a new pair.',
    rest: { method: 'post', path: '/api/v1/auth/refresh' },
  }),
  logout: defineOperation({
    path: 'auth.logout', kind: 'mutation', input: nothing, output: z.void(), access: sessionOnly, cost: 0,
    summary: 'End this session.',
    rest: { method: 'post', path: '/api/v1/auth/logout' },
  }),
  me: defineOperation({
    path: 'auth.me', kind: 'query', input: nothing, output: user, access: sessionOnly, cost: 0,
    summary: 'The signed-in user.',
    rest: { method: 'get', path: '/api/v1/auth/me' },
  }),
  verifyEmail: defineOperation({
    path: 'auth.verifyEmail', kind: 'mutation', input: authVerifyEmailInput, output: z.void(), access: 'public', cost: 0,
    summary: 'Confirm an e-mail address with the token that was sent to it.',
  }),
  getApiKey: defineOperation({
    path: 'auth.getApiKey', kind: 'query', input: nothing, output: authGetApiKeyOutput, access: sessionOnly, cost: 0,
    summary: 'The API key in clear, for its owner.',
    rest: { method: 'get', path: '/api/v1/auth/api-key' },
  }),
  regenerateApiKey: defineOperation({
    path: 'auth.regenerateApiKey', kind: 'mutation', input: nothing, output: authRegenerateApiKeyOutput, access: sessionOnly, cost: 0,
    summary: 'Make a new API key; the one before stops working at once.',
    rest: { method: 'post', path: '/api/v1/auth/api-key/regenerate' },
  }),
};
