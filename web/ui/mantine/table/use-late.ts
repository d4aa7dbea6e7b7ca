import { useEffect, useState } from 'react';

/** Whether something has been waiting for 200 ms: before that a placeholder would only flicker. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, [waiting]);
  return late;
}
