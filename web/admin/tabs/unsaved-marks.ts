import { createStore, useStore } from '../../ui/store.ts';

/** Forms with unsaved input, by path of their screen. */
const unsavedForms = createStore<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

function change(path: string, forms: ReadonlySet<string>): void {
  const next = new Map(unsavedForms.get());
  if (forms.size > 0) next.set(path, forms);
  else next.delete(path);
  unsavedForms.set(next);
}

const formsOf = (path: string) => unsavedForms.get().get(path) ?? new Set<string>();

/**
 * Marks a form of a screen as unsaved. Returns a function that clears the mark, a no-op once another screen is shown:
 * then the form is only hidden in its tab.
 */
export function markUnsaved(path: string, form: string): () => void {
  if (!formsOf(path).has(form)) change(path, new Set([...formsOf(path), form]));
  return () => {
    if (location.pathname !== path || !formsOf(path).has(form)) return;
    change(path, new Set([...formsOf(path)].filter((each) => each !== form)));
  };
}

export const isMarked = (path: string, form: string): boolean => formsOf(path).has(form);

/** Clears a screen's marks after the person confirmed. Returns a function that restores them. */
export function letGo(path: string): () => void {
  const forms = formsOf(path);
  if (forms.size > 0) change(path, new Set());
  return () => change(path, forms);
}

export function letAllGo(): void {
  for (const path of [...unsavedForms.get().keys()]) letGo(path);
}

export const unsavedPaths = unsavedForms.get;
export const useUnsavedPaths = (): ReadonlyMap<string, unknown> => useStore(unsavedForms);

/** beforeunload asks while anything is unsaved. Returns a function that ends it. */
export function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (unsavedForms.get().size > 0) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
