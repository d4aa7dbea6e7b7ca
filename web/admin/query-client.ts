import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../api/call.ts';

/** Only what never arrived is asked for again: any other answer would be the same, and has been told already. */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof CallError && error.code === 503;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, refetchOnWindowFocus: false, retry },
    mutations: { retry: false },
  },
});
