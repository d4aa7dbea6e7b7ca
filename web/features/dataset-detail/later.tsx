import type { ReactNode } from 'react';
import { useLazy } from '../../ui/use-lazy.ts';
import type { WaitingProps } from './waiting.tsx';

const load = async () => (await import('./waiting.tsx')).Waiting;

/** Parts of a page that waits for something; most do not, so they are a lazy chunk. */
export function Later({ otherwise, ...props }: WaitingProps & { otherwise?: ReactNode }) {
  const { Component } = useLazy(load);
  return Component ? <Component {...props} /> : otherwise;
}
