import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { PASSWORD } from '../../tests/support/person.ts';
import { lightClient, requestBytes } from './light-client.ts';

interface Task {
  url: string;
  people: string[];
  clients: number;
  /** Time at which no further sign-in begins, in ms since 1970. */
  end: number;
}

export interface Load {
  /** Sign-ins a second. */
  rate: number;
  done: number;
  /** ms of CPU that the clients took for one sign-in. */
  clientCpu: number;
}

interface Counted {
  done: number;
  cpu: number;
}

/** Parallel clients sign in over and over, in a thread of their own: the measuring thread's clock is not held up. */
export function signInLoad(url: string, people: string[], clients: number, ms: number): Promise<Load> {
  const began = Date.now();
  const task: Task = { url, people, clients, end: began + ms };
  const worker = new Worker(new URL(import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.on('message', ({ done, cpu }: Counted) =>
      resolve({ rate: (done * 1_000) / (Date.now() - began), done, clientCpu: cpu / Math.max(1, done) }),
    );
    worker.on('error', reject);
  });
}

async function signInUntil({ url, people, clients, end }: Task): Promise<Counted> {
  const requests = people.map((email) => requestBytes(url, '/api/v1/login', { email, password: PASSWORD }));
  const before = process.threadCpuUsage();
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      const client = await lightClient(url);
      const request = requests[n % requests.length] as Buffer;
      while (Date.now() < end) {
        const status = await client.send(request);
        if (status !== 200) throw new Error(`a sign-in was answered with ${status}`);
        done++;
      }
      client.close();
    }),
  );
  const { user, system } = process.threadCpuUsage(before);
  return { done, cpu: (user + system) / 1_000 };
}

if (!isMainThread) parentPort?.postMessage(await signInUntil(workerData as Task));
