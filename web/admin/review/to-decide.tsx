import type { ReactNode } from 'react';
import { Allowed } from '../access/allowed.tsx';
import type { Requirement } from '../access/permissions.ts';
import { WhileOnline } from '../access/while-online.tsx';

interface Props {
  required: Requirement | undefined;
  children: ReactNode;
}

/** What decides, for those who may. */
export const ToDecide = ({ required, children }: Props) =>
  required ? <Allowed {...required}>{children}</Allowed> : <WhileOnline>{children}</WhileOnline>;
