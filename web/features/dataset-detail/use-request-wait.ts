import { useEffect, useState } from 'react';
import { getRequestWait } from '../../../contract/review-wait.ts';
import { call } from '../../api/call.ts';
import { formatWait } from '../../ui/format-wait.ts';

const asked = new Map<string, Promise<string | undefined>>();

async function ask(id: string): Promise<string | undefined> {
  const { medianHours } = await call(getRequestWait, { params: { id }, quiet: true });
  return medianHours === null ? undefined : formatWait(medianHours);
}

/** The median wait for a dataset's requests; undefined while unknown. Requested once, however many rows show it. */
export function useRequestWait(datasetId: string): string | undefined {
  const [wait, setWait] = useState<string>();
  useEffect(() => {
    const found = asked.get(datasetId) ?? ask(datasetId).catch(() => undefined);
    asked.set(datasetId, found);
    void found.then(setWait);
  }, [datasetId]);
  return wait;
}
