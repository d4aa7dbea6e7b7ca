import { useState } from 'react';

/** The value, or when there is none the last one: what a dialog shows stays until its closing transition has ended. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(() => value);
  return value ?? last;
}
