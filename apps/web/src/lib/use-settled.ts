import { useEffect, useRef, useState } from 'react';

/** Long enough that nothing is asked for each letter of a number that is typed. */
const restMilliseconds = 250;

/**
 * A value once it has rested. The first one, and one that follows after a rest, as by a click, is
 * taken at once: only what changes quickly is waited for.
 */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const changed = useRef(-Infinity);
  useEffect(() => {
    const now = performance.now();
    const isQuick = now - changed.current < restMilliseconds;
    changed.current = now;
    const timer = setTimeout(() => setSettled(value), isQuick ? restMilliseconds : 0);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
