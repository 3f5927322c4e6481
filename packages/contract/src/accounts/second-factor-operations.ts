// One table of operations with their inputs, and so one file.
import { z } from 'zod';
import { defineOperation, sessionOnly } from '../operation.ts';
import {
  authenticationResponse,
  creationOptions,
  passkey,
  registrationResponse,
  requestOptions,
} from './passkey.ts';
import { oneSeenLine } from '../typed-name.ts';
import { factorCode, recoveryCode } from './factor-codes.ts';
import { authResponse } from './user.ts';

const nothing = z.strictObject({});
const secondFactors = z
  .object({
    totp: z
      .object({
        created_at: z.iso.datetime(),
        last_used_at: z.iso
          .datetime()
          .nullable()
          .describe('When a code of it was last taken at a log-in; null where none was.'),
      })
      .nullable()
      .describe('The authenticator app; null where none is set up.'),
    passkeys: z.array(passkey),
    recovery_codes_left: z.int(),
    required: z.boolean().describe('Whether you need a second factor for what your role allows.'),
    passkeys_at: z
      .string()
      .nullable()
      .describe('The origin at which passkeys can be used; null where the server has no name.'),
  })
  .meta({ id: 'SecondFactors' });
export type SecondFactors = z.infer<typeof secondFactors>;

const ticket = z.string().min(1).max(200).describe('As the log-in answered it.');
const recoveryCodes = z.array(z.string()).describe('Shown this once; each opens the account once.');
const codesOfFirst = recoveryCodes
  .nullable()
  .describe('With the first factor: shown this once; each opens the account once. Else null.');

const oneFactor = { error: 'Send one of code, recovery_code and passkey.', path: ['code'] };
export const authCompleteLoginInput = z
  .strictObject({
    ticket,
    code: factorCode.exactOptional().describe('Of the authenticator app.'),
    recovery_code: recoveryCode.exactOptional(),
    passkey: authenticationResponse.exactOptional(),
  })
  .refine(
    (input) =>
      [input.code, input.recovery_code, input.passkey].filter((one) => one !== undefined).length ===
      1,
    oneFactor,
  );
export const authStartPasskeyLoginInput = z.strictObject({ ticket });
export const authStartTotpOutput = z.object({
  secret: z.string().describe('Base 32.'),
  uri: z.string().describe('What the picture for the app holds.'),
});
export const authConfirmTotpInput = z.strictObject({ code: factorCode });
export const authConfirmTotpOutput = z.object({ recovery_codes: codesOfFirst });
export const authAddPasskeyInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'Give it a name.' })
    .max(60)
    .refine(...oneSeenLine),
  passkey: registrationResponse,
});
export const authAddPasskeyOutput = z.object({ passkey, recovery_codes: codesOfFirst });
export const authRemovePasskeyInput = z.strictObject({ id: z.uuid() });
export const authRemakeRecoveryCodesOutput = z.object({ recovery_codes: recoveryCodes });
export const authConfirmWithPasskeyInput = z.strictObject({
  passkey: authenticationResponse,
  password: z
    .string()
    .min(1)
    .max(1000)
    .exactOptional()
    .describe('Beside a passkey that does not ask for a PIN, finger or face.'),
});
export const authConfirmWithPasskeyOutput = z.object({ valid: z.literal(true) });

/** Second factors, and what is asked again before what makes others able to act. */
export const secondFactorOperations = {
  completeLogin: defineOperation({
    path: 'auth.completeLogin',
    kind: 'mutation',
    input: authCompleteLoginInput,
    output: authResponse,
    access: 'public',
    cost: 0,
    takesCredential: true,
    audit: { kind: 'sign_in', said: 'Log-in with a second factor' },
    summary:
      'The second step of a log-in: the ticket that the first answered, with a code, a recovery code or a passkey.',
    rest: { method: 'post', path: '/api/v1/auth/login/complete' },
  }),
  startPasskeyLogin: defineOperation({
    path: 'auth.startPasskeyLogin',
    kind: 'mutation',
    input: authStartPasskeyLoginInput,
    output: requestOptions,
    access: 'public',
    cost: 0,
    takesCredential: true,
    audit: { not: 'It asks a passkey a question; the answer is a log-in.' },
    summary: 'What a browser asks a passkey for the second step of a log-in.',
    rest: { method: 'post', path: '/api/v1/auth/login/passkey' },
  }),
  secondFactors: defineOperation({
    path: 'auth.secondFactors',
    kind: 'query',
    input: nothing,
    output: secondFactors,
    access: sessionOnly,
    cost: 0,
    summary: 'What you have set up beside your password.',
    rest: { method: 'get', path: '/api/v1/auth/second-factors' },
  }),
  startTotp: defineOperation({
    path: 'auth.startTotp',
    kind: 'mutation',
    input: nothing,
    output: authStartTotpOutput,
    access: sessionOnly,
    confirm: 'factor',
    cost: 0,
    shownOnce: true,
    audit: { not: 'Nothing counts before the first code confirms it.' },
    summary: 'A secret for an authenticator app; it counts once its first code is confirmed.',
    rest: { method: 'post', path: '/api/v1/auth/totp' },
  }),
  confirmTotp: defineOperation({
    path: 'auth.confirmTotp',
    kind: 'mutation',
    input: authConfirmTotpInput,
    output: authConfirmTotpOutput,
    access: sessionOnly,
    confirm: 'factor',
    cost: 0,
    shownOnce: true,
    audit: { kind: 'account', said: 'Authenticator app added' },
    summary: 'Confirm an authenticator app with its first code; log-ins ask for one from then on.',
    rest: { method: 'post', path: '/api/v1/auth/totp/confirm' },
  }),
  removeTotp: defineOperation({
    path: 'auth.removeTotp',
    kind: 'mutation',
    input: nothing,
    output: z.void(),
    access: sessionOnly,
    confirm: 'factor',
    cost: 0,
    notFound: true,
    audit: { kind: 'account', said: 'Authenticator app removed' },
    summary: 'Remove the authenticator app.',
    rest: { method: 'delete', path: '/api/v1/auth/totp' },
  }),
  startPasskey: defineOperation({
    path: 'auth.startPasskey',
    kind: 'mutation',
    input: nothing,
    output: creationOptions,
    access: sessionOnly,
    confirm: 'factor',
    cost: 0,
    audit: { not: 'It asks the browser for a passkey; adding it is written.' },
    summary: 'What a browser needs to make a passkey.',
    rest: { method: 'post', path: '/api/v1/auth/passkeys/options' },
  }),
  addPasskey: defineOperation({
    path: 'auth.addPasskey',
    kind: 'mutation',
    input: authAddPasskeyInput,
    output: authAddPasskeyOutput,
    access: sessionOnly,
    confirm: 'factor',
    cost: 0,
    shownOnce: true,
    audit: { kind: 'account', said: 'Passkey added' },
    summary: 'Add the passkey that the browser made.',
    rest: { method: 'post', path: '/api/v1/auth/passkeys', status: 201 },
  }),
  removePasskey: defineOperation({
    path: 'auth.removePasskey',
    kind: 'mutation',
    input: authRemovePasskeyInput,
    output: z.void(),
    access: sessionOnly,
    confirm: 'factor',
    cost: 0,
    audit: { kind: 'account', said: 'Passkey removed' },
    summary: 'Remove a passkey.',
    rest: { method: 'delete', path: '/api/v1/auth/passkeys/{id}' },
  }),
  remakeRecoveryCodes: defineOperation({
    path: 'auth.remakeRecoveryCodes',
    kind: 'mutation',
    input: nothing,
    output: authRemakeRecoveryCodesOutput,
    access: sessionOnly,
    confirm: 'factor',
    cost: 0,
    shownOnce: true,
    audit: { kind: 'account', said: 'New recovery codes' },
    summary: 'Ten new recovery codes; those before work no more.',
    rest: { method: 'post', path: '/api/v1/auth/recovery-codes' },
  }),
  startPasskeyConfirmation: defineOperation({
    path: 'auth.startPasskeyConfirmation',
    kind: 'mutation',
    input: nothing,
    output: requestOptions,
    access: sessionOnly,
    cost: 0,
    audit: { not: 'It asks a passkey a question; the answer is the confirmation.' },
    summary: 'What a browser asks a passkey to confirm that it is you.',
    rest: { method: 'post', path: '/api/v1/auth/verify-passkey/options' },
  }),
  confirmWithPasskey: defineOperation({
    path: 'auth.confirmWithPasskey',
    kind: 'mutation',
    input: authConfirmWithPasskeyInput,
    output: authConfirmWithPasskeyOutput,
    access: sessionOnly,
    cost: 0,
    audit: { kind: 'sign_in', said: 'Confirmation with a passkey' },
    summary:
      'Confirm with a passkey, for the next five minutes of this session: in place of the password where it asks who has it, else beside it.',
    rest: { method: 'post', path: '/api/v1/auth/verify-passkey' },
  }),
};
