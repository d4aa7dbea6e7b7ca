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

/** `data` of an endpoint's answer; undefined where it states none. */
export type DataOf<E extends Endpoint> = Shape<E['data']>;

/** What a call may be given. Types are those after parsing: numbers for numbers, lists for comma-joined values. */
export interface Input<E extends Endpoint> {
  params?: Shape<E['params']>;
  query?: Partial<NonNullable<Shape<E['query']>>>;
  body?: Shape<E['body']> | FormData;
  /** From 0 to 1; works when `body` is a FormData. */
  onUploadProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /**
   * `true`: no toast or notification, for what the page does by itself and nobody waits for (decisions §10). The
   * reaction to a dead token (401, 6401) stays, unless 'even expired'.
   */
  quiet?: boolean | 'even expired';
  /** What the portal is too busy for (503) is asked for once more before anybody is told. */
  retryBusy?: boolean;
  /** A call that the page makes by itself: no activity of the person (decisions §2). */
  background?: boolean;
}

/** Before what the portal was too busy for is asked for again, in ms. */
const busyPause = 1_000;

/** Sends once, and once more when another tab has renewed the token in the meantime (decisions §2). */
async function exchange(endpoint: Endpoint, input: Input<Endpoint>, retried = false): Promise<Incoming> {
  const path = fillPath(endpoint.path, input.params as Record<string, unknown> | undefined);
  const asked = { method: endpoint.method, path };
  const tokens = { userToken: readToken('user'), adminToken: readToken('admin') };
  const chosen = chooseToken(asked, location.pathname, tokens);
  const incoming = await send({
    method: endpoint.method,
    url: path + queryString(input.query),
    token: chosen?.token,
    body: input.body,
    onUploadProgress: input.onUploadProgress,
    signal: input.signal,
    background: input.background ?? false,
  });
  const error = await errorOf(incoming);
  if (!error) return incoming;
  if (error.code === 401 || error.code === 6401) {
    const byUrl = error.code === 6401 || path.startsWith('/api/v1/admin') ? 'admin' : 'user';
    const identity = chosen?.identity ?? byUrl;
    const now = readToken(identity);
    if (now !== undefined && now !== chosen?.token && !retried) return exchange(endpoint, input, true);
    // Without a token there is nothing to expire, and nobody asked for what the page does by itself.
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

/** §8: a body with a numeric code is judged by it; with none it passes, unless it is no answer of ours at all. */
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

/** Network failures come out of `send` and are told about here, so that every failure is told about once. */
async function answered(endpoint: Endpoint, input: Input<Endpoint>): Promise<Incoming> {
  try {
    return await exchange(endpoint, input);
  } catch (error) {
    if (error instanceof CallError && error.code === 0 && !input.quiet) tell(error);
    throw error;
  }
}

/**
 * Calls an endpoint of the contract and gives back its `data`. Throws a CallError for any other code than 200, after
 * the reaction of §8 (see `reactions.ts`); an aborted call throws the signal's reason and tells nobody.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<DataOf<E>> {
  const incoming = await answered(endpoint, input as Input<Endpoint>);
  return (await envelopeOf(incoming))?.data as DataOf<E>;
}

/** `call` for what a screen shows: asked for again after a 503, since nothing is done twice by that. */
export const queryCall: typeof call = (endpoint, input = {}) => call(endpoint, { ...input, retryBusy: true });

/** The same for an endpoint that answers with a file: its bytes, for a download that a plain link cannot ask for. */
export async function callFile<E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<Blob> {
  return (await answered(endpoint, input as Input<Endpoint>)).blob;
}
