import type { AuthResponse, User } from '@columnist/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { accessToken, clearTokens, onSessionEnd, storeTokens } from '../lib/stored-tokens.ts';
import { trpc } from '../lib/trpc.ts';

type State = { readonly status: 'loading' | 'unauthenticated'; readonly user: null } | { readonly status: 'authenticated'; readonly user: User };

type Session = State & {
  signIn(answer: Pick<AuthResponse, 'access_token' | 'refresh_token' | 'user'>): void;
  signOut(): Promise<void>;
};

const Context = createContext<Session | null>(null);

/** Who is signed in, checked once at start. Logging out always clears tokens and user, also when the call fails. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [signedIn, setSignedIn] = useState(() => accessToken() !== null);
  const cache = useQueryClient();
  const utils = trpc.useUtils();
  const me = trpc.auth.me.useQuery({}, { enabled: signedIn, retry: false, staleTime: 60_000 });
  const logout = trpc.auth.logout.useMutation();

  useEffect(() => {
    const end = () => {
      setSignedIn(false);
      cache.clear();
    };
    return onSessionEnd(end);
  }, [cache]);
  useEffect(() => {
    if (!me.isError || me.data !== undefined) return;
    clearTokens();
    setSignedIn(false);
  }, [me.isError, me.data]);

  const value = useMemo<Session>(() => {
    const state: State = !signedIn ? { status: 'unauthenticated', user: null } : me.data === undefined ? { status: 'loading', user: null } : { status: 'authenticated', user: me.data };
    return {
      ...state,
      signIn: (answer) => {
        storeTokens(answer);
        utils.auth.me.setData({}, answer.user);
        setSignedIn(true);
      },
      signOut: async () => {
        await logout.mutateAsync({}).catch(() => undefined);
        clearTokens();
        setSignedIn(false);
        cache.clear();
      },
    };
  }, [signedIn, me.data, utils, logout, cache]);
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
