import { setTimeout as sleep } from 'node:timers/promises';
import { type LightClient, lightClient, requestBytes } from './light-client.ts';

/** Asks for the catalogue at a steady pace. @returns the latencies in ms, sorted */
export async function catalogueProbe(url: string, every: number, ms: number): Promise<number[]> {
  const request = requestBytes(url, '/api/v1/datasets');
  const idle: LightClient[] = [];
  async function ask(): Promise<number> {
    const began = performance.now();
    const client = idle.pop() ?? (await lightClient(url));
    const status = await client.send(request);
    if (status !== 200) throw new Error(`the catalogue was answered with ${status}`);
    idle.push(client);
    return performance.now() - began;
  }
  const began = performance.now();
  const asked: Promise<number>[] = [];
  while (performance.now() - began < ms) {
    asked.push(ask());
    // By the clock, not by the answers: a slow answer must not make the next one come later.
    await sleep(Math.max(0, asked.length * every - (performance.now() - began)));
  }
  const latencies = await Promise.all(asked);
  for (const client of idle) client.close();
  return latencies.sort((a, b) => a - b);
}
