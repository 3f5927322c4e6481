import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

/** Between two verification messages. */
export const cooldownSeconds = 60;

const key = 'verificationSent';
const sent = z.object({ email: z.string(), until: z.number() });
const listeners = new Set<() => void>();

/** Kept for this tab, so that a reload and every control know of it. */
export function beginCooldown(email: string, seconds = cooldownSeconds): void {
  sessionStorage.setItem(key, JSON.stringify({ email, until: Date.now() + seconds * 1000 }));
  listeners.forEach((listener) => listener());
}

/** The instant (ms) from which a message can be sent to this address again; 0 for at once. */
function readyAt(email: string): number {
  try {
    const { data } = sent.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return data?.email === email ? data.until : 0;
  } catch {
    return 0;
  }
}

const tickMs = 250;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const timer = setInterval(listener, tickMs);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
  };
}

const secondsLeft = (email: string): number =>
  Math.max(0, Math.ceil((readyAt(email) - Date.now()) / 1000));

/** Counts down until a message can be sent to this address again; 0 from then on. */
export const useSecondsLeft = (email: string): number =>
  useSyncExternalStore(subscribe, () => secondsLeft(email));
