import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

/** Between two verification messages. */
export const cooldownSeconds = 60;

const key = 'verificationSent';
const sent = z.object({ email: z.string(), until: z.number() });
const listeners = new Set<() => void>();

/** Kept in this browser, so that every control knows of it, also after a reload and in other tabs. */
export function beginCooldown(email: string, seconds = cooldownSeconds): void {
  localStorage.setItem(key, JSON.stringify({ email, until: Date.now() + seconds * 1000 }));
  listeners.forEach((listener) => listener());
}

/**
 * The instant (ms) from which a message can be sent to this address again; 0 for at once. What has
 * passed is forgotten, and the address with it.
 */
function readyAt(email: string): number {
  const { data } = sent.safeParse(written());
  if (data !== undefined && data.until > Date.now()) return data.email === email ? data.until : 0;
  localStorage.removeItem(key);
  return 0;
}

// Once verified nobody looks at it again, so what was left behind goes when a page begins.
readyAt('');

function written(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
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
