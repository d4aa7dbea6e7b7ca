import { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../shared/storage-url.ts';
import { explainS3, isPassing, pause, StoreBroke, TRIES } from './s3-tries.ts';

/** Connections of the pool: each running download holds one. */
const CONNECTIONS = 1_000;

/** Options of every SDK command. */
export interface Sending {
  abortSignal: AbortSignal;
}

/** A bucket with its client. */
export interface S3Place {
  client: S3Client;
  bucket: string;
  prefix: string;
  /** ms that one response may take. */
  patience: number;
  /** The object key of a blob. */
  objectOf: (key: string) => string;
  /**
   * Sends a command, with at most three attempts with jitter, each in bounded time.
   * @param factor multiplies the time limit, for commands that send a part's bytes first
   * @throws AppError 503 when the store is unreachable, 507 when it is full
   */
  ask: <T>(
    send: (sending: Sending) => Promise<T>,
    more?: { factor?: number; signal?: AbortSignal },
  ) => Promise<T>;
  /** Converts an error for clients; trouble with the store is logged. */
  failed: (error: unknown) => unknown;
}

/** One attempt: after `limit` ms it rejects as a broken store. */
async function inTime<T>(
  send: (sending: Sending) => Promise<T>,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const late = AbortSignal.timeout(limit);
  try {
    return await send({ abortSignal: signal ? AbortSignal.any([late, signal]) : late });
  } catch (error) {
    if (late.aborted) throw new StoreBroke(`the object store gave no answer within ${limit} ms`);
    throw error;
  }
}

/**
 * The client with the options that Ceph and others need (formats.md, "S3 clients").
 * @param onTrouble called with the store's error
 */
export function s3Place(config: S3Config, onTrouble: (error: unknown) => void): S3Place {
  const { bucket, prefix, patience } = config;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint ? { endpoint: config.endpoint } : {}),
    credentials: {
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      ...(config.sessionToken ? { sessionToken: config.sessionToken } : {}),
    },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Attempts are counted here alone: with the SDK's own, three would be nine.
    maxAttempts: 1,
    // No socket timeout: while a slow client reads, the store's socket is idle. Readers watch for a stalled store.
    requestHandler: { connectionTimeout: patience, httpAgent: agent, httpsAgent: agent },
  });
  const failed = (error: unknown): unknown => {
    const shown = explainS3(error);
    if (shown !== error) onTrouble(error);
    return shown;
  };
  return {
    client,
    bucket,
    prefix,
    patience,
    objectOf: (key) => `${prefix}blobs/${key}`,
    failed,
    async ask(send, { factor = 1, signal } = {}) {
      for (let tried = 1; ; tried++) {
        try {
          return await inTime(send, patience * factor, signal);
        } catch (error) {
          if (tried === TRIES || !isPassing(error) || signal?.aborted) throw failed(error);
          await pause(tried);
        }
      }
    },
  };
}
