import { useSyncExternalStore } from 'react';
import { dropDraft } from '../../../session/drafts.ts';
import { createStore } from '../../../ui/store.ts';

/** What opens the panel with the terms. */
export interface Opener {
  /** Where the panel is: beneath the action column, in the notice, in the file browser, or below the row of a key. */
  place: string;
  /** `data-get` of the button, and of the download link that takes its place once the terms are signed. */
  get: string;
  /** Bytes of what is downloaded once they are signed; undefined: nothing can be yet. */
  size?: number | undefined;
}

/** What has just been signed, and what became of the links that were asked for then. */
export interface Signed {
  title: string;
  version: number;
  links: 'coming' | 'there' | 'failed';
}

/** The panel of a dataset's page, and what was typed there. One panel: it holds the same text everywhere. */
export interface Signing {
  datasetId: string;
  /** Undefined: it is closed. */
  opener: Opener | undefined;
  name: string;
  signed: Signed | undefined;
  /** The person is led to it; not where it is as it was left. */
  leads: boolean;
}

/** The panel while it is open. */
export type Open = Signing & { opener: Opener };

const store = createStore<Signing | undefined>(undefined);

/** The panel's state; undefined where it was not open on this dataset's page, and on the server. */
export function useSigning(datasetId: string): Signing | undefined {
  const signing = useSyncExternalStore(store.subscribe, store.get, () => undefined);
  return signing?.datasetId === datasetId ? signing : undefined;
}

function change(datasetId: string, to: Partial<Signing>): void {
  const now = store.get();
  const anew = { opener: undefined, name: '', signed: undefined, leads: true };
  store.set({ ...(now?.datasetId === datasetId ? now : anew), ...to, datasetId });
}

/** Opens the panel; open elsewhere, it moves there with what was typed. */
export const openSigning = (datasetId: string, opener: Opener): void =>
  change(datasetId, { opener, signed: undefined, leads: true });

/** Opens it as it was before a new sign-in, unless something has been done there since. */
export function restoreSigning(datasetId: string, before: Pick<Signing, 'opener' | 'name' | 'leads'>): void {
  if (store.get()?.datasetId !== datasetId) change(datasetId, before);
}

export const typeName = (datasetId: string, name: string): void => change(datasetId, { name });

export const showSigned = (datasetId: string, signed: Signed): void =>
  change(datasetId, { signed, name: '' });

/** The element that a `data-get` names, of the kind that a selector names. */
export const elementOf = (get: string, kind = ''): HTMLElement | null =>
  document.querySelector(`${kind}[data-get="${CSS.escape(get)}"]`);

/** Closes the panel; what was typed stays for this visit. */
export function closeSigning(datasetId: string, draft?: string): void {
  const get = store.get()?.opener?.get;
  change(datasetId, { opener: undefined, signed: undefined });
  if (draft !== undefined) void dropDraft(draft);
  if (get !== undefined) elementOf(get)?.focus();
}

/** Names what a person has typed for a dataset's terms. */
export const draftKey = (datasetId: string, userId: string): string => `terms ${datasetId} ${userId}`;
