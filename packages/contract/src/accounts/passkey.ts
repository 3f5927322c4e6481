import { z } from 'zod';

const base64url = z.string().max(20_000);
const shortText = z.string().max(100);

/**
 * What browsers and authenticators say to each other (WebAuthn Level 3, 5.1): the parts that are
 * used, the others are left out.
 */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  clientExtensionResults: z.object({}).default({}),
};
export const registrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(shortText).max(20).exactOptional(),
    }),
  })
  .meta({ id: 'PasskeyRegistration' });
export type RegistrationResponse = z.infer<typeof registrationResponse>;
export const authenticationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.exactOptional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type AuthenticationResponse = z.infer<typeof authenticationResponse>;

const descriptors = z
  .array(
    z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).exactOptional() }),
  )
  .exactOptional();
const verification = z.enum(['required', 'preferred', 'discouraged']).exactOptional();
export const creationOptions = z
  .object({
    rp: z.object({ id: z.string().exactOptional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int().exactOptional(),
    excludeCredentials: descriptors,
    authenticatorSelection: z
      .object({
        residentKey: verification,
        requireResidentKey: z.boolean().exactOptional(),
        userVerification: verification,
      })
      .exactOptional(),
    attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).exactOptional(),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type CreationOptions = z.infer<typeof creationOptions>;
export const requestOptions = z
  .object({
    challenge: z.string(),
    timeout: z.int().exactOptional(),
    rpId: z.string().exactOptional(),
    allowCredentials: descriptors,
    userVerification: verification,
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type RequestOptions = z.infer<typeof requestOptions>;

export const passkey = z
  .object({
    id: z.uuid(),
    name: z.string().describe('As its owner calls it.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;
