import type { AccessKey } from '../../contract/access.ts';
import type { Code } from '../../contract/envelope.ts';
import type { Message, Thing } from './messages.ts';

/** One invalid input field. */
export interface WrongField {
  path: string;
  message: Message;
}

/** Why a dataset refuses: a key for programs, the same in every language (access.md). */
interface RefusedAccess {
  path: 'access';
  message: AccessKey;
}

/** An expected error: its code and message go to the client, in the client's language (decisions §1, §10). */
export class AppError extends Error {
  readonly code: Code;
  readonly errors: (WrongField | RefusedAccess)[] | undefined;
  /** Retry-After in seconds, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: Code,
    msg: Message,
    more: { errors?: (WrongField | RefusedAccess)[]; retryAfter?: number } = {},
  ) {
    super(msg);
    this.name = 'AppError';
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }
}

/** Error codes of the file system, SQLite and PostgreSQL for a full disk. */
const full = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && full.includes(String(error.code));

/** The 507 for a full disk. */
export const diskIsFull = (): AppError =>
  new AppError(507, 'The storage of this portal is full. Nothing was stored: make room, then try again.');

/** A 400 for one field. */
export const invalid = (path: string, message: Message): AppError =>
  new AppError(400, message, { errors: [{ path, message }] });

export const notFound = (what: Thing): AppError => new AppError(404, `${what} was not found.`);
export const conflict = (msg: Message, path?: string): AppError =>
  new AppError(409, msg, path === undefined ? {} : { errors: [{ path, message: msg }] });
