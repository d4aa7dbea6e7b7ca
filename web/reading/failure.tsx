import { useRevalidator } from 'react-router';
import { t } from '#texts/reading';
import { CallError } from '../api/call.ts';
import { failureWords } from '../api/failure-words.ts';
import controls from '../ui/controls.module.css';
import { State } from '../ui/state.tsx';

/** A loader's result when its call failed: an expected outcome, shown in its region. */
export interface FailedLoad {
  failed: { code: number; msg: string };
}

export const failedBy = (error: unknown): FailedLoad => {
  if (error instanceof CallError) return { failed: { code: error.code, msg: error.msg } };
  throw error;
};

/** The inline error with Retry. */
export function Failure({
  title,
  failed,
  heading = 'h2',
}: FailedLoad & { title: string; heading?: 'h1' | 'h2' }) {
  const { revalidate, state } = useRevalidator();
  return (
    <State title={title} words={failureWords(failed)} heading={heading} alert>
      <button
        className={controls.primary}
        type="button"
        onClick={() => void revalidate()}
        disabled={state === 'loading'}
      >
        {t.reading.retry}
      </button>
    </State>
  );
}
