/** Instants (ms) until which questions wait before they are asked again. */
const waiting = new Set<{ readonly until: number }>();
const listeners = new Set<() => void>();
/** Seconds; a shorter pause is over before anybody has read of it. */
const shortestShown = 3;

/** Not all at the same instant: what was too much together would be so again. */
const spreadMs = 1000;

/** Does this after so many seconds; what it gives back calls it off. */
export function beginPause(seconds: number, then: () => void): () => void {
  const pause = { until: Date.now() + seconds * 1000 + Math.random() * spreadMs };
  const end = (): void => {
    clearTimeout(timer);
    waiting.delete(pause);
    listeners.forEach((listener) => listener());
  };
  const timer = setTimeout(() => {
    end();
    then();
  }, pause.until - Date.now());
  if (seconds >= shortestShown) waiting.add(pause);
  listeners.forEach((listener) => listener());
  return end;
}

/**
 * The instant at which the last of those goes on that a person may notice; null where nothing
 * waits.
 */
export const pausedUntil = (): number | null =>
  waiting.size === 0 ? null : Math.max(...Array.from(waiting, ({ until }) => until));

/** Calls the listener whenever that changes; the result removes it. */
export function onPause(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
