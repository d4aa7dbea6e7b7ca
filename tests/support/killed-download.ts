import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Published } from './published.ts';

const MIB = 1024 * 1024;
/** What the client takes, bytes per ms: slow enough that the kill falls into the download. */
export const PACE = (6 * MIB) / 1_000;
/** Written every 2 s; the timer and the write itself may be late on a busy machine. */
export const WRITTEN_WITHIN = 3_000;
/** Beyond what the client has taken, the system holds so much on its way at most. */
export const UNDERWAY = 16 * MIB;

/** The head of an answer; its body is not read yet. @throws when the connection breaks before it */
export async function answerOf(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const call = request(url, { headers, agent: false });
  call.on('error', () => {});
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer;
}

/**
 * Takes an answer at a pace, bytes per ms, noting when each piece came. Ends without an error when the connection breaks.
 */
export async function take(
  answer: IncomingMessage,
  pieces: Buffer[],
  log: { at: number; bytes: number }[],
  pace: () => number = () => PACE,
): Promise<void> {
  const began = Date.now();
  let taken = 0;
  try {
    for await (const piece of answer) {
      pieces.push(piece as Buffer);
      taken += (piece as Buffer).length;
      log.push({ at: Date.now(), bytes: taken });
      const ahead = taken / pace() - (Date.now() - began);
      if (ahead > 20) await sleep(ahead);
    }
  } catch {
    // Broken: what came is in `pieces`.
  }
}

/**
 * One person's download whose server is killed in the middle and comes back: the bytes must be equal, the record one,
 * and right to 2 s of traffic.
 * @param n tells people and moments apart
 */
export async function killedDownload(d: Published, n: number): Promise<void> {
  const email = `killed${n}@example.org`;
  const link = await d.link(email);
  const pieces: Buffer[] = [];
  const log: { at: number; bytes: number }[] = [];
  const first = await answerOf(d.server.url + link, {});
  const etag = String(first.headers.etag);
  const size = Number(first.headers['content-length']);
  const taking = take(first, pieces, log);
  await sleep(300 + ((n * 733) % 3_000));
  const killedAt = Date.now();
  await d.restart('SIGKILL');
  await taking;
  const got = Buffer.concat(pieces).length;
  expect(got, 'the kill must fall into the download').toBeLessThan(size);

  const own = async () => (await d.records()).filter((record) => record.email === email);
  const [before, ...none] = await own();
  expect(none).toEqual([]);
  // At least what the client had taken by the last write, and no more than the server can have handed over.
  const certain = log.findLast(({ at }) => at < killedAt - WRITTEN_WITHIN)?.bytes ?? 0;
  expect(before?.bytesSent).toBeGreaterThanOrEqual(certain);
  expect(before?.bytesSent).toBeLessThanOrEqual(got + UNDERWAY);
  expect(before?.complete).toBe(false);

  const rest = await answerOf(d.server.url + link, { range: `bytes=${got}-`, 'if-range': etag });
  expect(rest.statusCode).toBe(206);
  for await (const piece of rest) pieces.push(piece as Buffer);
  expect(createHash('sha256').update(Buffer.concat(pieces)).digest('hex')).toBe(d.sha256);
  await expect
    .poll(async () => (await own())[0]?.bytesSent, { timeout: 10_000 })
    .toBe((before?.bytesSent ?? 0) + size - got);
  expect(await own()).toHaveLength(1);
}
