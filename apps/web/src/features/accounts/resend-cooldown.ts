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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useReadyAt = (email: string): number =>
  useSyncExternalStore(subscribe, () => readyAt(email));
