import type { ReactNode } from 'react';
import type { Requirement } from './permissions.ts';
import { useAllowed } from './use-allowed.ts';

/** §5: renders its children only when the administrator has the required roles and tags. */
export function Allowed({ children, ...required }: Requirement & { children: ReactNode }) {
  return useAllowed(required) ? children : null;
}
