import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError, call } from '../api/call.ts';
import { tell } from '../api/judge.ts';

/** `call` for what a query asks: the client below asks again after a 503, and only the last one is told. */
export const queryCall: typeof call = (endpoint, input = {}) => call(endpoint, { ...input, asksAgain: true });

/** Only what the portal was too busy for is asked for again: any other answer would be the same. */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof CallError && error.code === 503;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (error instanceof CallError && error.untold) tell(error);
    },
  }),
  defaultOptions: {
    queries: { staleTime: 10_000, refetchOnWindowFocus: false, retry },
    mutations: { retry: false },
  },
});
