import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from '../store.ts';
import { type OpenQuestion, openQuestion } from './confirm.ts';

interface Props {
  question: OpenQuestion | undefined;
}

/** Falls back to window.confirm, where the dialog's chunk is gone after a deployment. */
function PlainConfirm({ question }: Props) {
  useEffect(() => {
    question?.answer(window.confirm(`${question.title}\n\n${question.message}`));
  }, [question]);
  return null;
}

// The dialog, its focus trap and scroll lock are loaded with the first question: most sign-ins need none.
const ConfirmDialog = lazy(
  (): Promise<{ default: ComponentType<Props> }> =>
    import('./confirm-dialog.tsx').catch(() => ({ default: PlainConfirm })),
);

/** Renders `confirm`'s dialog; once per document. */
export function ConfirmHost() {
  const question = useStore(openQuestion);
  const [needed, setNeeded] = useState(false);
  if (question && !needed) setNeeded(true);
  return <Suspense>{needed && <ConfirmDialog question={question} />}</Suspense>;
}
