import { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../shared/storage-url.ts';
import { explainS3, isPassing, pause, StoreBroke, TRIES } from './s3-tries.ts';

/** Answers that may run at a time; each download that runs holds a connection. */
const CONNECTIONS = 1_000;

/** What every command of the SDK is sent with. */
export interface Sending {
  abortSignal: AbortSignal;
}

/** A bucket, and how it is spoken to. */
export interface S3Place {
  client: S3Client;
  bucket: string;
  prefix: string;
  /** ms that one answer may take. */
  patience: number;
  /** The name of a blob's object. */
  objectOf: (key: string) => string;
  /**
   * Sends a command, at most three times with jitter, each in bounded time.
   * @param factor of the patience, for what takes longer than an answer: the bytes of a part go out first
   * @throws AppError 503 when the store is away, 507 when it is full
   */
  ask: <T>(
    send: (sending: Sending) => Promise<T>,
    more?: { factor?: number; signal?: AbortSignal },
  ) => Promise<T>;
  /** An error as people may see it; one that means trouble with the store is told to the log. */
  failed: (error: unknown) => unknown;
}

/** One try: what outlasts `limit` ends as a broken store. */
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
 * @param onTrouble told what the store did when it failed
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
    // Tries are counted here alone: with the SDK's own, three would be nine.
    maxAttempts: 1,
    // No limit on a socket's silence: a slow client's answer waits with its socket open. Silence is watched by readers.
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
