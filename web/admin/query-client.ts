import { QueryClient } from '@tanstack/react-query';

/** No retries: `queryCall` retries where that may help. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, refetchOnWindowFocus: false, retry: false },
    mutations: { retry: false },
  },
});
