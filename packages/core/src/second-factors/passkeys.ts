import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { requireRelyingParty, relyingPartyOf } from './relying-party.ts';
import { Passkey, PasskeyChallenge } from '../users/second-factor.entity.ts';

const challengeMinutes = 5;
/** EdDSA, ES256 and RS256, which all authenticators have one of. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** What asks: one session, or one log-in that has begun. */
export interface Asking {
  readonly user: { readonly id: string };
  readonly purpose: 'add' | 'confirm' | 'login';
  readonly boundTo: string;
}

/**
 * Read when the first passkey is asked for: it is a tenth of what the server loads at its start.
 */
const library = () => import('@simplewebauthn/server');

async function keepChallenge(
  ctx: ServiceContext,
  { user, purpose, boundTo }: Asking,
  challenge: string,
): Promise<void> {
  const expiresAt = new Date(ctx.clock.now().getTime() + challengeMinutes * 60_000);
  await ctx.em.insert(PasskeyChallenge, { challenge, user: user.id, purpose, boundTo, expiresAt });
}

/**
 * Whether it was asked for by the very same, a moment ago; it is gone with that, whatever comes of
 * the answer.
 */
const takeChallenge =
  (ctx: ServiceContext, { user, purpose, boundTo }: Asking) =>
  async (challenge: string): Promise<boolean> =>
    (await ctx.em.nativeDelete(PasskeyChallenge, {
      challenge,
      user: user.id,
      purpose,
      boundTo,
      expiresAt: { $gt: ctx.clock.now() },
    })) === 1;

export async function askForNew(
  ctx: ServiceContext,
  asking: Asking,
  { email, fullName }: { readonly email: string; readonly fullName: string },
): Promise<CreationOptions> {
  const { id: rpID } = requireRelyingParty(ctx.settings);
  const known = await ctx.em.find(Passkey, { user: asking.user.id });
  const options = await (
    await library()
  ).generateRegistrationOptions({
    rpName: 'Columnist',
    rpID,
    userName: email,
    userDisplayName: fullName,
    userID: new TextEncoder().encode(asking.user.id),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(ctx, asking, options.challenge);
  return options;
}

export async function askForKnown(ctx: ServiceContext, asking: Asking): Promise<RequestOptions> {
  const { id: rpID } = requireRelyingParty(ctx.settings);
  const known = await ctx.em.find(Passkey, { user: asking.user.id });
  const options = await (
    await library()
  ).generateAuthenticationOptions({
    rpID,
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    userVerification: 'preferred',
  });
  await keepChallenge(ctx, asking, options.challenge);
  return options;
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: string[];
}

/** What a browser made, as it is kept; null where it does not answer what was asked. */
export async function checkNew(
  ctx: ServiceContext,
  asking: Asking,
  response: RegistrationResponse,
): Promise<NewPasskey | null> {
  const party = requireRelyingParty(ctx.settings);
  const { verifyRegistrationResponse } = await library();
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: takeChallenge(ctx, asking),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch(() => null);
  if (checked?.verified !== true) return null;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
  };
}

/**
 * What a passkey shows: that its owner is there, whom it has asked for a PIN, finger or face, or no
 * more than that somebody has it, as some security keys do.
 */
export type Shown = 'owner' | 'possession';

/**
 * What the answer shows, where it is that of one of the user's passkeys to what was asked, and none
 * that was given before; else null.
 */
export async function takePasskey(
  ctx: ServiceContext,
  asking: Asking,
  response: AuthenticationResponse,
): Promise<Shown | null> {
  const party = relyingPartyOf(ctx.settings);
  const passkey = await ctx.em.findOne(Passkey, {
    user: asking.user.id,
    credentialId: response.id,
  });
  if (party === null || passkey === null) return null;
  const { verifyAuthenticationResponse } = await library();
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: takeChallenge(ctx, asking),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => null);
  if (checked?.verified !== true) return null;
  // Its counter, where it has one, only grows: a copy of the authenticator would repeat a number.
  const { newCounter: counter, userVerified } = checked.authenticationInfo;
  const unchanged = counter === 0 ? { counter: 0 } : { counter: { $lt: counter } };
  const taken = await ctx.em.nativeUpdate(
    Passkey,
    { id: passkey.id, ...unchanged },
    { counter, lastUsedAt: ctx.clock.now() },
  );
  if (taken !== 1) return null;
  return userVerified ? 'owner' : 'possession';
}
