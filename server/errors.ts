import type { Code, FieldError } from '../contract/envelope.ts';

/** An expected refusal: its code and words go to the client as they are (decisions §1). */
export class AppError extends Error {
  readonly code: Code;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which to try again, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(code: Code, msg: string, more: { errors?: FieldError[]; retryAfter?: number } = {}) {
    super(msg);
    this.name = 'AppError';
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }
}

/** 400 for one field. */
export const invalid = (path: string, message: string): AppError =>
  new AppError(400, message, { errors: [{ path, message }] });

export const notFound = (what: string): AppError => new AppError(404, `${what} was not found.`);
export const conflict = (msg: string, path?: string): AppError =>
  new AppError(409, msg, path === undefined ? {} : { errors: [{ path, message: msg }] });
