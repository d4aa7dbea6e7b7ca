import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../shared/errors.ts';

/** Attempts in all (faults.md, "the object store fails"). */
export const TRIES = 3;
/** ms before the second attempt, doubled before the third; jitter stretches each to at most twice as much. */
const PAUSE = 150;

const NETWORK = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
];
const STATUSES = [429, 500, 502, 503, 504];
const FULL = [
  'QuotaExceeded',
  'InsufficientCapacity',
  'InsufficientStorage',
  'XMinioStorageFull',
  'EntityTooLarge',
];

/** The store stalled for too long, or sent fewer bytes than announced. */
export class StoreBroke extends Error {
  override name = 'StoreBroke';
}

interface Failure {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const failureOf = (error: unknown): Failure => (error instanceof Error ? (error as Failure) : {});

const statusOf = (error: unknown): number | undefined => failureOf(error).$metadata?.httpStatusCode;

const isFull = (error: unknown): boolean =>
  statusOf(error) === 507 || FULL.includes(failureOf(error).name ?? '');

/** Whether the error is transient: the same request may succeed on retry. */
export function isPassing(error: unknown): boolean {
  if (isFull(error)) return false;
  return (
    error instanceof StoreBroke ||
    NETWORK.includes(failureOf(error).code ?? '') ||
    ['TimeoutError', 'RequestTimeout', 'SlowDown'].includes(failureOf(error).name ?? '') ||
    STATUSES.includes(statusOf(error) ?? 0)
  );
}

/**
 * The pause before a retry, with jitter, so that many failures do not retry at once.
 * @param tried attempts so far
 */
export const pause = (tried: number): Promise<void> => sleep(PAUSE * 2 ** (tried - 1) * (1 + Math.random()));

/** Converts an error for clients: 507 when the store is full, 503 when it is unreachable; anything else is a 500. */
export function explainS3(error: unknown): unknown {
  if (isFull(error)) return new AppError(507, 'The storage of this portal is full. Nothing was stored.');
  if (isPassing(error)) {
    return new AppError(503, 'The storage of this portal does not answer. Please try again in a minute.', {
      retryAfter: 30,
    });
  }
  return error;
}
