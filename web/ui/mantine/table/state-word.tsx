import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** A state in a list: a badge where it wants to be seen, else the word alone. */
export const StateWord = ({ color, children }: { color: string | undefined; children: ReactNode }) =>
  color === undefined ? <span>{children}</span> : <Badge color={color}>{children}</Badge>;
