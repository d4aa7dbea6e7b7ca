import { useCallback, useRef, useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { CaptchaError, type CaptchaSolution, solve } from './solve.ts';

export type CaptchaState = 'idle' | 'working' | 'solved' | 'insecure' | 'failed';
type Challenge = Parameters<typeof solve>[0];

export interface Captcha {
  state: CaptchaState;
  /** What a failed call said, for people. */
  why: string | undefined;
  /** Begins, unless a solution is there or on its way. Never throws: `state` says what happened. */
  start(): void;
  /** `start`, but only the first time: for the first focus of a form. */
  startOnce(): void;
  /** Hands out a fresh solution and forgets it, since each is good once. Rejects when there is none. */
  take(): Promise<string>;
}

/** Seconds a solution must still be good for when it is handed out: the request takes a while too. */
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
