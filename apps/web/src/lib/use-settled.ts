import { useEffect, useState } from 'react';

/** Long enough that nothing is asked for each letter of a number that is typed. */
const restMilliseconds = 250;

/** A value once it has rested; the first one at once. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
