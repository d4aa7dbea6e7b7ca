import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { BufferPool } from './buffer-pool.ts';
import type { SegmentReader } from './segment-reader.ts';

/** Buffers of one response that the socket holds at most: one is sent while the next is read. */
const IN_FLIGHT = 2;

/**
 * ms. A client that reads nothing is disconnected after this, or twice this if it read a little (faults.md: 60 s at
 * most).
 */
export const STALLED = 25_000;

/** Minimum bytes per second, so that a slow client does not hold a buffer for long. The same as for uploads. */
export const LEAST_RATE = 8 * 1024;

export interface Pumping {
  response: ServerResponse;
  /** The client's connection: a pipelined response that waits behind another gets no close event of its own. */
  connection: Socket;
  reader: SegmentReader;
  pool: BufferPool;
  /** From the pool, filled with the first `length` bytes. */
  first: { buffer: Buffer; length: number };
  /** Bytes of the whole response body. */
  total: number;
  /** ms that a client may read nothing. */
  stalledAfter: number;
  /** Minimum bytes per second after that time. */
  leastRate: number;
  /** Waits for a turn to read and write the next buffer. */
  turn?: () => Promise<void>;
  /** Called with the number of bytes that the socket has taken. */
  sent: (bytes: number) => void;
}

/** Aborts a response, also one that is pipelined behind another on its connection. */
export function breakOff(response: ServerResponse, connection: Socket): void {
  response.destroy();
  if (connection instanceof Socket) connection.destroy();
}

/**
 * Reads into pooled buffers and writes them to the response, whose headers are already sent; a buffer returns to the
 * pool when the socket has flushed it. Ends the response after the last byte, and destroys the connection when the
 * source fails or is too short: a truncated file must never look complete.
 */
export async function pump(pumping: Pumping): Promise<void> {
  const { response, connection, reader, pool, total, stalledAfter, leastRate, turn } = pumping;
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
  // After `close` the socket refers to no buffer, even if its write callback never came.
  function returnBuffers(): void {
    gone = true;
    for (const buffer of [...inFlight]) settle(buffer);
    wake();
  }
  function stalled(): void {
    // With nothing in flight the source is slow, not the client.
    if (inFlight.size > 0) breakOff(response, connection);
  }

  function write(buffer: Buffer, length: number): void {
    inFlight.add(buffer);
    bytesInFlight += buffer.length;
    // A response that is pipelined behind another on its connection is not stalled by the client.
    const tooSlow = () => response.socket && stalled();
    const timer = setTimeout(tooSlow, stalledAfter + (bytesInFlight / leastRate) * 1_000);
    timer.unref();
    response.write(length === buffer.length ? buffer : buffer.subarray(0, length), (error) => {
      clearTimeout(timer);
      if (!error && !gone && !connection.destroyed) pumping.sent(length);
      settle(buffer);
    });
  }

  /** The next buffer, with back-pressure; undefined when the client is gone. */
  async function nextBuffer(): Promise<Buffer | undefined> {
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
      const buffer = await nextBuffer();
      if (!buffer) return;
      let length = 0;
      try {
        await turn?.();
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
    // Ends last: a client with the whole response finds every byte of it counted.
    response.end();
  }

  connection.once('close', returnBuffers);
  response.setTimeout(stalledAfter, stalled);
  try {
    await run();
    // Kept after a failure: only then does it have buffers to return.
    connection.removeListener('close', returnBuffers);
  } catch (error) {
    breakOff(response, connection);
    throw error;
  } finally {
    response.removeListener('timeout', stalled);
  }
}
