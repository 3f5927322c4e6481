import { AppError } from '@columnist/contract';
import { isIP } from 'node:net';
import type { Settings } from '../context.ts';

export interface RelyingParty {
  /** The name that passkeys are bound to. */
  readonly id: string;
  /** Where they can be used. */
  readonly origin: string;
}

/**
 * Whom passkeys are made for: the host of PUBLIC_URL. Browsers take names alone, so this machine is
 * localhost; null for other addresses of numbers.
 */
export function relyingPartyOf({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | null {
  const url = new URL(publicUrl);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0) return { id: host, origin: url.origin };
  if (!host.startsWith('127.') && host !== '::1') return null;
  url.hostname = 'localhost';
  return { id: 'localhost', origin: url.origin };
}

/** The same; throws where there is none. */
export function requireRelyingParty(settings: Pick<Settings, 'publicUrl'>): RelyingParty {
  const found = relyingPartyOf(settings);
  if (found === null)
    throw new AppError(
      'conflict',
      'Passkeys need a server that is reached by a name, not by an address of numbers.',
      { fix: 'Use an authenticator app.' },
    );
  return found;
}
