import { setTimeout as sleep } from 'node:timers/promises';

/** What came of one call; status 0: no whole answer. */
export interface Answer<Data = unknown> {
  status: number;
  text: string;
  data: Data | undefined;
}

export interface Asked {
  method?: string;
  body?: object | FormData;
  token?: string | undefined;
}

/** ms before it is asked again, as `curl --retry` waits: a killed process that holds much memory takes a while to be gone. */
const PAUSE = 1_000;

/** As a person's browser asks: what fails for a moment is asked once more. */
export function balancedClient(url: string) {
  const failures: string[] = [];
  const counted = { asked: 0, retried: 0 };

  async function once<Data>(path: string, { method = 'GET', body, token }: Asked): Promise<Answer<Data>> {
    counted.asked++;
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, text, data: isJson ? JSON.parse(text).data : undefined };
    } catch (error) {
      return { status: 0, text: String(error), data: undefined };
    }
  }

  const isPassing = ({ status }: Answer) => status === 0 || status >= 500;

  return {
    counted,
    /** Those that failed although they were asked once more, and those that a server answered wrongly. */
    failures,

    /** One call, whatever comes of it: of a write nobody knows whether it was done. */
    once,

    /** One that must succeed, by the second time at the latest; gives undefined when it did not. */
    async page<Data>(path: string, asked: Asked = {}): Promise<Answer<Data> | undefined> {
      let answer = await once<Data>(path, asked);
      if (isPassing(answer)) {
        counted.retried++;
        await sleep(PAUSE);
        answer = await once<Data>(path, asked);
      }
      if (answer.status === 200) return answer;
      failures.push(`${asked.method ?? 'GET'} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
      return undefined;
    },
  };
}

export type BalancedClient = ReturnType<typeof balancedClient>;
