import { useEffect, useRef } from 'react';
import { beforeReload } from '../../../session/before-reload.ts';
import { dropDraft, writeDraft } from '../../../session/drafts.ts';
import { draftKey, type Open, type Opener } from './signing.ts';

/** Debounce, ms. */
const REST = 300;

/** What a draft holds: texts. */
const textsOf = (name: string, { place, get, size }: Opener) => ({
  name,
  place,
  get,
  size: size === undefined ? '' : String(size),
});

/**
 * Keeps the typed name over a reload and a new sign-in, with where it was typed (use-restored.ts). Gives a function that
 * keeps it at once.
 */
export function useNameDraft({ datasetId, opener, name }: Open, userId: string): () => void {
  const key = draftKey(datasetId, userId);
  const write = useRef(async () => {});
  write.current = () => (name.trim() === '' ? dropDraft(key) : writeDraft(key, textsOf(name, opener)));
  const first = useRef(name);
  useEffect(() => {
    if (name === first.current) return;
    const timer = setTimeout(() => void write.current(), REST);
    return () => clearTimeout(timer);
  }, [name]);
  useEffect(() => beforeReload(() => write.current()) as () => void, []);
  return () => void write.current();
}
