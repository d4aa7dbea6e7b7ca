import type { Code } from '../../contract/envelope.ts';
import type { Message, Thing } from './messages.ts';

/** One wrong place in the input. */
export interface WrongField {
  path: string;
  message: Message;
}

/** An expected refusal: its code and words go to the client, in the reader's language (decisions §1, §10). */
export class AppError extends Error {
  readonly code: Code;
  readonly errors: WrongField[] | undefined;
  /** Seconds after which to try again, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(code: Code, msg: Message, more: { errors?: WrongField[]; retryAfter?: number } = {}) {
    super(msg);
    this.name = 'AppError';
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }
}

/** The file system's, SQLite's and PostgreSQL's words for a disk without room. */
const full = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && full.includes(String(error.code));

/** 507 for an error that says so. */
export const diskIsFull = (): AppError =>
  new AppError(507, 'The storage of this portal is full. Nothing was stored: make room, then try again.');

/** 400 for one field. */
export const invalid = (path: string, message: Message): AppError =>
  new AppError(400, message, { errors: [{ path, message }] });

export const notFound = (what: Thing): AppError => new AppError(404, `${what} was not found.`);
export const conflict = (msg: Message, path?: string): AppError =>
  new AppError(409, msg, path === undefined ? {} : { errors: [{ path, message: msg }] });
