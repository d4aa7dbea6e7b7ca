/** The codes of a response body. Decisions §1; the client's behaviour for each is in §8. */
export const codes = [
  200, 400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 415, 416, 429, 500, 503, 507, 6401,
] as const;
export type Code = (typeof codes)[number];

/** One invalid input: `path` is the field's name (dots for nesting), `message` is for people. */
export interface FieldError {
  path: string;
  message: string;
}

/** The body of every JSON response. `data` is absent on errors, `errors` present on 400 only. */
export interface Envelope<Data> {
  code: number;
  msg: string;
  data?: Data;
  errors?: FieldError[];
}

/** The HTTP status of a code: the same number, except 6401, which is sent as 401. */
export const httpStatus = (code: Code): number => (code === 6401 ? 401 : code);
