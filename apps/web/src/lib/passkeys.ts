import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '@columnist/contract';

/** Fetched when it is needed: most visits use no passkey. */
const library = () => import('@simplewebauthn/browser');

/**
 * Whether this page may ask the browser for a passkey: it can, and the page is opened where the
 * server says.
 */
export const canUsePasskeys = (origin: string | null = location.origin): boolean =>
  'PublicKeyCredential' in window && origin === location.origin;

/** Somebody who closes the browser's window, or waits too long, has done nothing wrong. */
const abandoned: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError']);

export function sayPasskeyFailure(error: unknown): string {
  if (error instanceof Error && abandoned.has(error.name))
    return 'The browser was given no passkey. Try again, or use another way.';
  if (error instanceof Error && error.name === 'InvalidStateError')
    return 'This device has a passkey for your account already.';
  return 'The browser could not use a passkey here.';
}

export async function createPasskey(options: CreationOptions): Promise<RegistrationResponse> {
  const { startRegistration } = await library();
  const { id, rawId, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON,
      attestationObject,
      ...(transports === undefined ? {} : { transports }),
    },
  };
}

/** With a signal the browser's question ends when that is given; then it throws. */
export async function getPasskey(
  options: RequestOptions,
  signal?: AbortSignal,
): Promise<AuthenticationResponse> {
  const { startAuthentication, WebAuthnAbortService } = await library();
  signal?.throwIfAborted();
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal?.addEventListener('abort', cancel, { once: true });
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options }).finally(() =>
    signal?.removeEventListener('abort', cancel),
  );
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature },
  };
}
