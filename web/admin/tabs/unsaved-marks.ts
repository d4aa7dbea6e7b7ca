import { createStore, useStore } from '../../ui/store.ts';

/** Which screens hold text that is not saved, by path, and which of their forms. */
const marks = createStore<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

function change(path: string, forms: ReadonlySet<string>): void {
  const next = new Map(marks.get());
  if (forms.size > 0) next.set(path, forms);
  else next.delete(path);
  marks.set(next);
}

const formsOf = (path: string) => marks.get().get(path) ?? new Set<string>();

/**
 * Says that a form of a screen holds something unsaved. Gives back what takes that away again, which does nothing
 * once another screen is shown: then the form was not taken away, it only waits in its tab.
 */
export function markUnsaved(path: string, form: string): () => void {
  if (!formsOf(path).has(form)) change(path, new Set([...formsOf(path), form]));
  return () => {
    if (location.pathname !== path || !formsOf(path).has(form)) return;
    change(path, new Set([...formsOf(path)].filter((each) => each !== form)));
  };
}

export const isMarked = (path: string, form: string): boolean => formsOf(path).has(form);

/** Forgets the forms of a screen, since the person has said so. Gives back what takes that back. */
export function letGo(path: string): () => void {
  const forms = formsOf(path);
  if (forms.size > 0) change(path, new Set());
  return () => change(path, forms);
}

export function letAllGo(): void {
  for (const path of [...marks.get().keys()]) letGo(path);
}

export const unsavedPaths = marks.get;
export const useUnsavedPaths = (): ReadonlyMap<string, unknown> => useStore(marks);

/** While anything is unsaved, the browser asks in its own words before the page goes. Gives back what ends that. */
export function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (marks.get().size > 0) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
