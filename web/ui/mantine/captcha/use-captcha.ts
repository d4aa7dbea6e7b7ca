import { useCallback, useRef, useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { CaptchaError, type CaptchaSolution, solve } from './solve.ts';

export type CaptchaState = 'idle' | 'working' | 'solved' | 'insecure' | 'failed';
type Challenge = Parameters<typeof solve>[0];

export interface Captcha {
  state: CaptchaState;
  /** Message of a failed call. */
  why: string | undefined;
  /** Starts solving, unless a solution exists or is being computed. Never throws: see `state`. */
  start(): void;
  /** `start`, but only the first time: for a form's first focus. */
  startOnce(): void;
  /** Returns the solution and clears it, since each is valid once. Rejects without one. */
  take(): Promise<string>;
}

/** ms that a solution must still be valid when it is taken: the request takes time, too. */
const margin = 20_000;

/** @param load fetches a challenge; must be stable */
export function useCaptcha(load: () => Promise<Challenge>): Captcha {
  const [state, setState] = useState<CaptchaState>('idle');
  const [why, setWhy] = useState<string>();
  const running = useRef<Promise<CaptchaSolution> | undefined>(undefined);

  const begin = useCallback((): Promise<CaptchaSolution> => {
    if (running.current) return running.current;
    setState('working');
    const work = load().then(solve);
    running.current = work;
    work.then(
      () => setState('solved'),
      (error: unknown) => {
        running.current = undefined;
        setState(error instanceof CaptchaError ? error.reason : 'failed');
        setWhy(error instanceof CallError ? failureWords(error) : undefined);
      },
    );
    return work;
  }, [load]);

  const start = useCallback(() => {
    begin().catch(() => undefined);
  }, [begin]);

  const begun = useRef(false);
  const startOnce = useCallback(() => {
    if (begun.current) return;
    begun.current = true;
    start();
  }, [start]);

  const take = useCallback(async (): Promise<string> => {
    let solved = await begin();
    if (solved.expiresAt - Date.now() < margin) {
      running.current = undefined;
      solved = await begin();
    }
    running.current = undefined;
    setState('idle');
    return solved.value;
  }, [begin]);

  return { state, why, start, startOnce, take };
}
