import { startTransition, useEffect, useState } from 'react';

/**
 * How many parts of a page to draw: one at first, then one more after each has been painted. Drawn
 * at once, they would be one long task.
 */
export function useStaged(parts: number): number {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn >= parts) return;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + 1)), 0);
    return () => clearTimeout(timer);
  }, [drawn, parts]);
  return drawn;
}
