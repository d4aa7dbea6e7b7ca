import type { ReactNode } from 'react';
import { useLazy } from '../../ui/use-lazy.ts';
import type { WaitingProps } from './waiting.tsx';

const load = async () => (await import('./waiting.tsx')).Waiting;

/** What a page shows that waits for something; most wait for nothing, so its code is fetched where it is needed. */
export function Later({ otherwise, ...props }: WaitingProps & { otherwise?: ReactNode }) {
  const { Component } = useLazy(load);
  return Component ? <Component {...props} /> : otherwise;
}
