import { createContext, useContext, useEffect, useId } from 'react';

/** Called by a form with unsaved input; returns the function to call when it has none. */
export type ReportUnsaved = (form: string) => () => void;

/** The subscriber; only within the back office's tabs. */
export const UnsavedContext = createContext<ReportUnsaved | undefined>(undefined);

/** Reports unsaved input to the context. Returns the form's id. */
export function useReportUnsaved(dirty: boolean): string {
  const report = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => (dirty ? report?.(form) : undefined), [dirty, report, form]);
  return form;
}
