// One table of operations with their inputs, and so one file.
import { z } from 'zod';
import { defineOperation, sessionOnly } from '../operation.ts';
import { oneSeenLine } from '../typed-name.ts';
import { factorCode, recoveryCode } from './factor-codes.ts';
import { authResponse, user } from './user.ts';

const email = z.email({ error: 'Enter an e-mail address.' }).max(254);
const fullName = z
  .string()
  .trim()
  .min(2, { error: 'Must be between 2 and 100 characters' })
  .max(100, { error: 'Must be between 2 and 100 characters' })
  .refine(...oneSeenLine);
/**
 * Characters as people (and JSON Schema) count them; min() and max() would count an emoji twice.
 */
const newPassword = z
  .string()
  .refine((password) => Array.from(password).length >= 8, {
    error: 'Must be at least 8 characters',
  })
  .refine((password) => Array.from(password).length <= 128, {
    error: 'Must be at most 128 characters',
  })
  .meta({ minLength: 8, maxLength: 128 });
const captchaToken = z
  .string()
  .max(20_000)
  .optional()
  .describe('Of the captcha, solved for the action of this call.');
/** What a captcha is solved for; a token for one action is worth nothing for another. */
export const captchaActions = [
  'login',
  'register',
  'forgot_password',
  'reset_password',
  'resend_verification',
] as const;
export type CaptchaAction = (typeof captchaActions)[number];
const captchaAction = z.enum(captchaActions, {
  error: `The action is one of ${captchaActions.join(', ')}.`,
});
export const authRegisterInput = z.strictObject({
  email,
  password: newPassword,
  full_name: fullName,
  captchaToken,
});
export const authRegisterOutput = authResponse.extend({ full_name: z.string() });
export const authLoginInput = z.strictObject({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(1000),
  captchaToken,
});
export const authRefreshInput = z.strictObject({ refresh_token: z.string().min(1).max(500) });
export const authRefreshOutput = z.object({ access_token: z.string(), refresh_token: z.string() });
const verificationToken = z
  .string()
  .min(1)
  .max(200)
  .describe('Of the link in the verification message.');
export const authVerifyEmailInput = z.strictObject({
  token: verificationToken,
  password: z.string().min(1, { error: 'Password is required' }).max(1000),
});
export const authVerifyMyEmailInput = z.strictObject({ token: verificationToken });
const message = z.object({ message: z.string() });
export const authForgotPasswordInput = z.strictObject({
  email: z.string().min(1, { error: 'Email is required' }).max(254),
  captchaToken,
});
export const authResendVerificationInput = z.strictObject({
  email: z.string().min(1, { error: 'Email is required' }).max(254),
  captchaToken,
});
export const authResetPasswordInput = z.strictObject({
  token: z.string().min(1).max(200),
  password: newPassword,
  captchaToken,
});
export const authUpdateMeInput = z.strictObject({
  full_name: fullName.optional(),
  password: newPassword
    .optional()
    .describe('Needs verify-password within the five minutes before. Ends every other session.'),
  end_access: z
    .boolean()
    .optional()
    .describe(
      'With a new password: also end the API keys, connected agents, upload links and shared results.',
    ),
});
export const authVerifyPasswordInput = z
  .strictObject({
    password: z.string().min(1).max(1000),
    code: factorCode.exactOptional().describe('Of the authenticator app, to change factors.'),
    recovery_code: recoveryCode.exactOptional().describe('In place of that code.'),
  })
  .refine((input) => input.code === undefined || input.recovery_code === undefined, {
    error: 'Send one of code and recovery_code.',
    path: ['code'],
  });
export const authVerifyPasswordOutput = z.object({ valid: z.literal(true) });
export const authChallengeInput = z.strictObject({ action: captchaAction });
export const authChallengeOutput = z
  .object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      data: z.object({
        action: captchaAction,
        expires: z.number().describe('Seconds since 1970.'),
      }),
    }),
    signature: z.string(),
  })
  .meta({ id: 'CaptchaChallenge' })
  .describe(
    'ALTCHA proof of work, version 2. The captchaToken is the base64 of the JSON { challenge, solution }.',
  );
export type CaptchaChallenge = z.infer<typeof authChallengeOutput>;
const nothing = z.strictObject({});

/** Accounts, and the sessions that a password opens. */
export const signInOperations = {
  register: defineOperation({
    path: 'auth.register',
    kind: 'mutation',
    input: authRegisterInput,
    output: authRegisterOutput,
    access: 'public',
    cost: 0,
    audit: { kind: 'account', said: 'Registration' },
    summary: 'Create an account and sign in.',
    rest: { method: 'post', path: '/api/v1/auth/register', status: 201 },
  }),
  login: defineOperation({
    path: 'auth.login',
    kind: 'mutation',
    input: authLoginInput,
    output: authResponse,
    access: 'public',
    cost: 0,
    takesCredential: true,
    audit: { kind: 'sign_in', said: 'Log-in' },
    summary: 'Sign in with e-mail and password.',
    rest: { method: 'post', path: '/api/v1/auth/login' },
  }),
  refresh: defineOperation({
    path: 'auth.refresh',
    kind: 'mutation',
    input: authRefreshInput,
    output: authRefreshOutput,
    access: 'public',
    cost: 0,
    takesCredential: true,
    audit: {
      not: 'It goes on with a session whose log-in is in the log; where it ends one, that is written by itself.',
    },
    summary: 'Exchange a refresh token for a new pair.',
    rest: { method: 'post', path: '/api/v1/auth/refresh' },
  }),
  logout: defineOperation({
    path: 'auth.logout',
    kind: 'mutation',
    input: nothing,
    output: z.void(),
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'sign_in', said: 'Log-out' },
    summary: 'End this session.',
    rest: { method: 'post', path: '/api/v1/auth/logout' },
  }),
  me: defineOperation({
    path: 'auth.me',
    kind: 'query',
    input: nothing,
    output: user,
    access: sessionOnly,
    cost: 0,
    summary: 'The signed-in user.',
    rest: { method: 'get', path: '/api/v1/auth/me' },
  }),
  updateMe: defineOperation({
    path: 'auth.updateMe',
    kind: 'mutation',
    input: authUpdateMeInput,
    output: user,
    access: sessionOnly,
    confirm: 'sometimes',
    cost: 0,
    audit: { kind: 'account', said: 'Profile change' },
    summary: 'Change your name, or your password.',
    rest: { method: 'put', path: '/api/v1/auth/me' },
  }),
  verifyPassword: defineOperation({
    path: 'auth.verifyPassword',
    kind: 'mutation',
    input: authVerifyPasswordInput,
    output: authVerifyPasswordOutput,
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'sign_in', said: 'Confirmation of the password' },
    summary: 'Confirm your password; for five minutes this session may then do what asks for it.',
    rest: { method: 'post', path: '/api/v1/auth/verify-password' },
  }),
};

/** What an account without its password or without a verified address needs. */
export const recoveryOperations = {
  forgotPassword: defineOperation({
    path: 'auth.forgotPassword',
    kind: 'mutation',
    input: authForgotPasswordInput,
    output: message,
    access: 'public',
    cost: 0,
    audit: { kind: 'account', said: 'Request for a password reset' },
    summary: 'Send a link to choose a new password; the answer is the same for every address.',
    rest: { method: 'post', path: '/api/v1/auth/forgot-password' },
  }),
  resetPassword: defineOperation({
    path: 'auth.resetPassword',
    kind: 'mutation',
    input: authResetPasswordInput,
    output: message,
    access: 'public',
    cost: 0,
    audit: { kind: 'account', said: 'Password reset by mail' },
    summary: 'Choose a new password with the token that was sent.',
    rest: { method: 'post', path: '/api/v1/auth/reset-password' },
  }),
  resendVerification: defineOperation({
    path: 'auth.resendVerification',
    kind: 'mutation',
    input: authResendVerificationInput,
    output: message,
    access: 'public',
    cost: 0,
    audit: { not: 'It sends a message to the address itself, and changes nothing.' },
    summary: 'Send the verification link again, at most once a minute.',
    rest: { method: 'post', path: '/api/v1/auth/resend-verification' },
  }),
  challenge: defineOperation({
    path: 'auth.challenge',
    kind: 'query',
    input: authChallengeInput,
    output: authChallengeOutput,
    access: 'public',
    cost: 0,
    notFound: true,
    summary: 'A captcha to solve for one action.',
    rest: { method: 'get', path: '/api/v1/captcha/challenge' },
  }),
};

/** The proof of an address. */
export const verificationOperations = {
  verifyEmail: defineOperation({
    path: 'auth.verifyEmail',
    kind: 'mutation',
    input: authVerifyEmailInput,
    output: z.void(),
    access: 'public',
    cost: 0,
    audit: { kind: 'account', said: 'Verification of the address' },
    summary:
      'Confirm an e-mail address with the token that was sent to it and the password; ' +
      'earlier sessions, agents, upload links and shares end.',
    rest: { method: 'post', path: '/api/v1/auth/verify-email' },
  }),
  verifyMyEmail: defineOperation({
    path: 'auth.verifyMyEmail',
    kind: 'mutation',
    input: authVerifyMyEmailInput,
    output: z.void(),
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'account', said: 'Verification of the address' },
    summary: 'Confirm the e-mail address of your own account with the token that was sent to it.',
    rest: { method: 'post', path: '/api/v1/auth/me/verify-email' },
  }),
};
