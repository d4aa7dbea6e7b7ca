import type { $ZodType, output } from 'zod/v4/core';
import { t } from '#texts/reading';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Envelope } from '../../contract/envelope.ts';
import { readToken } from '../session/tokens.ts';
import { fillPath, queryString } from './address.ts';
import { CallError } from './call-error.ts';
import { chooseToken } from './choose-token.ts';
import { expire, tell } from './judge.ts';
import { type Incoming, send } from './send.ts';

export { CallError } from './call-error.ts';

type Shape<T> = Exclude<T, undefined> extends infer S ? (S extends $ZodType ? output<S> : undefined) : never;

/** `data` of an endpoint's response; undefined where it has none. */
export type DataOf<E extends Endpoint> = Shape<E['data']>;

/** Input of a call, in the types after parsing: numbers, and lists for comma-joined values. */
export interface Input<E extends Endpoint> {
  params?: Shape<E['params']>;
  query?: Partial<NonNullable<Shape<E['query']>>>;
  body?: Shape<E['body']> | FormData;
  /** Called with 0 to 1; needs `body` to be a FormData. */
  onUploadProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /**
   * `true`: no toast or notification, for background calls (decisions §10). An expired token (401, 6401) is still
   * handled, unless 'even expired'.
   */
  quiet?: boolean | 'even expired';
  /** Retries once after a 503, before reporting it. */
  retryBusy?: boolean;
  /** A call made by the page without the person: does not extend the idle time (decisions §2). */
  background?: boolean;
  /** A guest's token (access.md, "Reviewer link"), in place of the browser's own; empty: none. A refusal is the caller's. */
  guest?: string;
  /** Sends our own cookies: the exchange of a sign-in with the institution is for the browser that began it. */
  cookies?: boolean;
}

/** ms before retrying after a 503. */
const busyPause = 1_000;

/** Sends the request, and once more when another tab has renewed the token meanwhile (decisions §2). */
async function exchange(endpoint: Endpoint, input: Input<Endpoint>, retried = false): Promise<Incoming> {
  const path = fillPath(endpoint.path, input.params as Record<string, unknown> | undefined);
  const asked = { method: endpoint.method, path };
  const tokens = { userToken: readToken('user'), adminToken: readToken('admin') };
  const chosen = chooseToken(asked, location.pathname, tokens);
  const incoming = await send({
    method: endpoint.method,
    url: path + queryString(input.query),
    token: input.guest === undefined ? chosen?.token : input.guest || undefined,
    body: input.body,
    onUploadProgress: input.onUploadProgress,
    signal: input.signal,
    background: input.background ?? false,
    cookies: input.cookies ?? false,
  });
  const error = await errorOf(incoming);
  if (!error) return incoming;
  if (input.guest === undefined && (error.code === 401 || error.code === 6401)) {
    const byUrl = error.code === 6401 || path.startsWith('/api/v1/admin') ? 'admin' : 'user';
    const identity = chosen?.identity ?? byUrl;
    const now = readToken(identity);
    if (now !== undefined && now !== chosen?.token && !retried) return exchange(endpoint, input, true);
    // A background call without a token: nothing has expired.
    const ownDoing = input.background === true && chosen === undefined;
    if (input.quiet !== 'even expired' && !ownDoing) expire(identity, error.code, chosen?.token);
  } else if (input.retryBusy && error.code === 503) {
    await new Promise((resolve) => setTimeout(resolve, busyPause));
    return exchange(endpoint, { ...input, retryBusy: false });
  } else if (!input.quiet) {
    tell(error);
  }
  throw error;
}

/** §8: a body with a numeric code is judged by it; without one it passes, unless it is no envelope at all. */
async function errorOf(incoming: Incoming): Promise<CallError | undefined> {
  const envelope = await envelopeOf(incoming);
  if (typeof envelope?.code === 'number') {
    return envelope.code === 200 ? undefined : new CallError(envelope.code, envelope.msg, envelope.errors);
  }
  return incoming.status < 400 ? undefined : new CallError(incoming.status, t.session.unreadable);
}

async function envelopeOf({ blob, header }: Incoming): Promise<Envelope<unknown> | undefined> {
  if (!header('Content-Type')?.includes('json')) return undefined;
  try {
    return JSON.parse(await blob.text());
  } catch {
    return undefined;
  }
}

/** Reports network failures of `send` here, so that every failure is reported exactly once. */
async function answered(endpoint: Endpoint, input: Input<Endpoint>): Promise<Incoming> {
  try {
    return await exchange(endpoint, input);
  } catch (error) {
    if (error instanceof CallError && error.code === 0 && !input.quiet) tell(error);
    throw error;
  }
}

/**
 * Calls an endpoint of the contract and returns its `data`. Throws a CallError for any other code than 200, after the
 * reaction of §8 (see `reactions.ts`); an aborted call throws the signal's reason, silently.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<DataOf<E>> {
  const incoming = await answered(endpoint, input as Input<Endpoint>);
  return (await envelopeOf(incoming))?.data as DataOf<E>;
}

/** `call` for queries: retried after a 503, since they are idempotent. */
export const queryCall: typeof call = (endpoint, input = {}) => call(endpoint, { ...input, retryBusy: true });

/** The same for an endpoint that responds with a file: its bytes, where a plain link is impossible. */
export async function callFile<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<Blob> {
  return (await answered(endpoint, input as Input<Endpoint>)).blob;
}
