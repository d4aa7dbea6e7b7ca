export interface Question {
  title: string;
  message: string;
  /** A second, quieter line. */
  hint?: string;
  confirmLabel: string;
  cancelLabel: string;
  danger?: boolean;
}

export interface Asked extends Question {
  answer(yes: boolean): void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();
const show = (next: Asked | undefined) => {
  asked = next;
  for (const listener of listeners) listener();
};

/** Asks in a dialog; one at a time, so a second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  show({
    ...question,
    answer: (yes) => {
      show(undefined);
      resolve(yes);
    },
  });
  return promise;
}

/** The open question, for the place that shows it. */
export const currentQuestion = (): Asked | undefined => asked;

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
