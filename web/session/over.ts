import { createStore } from '../ui/store.ts';
import type { Identity } from './tokens.ts';

/** The identity whose session has ended, whose data must not be shown any longer; until the next document. */
export const sessionOver = createStore<Identity | undefined>(undefined);
