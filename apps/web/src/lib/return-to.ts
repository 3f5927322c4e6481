import { useLocation, type Location } from 'react-router-dom';

/** What a page that needs a session leaves behind when it sends somebody to log in. */
export const rememberedIn = ({ pathname, search, hash }: Location): { from: string } => ({
  from: `${pathname}${search}${hash}`,
});

/** Where to go after a login: the location that was asked for, else the dashboard. */
export function useReturnTo(): string {
  const state: unknown = useLocation().state;
  return typeof state === 'object' &&
    state !== null &&
    'from' in state &&
    typeof state.from === 'string'
    ? state.from
    : '/dashboard';
}
