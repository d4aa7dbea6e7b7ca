import { QueryClient } from '@tanstack/react-query';

/** `queryCall` asks again where that may help; any other answer would be the same. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, refetchOnWindowFocus: false, retry: false },
    mutations: { retry: false },
  },
});
