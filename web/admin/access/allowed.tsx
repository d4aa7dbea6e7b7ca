import type { ReactNode } from 'react';
import type { Requirement } from './permissions.ts';
import { useAllowed } from './use-allowed.ts';
import { WhileOnline } from './while-online.tsx';

/**
 * §5: renders its children only when the administrator has the required roles and tags; those of a call that changes
 * something are switched off while offline.
 */
export function Allowed({ children, ...required }: Requirement & { children: ReactNode }) {
  if (!useAllowed(required)) return null;
  return required.changes ? <WhileOnline>{children}</WhileOnline> : children;
}
