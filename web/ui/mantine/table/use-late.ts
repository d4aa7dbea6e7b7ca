import { useEffect, useState } from 'react';

/** Whether `waiting` has been true for 200 ms, or another time: a placeholder would flicker before. */
export function useLate(waiting: boolean, after = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [waiting, after]);
  return late;
}
