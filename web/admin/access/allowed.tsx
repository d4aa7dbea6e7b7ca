import type { ReactNode } from 'react';
import type { Requirement } from './permissions.ts';
import { useAllowed } from './use-allowed.ts';

/** §5: what is inside is not rendered when the user lacks the listed roles or tags. */
export function Allowed({ children, ...required }: Requirement & { children: ReactNode }) {
  return useAllowed(required) ? children : null;
}
