import { useEffect, useState } from 'react';

/** Whether something has been waiting for 200 ms, or another time: before that a placeholder would only flicker. */
export function useLate(waiting: boolean, after = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [waiting, after]);
  return late;
}
