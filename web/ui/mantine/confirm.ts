import { createStore } from '../store.ts';

export interface Question {
  title: string;
  message: string;
  /** A secondary line. */
  hint?: string;
  confirmLabel: string;
  cancelLabel: string;
  danger?: boolean;
}

export interface OpenQuestion extends Question {
  answer(yes: boolean): void;
}

/** The open question, for ConfirmHost. */
export const openQuestion = createStore<OpenQuestion | undefined>(undefined);

/** Asks in a dialog; one at a time, so a second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  openQuestion.set({
    ...question,
    answer: (yes) => {
      openQuestion.set(undefined);
      resolve(yes);
    },
  });
  return promise;
}
