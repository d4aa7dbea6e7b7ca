import { t } from '#texts/reading';
import { limits } from '../../contract/limits.ts';
import { storedLiteral } from '../session/wording.ts';
import { CallError } from './call-error.ts';

export interface Outgoing {
  method: string;
  url: string;
  token: string | undefined;
  /** A plain value goes out as JSON. */
  body: unknown;
  /** From 0 to 1; only for FormData. */
  onUploadProgress: ((fraction: number) => void) | undefined;
  /** The page does this by itself: the server counts it as no activity. */
  background: boolean;
  signal: AbortSignal | undefined;
}

export interface Incoming {
  status: number;
  blob: Blob;
  header(name: string): string | null;
}

const headersOf = ({ token, body, background }: Outgoing): Record<string, string> => ({
  Accept: 'application/json',
  // An error's words are shown in the page, which may have been chosen in another language than the browser's.
  'Accept-Language': document.documentElement.lang,
  ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  ...(background ? { 'X-Background': '1' } : {}),
  ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
});

const timedOut = () => new CallError(0, t.session.timedOut);
const unreachable = () => new CallError(0, storedLiteral().serverConnectError);

async function sendByFetch(outgoing: Outgoing): Promise<Incoming> {
  const { method, url, body, signal } = outgoing;
  const timeout = AbortSignal.timeout(limits.requestTimeout);
  const init: RequestInit = {
    method,
    headers: headersOf(outgoing),
    // Decisions §2: only Bearer counts as proof, so no cookie need travel.
    credentials: 'omit',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    const response = await fetch(url, init);
    const blob = await response.blob();
    return { status: response.status, blob, header: (name) => response.headers.get(name) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw timeout.aborted ? timedOut() : unreachable();
  }
}

/** fetch cannot tell how much of a body has gone out; XMLHttpRequest can. */
function sendForm(outgoing: Outgoing): Promise<Incoming> {
  const { promise, resolve, reject } = Promise.withResolvers<Incoming>();
  const { method, url, signal, onUploadProgress } = outgoing;
  const request = new XMLHttpRequest();
  request.open(method, url);
  request.responseType = 'blob';
  request.timeout = limits.requestTimeout;
  for (const [name, value] of Object.entries(headersOf(outgoing))) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onUploadProgress?.(total > 0 ? loaded / total : 0);
  request.onload = () =>
    resolve({
      status: request.status,
      blob: request.response as Blob,
      header: (name) => request.getResponseHeader(name),
    });
  request.onerror = () => reject(unreachable());
  request.ontimeout = () => reject(timedOut());
  request.onabort = () => reject(signal?.reason ?? unreachable());
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  request.send(outgoing.body as FormData);
  return promise;
}

/** One request, one answer; throws a CallError of code 0 when none came. */
export const send = (outgoing: Outgoing): Promise<Incoming> =>
  outgoing.body instanceof FormData ? sendForm(outgoing) : sendByFetch(outgoing);
