import pg from 'pg';
import { AppError } from '../shared/errors.ts';

/**
 * Error codes of an unreachable database: the system's and PostgreSQL's (class 08, and 57P01 to 57P03: it stops,
 * crashes or starts).
 */
const AWAY = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123]|53300)$/;
/** Messages of the driver's own errors, which have no code. */
const AWAY_WORDS =
  /connection (terminated|timeout|error)|timeout exceeded when trying to connect|not queryable/i;

const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && AWAY.test(String(error.code))) ||
    AWAY_WORDS.test(error.message) ||
    (error instanceof AggregateError && error.errors.every(isAway)));

/** An unreachable database is 503, to be retried (decisions §1). */
export const toAppError = (error: unknown): unknown =>
  isAway(error)
    ? Object.assign(
        new AppError(503, 'The database is away. Please try again in a moment.', { retryAfter: 2 }),
        { cause: error },
      )
    : error;

class TellingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const result: unknown = super.query(...(args as [string]));
    if (!(result instanceof Promise)) return result as never;
    return result.catch((error: unknown) => {
      throw toAppError(error);
    }) as never;
  }
}

class TellingPool extends pg.Pool {
  override connect(...args: unknown[]): never {
    const result: unknown = super.connect(...(args as []));
    if (!(result instanceof Promise)) return result as never;
    return result.catch((error: unknown) => {
      throw toAppError(error);
    }) as never;
  }
}

/** bigint, and numeric: the type of `sum()` and `count()` over bigint. */
const WIDE = [20, 1700];

/** 64-bit integers are returned as numbers, since sizes and times stay far below 2^53. */
export const numbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    WIDE.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as never;

/**
 * A connection pool that survives connections cut by the database: their queries fail with 503, and the pool opens
 * others.
 * @param onError called for each broken connection, until the pool ends: what breaks then was about to be closed
 */
export function postgresPool(options: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new TellingPool({ ...options, Client: TellingClient } as pg.PoolConfig);
  // The pool listens to idle connections only; an unhandled error event of one in use would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!pool.ending) onError(error);
    }),
  );
  pool.on('error', () => {});
  return pool;
}
