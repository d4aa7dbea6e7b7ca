import { useEffect, useState } from 'react';
import { getReviewWait } from '../../../contract/review-wait.ts';
import { call } from '../../api/call.ts';
import { formatWait } from '../../ui/format-wait.ts';

let asked: Promise<string | undefined> | undefined;

async function ask(): Promise<string | undefined> {
  const { medianHours } = await call(getReviewWait, { quiet: true });
  return medianHours === null ? undefined : formatWait(medianHours);
}

/** The median wait for an approval; undefined while unknown. Requested once, however many rows show it. */
export function useReviewWait(): string | undefined {
  const [wait, setWait] = useState<string>();
  useEffect(() => {
    asked ??= ask().catch(() => undefined);
    void asked.then(setWait);
  }, []);
  return wait;
}
