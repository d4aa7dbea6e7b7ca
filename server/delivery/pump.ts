import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { BufferPool } from './buffer-pool.ts';
import type { SegmentReader } from './segment-reader.ts';

/** At most this many buffers of one answer are with the socket: one goes out while the next is read. */
const IN_FLIGHT = 2;

/** ms. A reader that takes nothing is cut after this, or twice this when it took a little (faults.md: 60 s at most). */
export const STALLED = 25_000;

/** Bytes a second: an answer's memory is not held for a trickle. As much as is asked of uploads. */
export const LEAST_RATE = 8 * 1024;

export interface Pumping {
  response: ServerResponse;
  /** The client's connection: a response that waits behind another one on it never hears that it broke. */
  connection: Socket;
  reader: SegmentReader;
  pool: BufferPool;
  /** Of the pool, filled already with the first `length` bytes. */
  first: { buffer: Buffer; length: number };
  /** How many bytes go out in all. */
  total: number;
  /** ms that a client may take nothing. */
  stalledAfter: number;
  /** Bytes a second that it must take at least, beyond that time. */
  leastRate: number;
  /** Told how many more bytes the socket took. */
  sent: (bytes: number) => void;
}

/** Breaks an answer off, also one that waits behind another on its connection. */
export function breakOff(response: ServerResponse, connection: Socket): void {
  response.destroy();
  if (connection instanceof Socket) connection.destroy();
}

/**
 * Reads into pooled buffers and writes them straight to the response, whose head is on its way; a buffer goes back
 * when the socket is done with it. Ends the response after the last byte, and breaks the connection when the source
 * fails or is short: half a file must never look whole.
 */
export async function pump(pumping: Pumping): Promise<void> {
  const { response, connection, reader, pool, total, stalledAfter, leastRate } = pumping;
  const inFlight = new Set<Buffer>();
  let bytesInFlight = 0;
  let gone = false;
  let wake = () => {};
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  function settle(buffer: Buffer): void {
    if (inFlight.delete(buffer)) {
      bytesInFlight -= buffer.length;
      pool.give(buffer);
    }
    wake();
  }
  // After `close` nothing of the system refers to the buffers, also those whose callback never came.
  function leave(): void {
    gone = true;
    for (const buffer of [...inFlight]) settle(buffer);
    wake();
  }
  function stalled(): void {
    // While nothing is in flight it is we who are slow.
    if (inFlight.size > 0) breakOff(response, connection);
  }

  function write(buffer: Buffer, length: number): void {
    inFlight.add(buffer);
    bytesInFlight += buffer.length;
    // One that waits behind another answer on its connection is not the reader's fault.
    const tooSlow = () => response.socket && stalled();
    const timer = setTimeout(tooSlow, stalledAfter + (bytesInFlight / leastRate) * 1_000);
    timer.unref();
    response.write(length === buffer.length ? buffer : buffer.subarray(0, length), (error) => {
      clearTimeout(timer);
      if (!error && !gone && !connection.destroyed) pumping.sent(length);
      settle(buffer);
    });
  }

  /** The next buffer, as soon as this answer may have one; undefined when the client is gone. */
  async function turn(): Promise<Buffer | undefined> {
    while (!gone) {
      if (inFlight.size === 0) return pool.take();
      const spare = inFlight.size < IN_FLIGHT ? pool.takeSpare() : undefined;
      if (spare) return spare;
      await change();
    }
    return undefined;
  }

  async function run(): Promise<void> {
    let position = pumping.first.length;
    write(pumping.first.buffer, position);
    while (position < total) {
      const buffer = await turn();
      if (!buffer) return;
      let length = 0;
      try {
        if (!gone) length = await reader.fill(buffer);
      } finally {
        if (gone || length === 0) pool.give(buffer);
      }
      if (gone) return;
      if (length === 0) throw new Error('an object is shorter than its record');
      position += length;
      write(buffer, length);
    }
    while (inFlight.size > 0 && !gone) await change();
    // Only now: whoever has the whole answer finds every byte of it counted.
    response.end();
  }

  connection.once('close', leave);
  response.setTimeout(stalledAfter, stalled);
  try {
    await run();
    // Kept when it failed: only then are there buffers left for it to give back.
    connection.removeListener('close', leave);
  } catch (error) {
    breakOff(response, connection);
    throw error;
  } finally {
    response.removeListener('timeout', stalled);
  }
}
