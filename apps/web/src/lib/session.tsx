import type { AuthResponse, User } from '@columnist/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { isRefusal } from './errors.ts';
import {
  accessToken,
  clearTokens,
  endSession,
  onSessionEnd,
  onSignInElsewhere,
  storeTokens,
} from './stored-tokens.ts';
import { trpc } from './trpc.ts';

type State =
  | { readonly status: 'loading'; readonly user: null }
  /**
   * `left`: by a logout, so the page they were on is nobody's to return to. `failure`: why the check
   * at start has ended without an answer of the server; else null.
   */
  | {
      readonly status: 'unauthenticated';
      readonly user: null;
      readonly left: boolean;
      readonly failure: unknown;
    }
  | { readonly status: 'authenticated'; readonly user: User };

type Session = State & {
  readonly signIn: (answer: Pick<AuthResponse, 'access_token' | 'refresh_token' | 'user'>) => void;
  readonly signOut: () => Promise<void>;
  /** Asks who is signed in, where tokens are stored that nobody has asked about. */
  readonly check: () => void;
};

const Context = createContext<Session | null>(null);

/** How often a check that the server does not answer is repeated: for 15 seconds, as a restart takes. */
const repeats = 4;

/**
 * Who is signed in, checked once at start, and again where another tab has signed in. Where that
 * fails, the tokens are cleared: at once if the server refuses them, else after some repeats.
 * Logging out always clears tokens and user, also when the call fails or is not answered.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [held, setHeld] = useState<'tokens' | 'nothing' | 'left'>(() =>
    accessToken() === null ? 'nothing' : 'tokens',
  );
  const [failure, setFailure] = useState<unknown>(null);
  const cache = useQueryClient();
  const utils = trpc.useUtils();
  const me = trpc.auth.me.useQuery(
    {},
    {
      enabled: held === 'tokens',
      staleTime: 60_000,
      retry: (count, error) => !isRefusal(error) && count < repeats,
      // Somebody who comes back to this tab may have verified the address in another.
      refetchOnWindowFocus: ({ state }) => (state.data?.email_verified === false ? 'always' : true),
    },
  );

  useEffect(
    () =>
      onSessionEnd((reason) => {
        if (held !== 'tokens') return;
        setHeld('nothing');
        setFailure(reason);
        cache.clear();
      }),
    [cache, held],
  );
  const { error } = me;
  const failed = me.data === undefined && error !== null;
  useEffect(() => {
    if (failed) endSession(isRefusal(error) ? null : error);
  }, [failed, error]);
  useEffect(() => onSignInElsewhere(() => setHeld('tokens')), []);

  const value = useMemo((): Session => {
    const acts: Pick<Session, 'signIn' | 'signOut' | 'check'> = {
      signIn: (answer) => {
        storeTokens(answer);
        setFailure(null);
        utils.auth.me.setData({}, answer.user);
        setHeld('tokens');
      },
      signOut: async () => {
        await utils.client.auth.logout
          .mutate({}, { signal: AbortSignal.timeout(5_000) })
          .catch(() => undefined);
        clearTokens();
        setHeld('left');
        cache.clear();
      },
      check: () => {
        if (accessToken() !== null) setHeld('tokens');
      },
    };
    if (held !== 'tokens')
      return { ...acts, status: 'unauthenticated', user: null, left: held === 'left', failure };
    return me.data === undefined
      ? { ...acts, status: 'loading', user: null }
      : { ...acts, status: 'authenticated', user: me.data };
  }, [held, failure, me.data, utils, cache]);
  return <Context value={value}>{children}</Context>;
}

export function useSession(): Session {
  const session = useContext(Context);
  if (session === null) throw new Error('useSession needs a SessionProvider');
  return session;
}

/** The user of a page that only signed-in people see. */
export function useUser(): User {
  const { user } = useSession();
  if (user === null) throw new Error('This page is for signed-in people');
  return user;
}
