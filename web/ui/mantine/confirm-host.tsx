import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from '../store.ts';
import { type OpenQuestion, openQuestion } from './confirm.ts';

interface Props {
  question: OpenQuestion | undefined;
}

/** The browser's own question, where the dialog's chunk is gone because a new version was put up. */
function PlainConfirm({ question }: Props) {
  useEffect(() => {
    question?.answer(window.confirm(`${question.title}\n\n${question.message}`));
  }, [question]);
  return null;
}

// The dialog, its focus trap and scroll lock are fetched with the first question: most sign-ins ask none.
const ConfirmDialog = lazy(
  (): Promise<{ default: ComponentType<Props> }> =>
    import('./confirm-dialog.tsx').catch(() => ({ default: PlainConfirm })),
);

/** Where `confirm` appears; once per document. */
export function ConfirmHost() {
  const question = useStore(openQuestion);
  const [needed, setNeeded] = useState(false);
  if (question && !needed) setNeeded(true);
  return <Suspense>{needed && <ConfirmDialog question={question} />}</Suspense>;
}
