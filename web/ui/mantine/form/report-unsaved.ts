import { createContext, useContext, useEffect, useId } from 'react';

/** Told of a form that holds something unsaved; gives back what is called when it no longer does. */
export type ReportUnsaved = (form: string) => () => void;

/** Who wants to know; nobody outside the back office's tabs. */
export const UnsavedContext = createContext<ReportUnsaved | undefined>(undefined);

/** Tells whoever wants to know that there is something unsaved. Gives the name it was told under. */
export function useReportUnsaved(dirty: boolean): string {
  const report = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => (dirty ? report?.(form) : undefined), [dirty, report, form]);
  return form;
}
