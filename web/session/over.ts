import { createStore } from '../ui/store.ts';
import type { Identity } from './tokens.ts';

/** Whose session has ended, when nothing that it brought may be shown any longer; until the next document. */
export const sessionOver = createStore<Identity | undefined>(undefined);
