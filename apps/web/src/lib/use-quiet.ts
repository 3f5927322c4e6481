import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Between an answer and the call that follows from it nothing is loaded either. */
const quietMilliseconds = 300;

/** Whether nothing was being loaded for a moment; once it was so, it stays true. */
export function useQuiet(): boolean {
  const loading = useIsFetching();
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (loading > 0) return;
    const timer = setTimeout(() => setQuiet(true), quietMilliseconds);
    return () => clearTimeout(timer);
  }, [loading]);
  return isQuiet;
}
