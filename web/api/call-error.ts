import type { FieldError } from '../../contract/envelope.ts';

/** A call that did not end with code 200. Code 0: no response. */
export class CallError extends Error {
  readonly code: number;
  readonly msg: string;
  /** Field errors of a 400; empty otherwise. */
  readonly errors: FieldError[];

  constructor(code: number, msg: string, errors: FieldError[] = []) {
    super(msg);
    this.name = 'CallError';
    this.code = code;
    this.msg = msg;
    this.errors = errors;
  }
}
