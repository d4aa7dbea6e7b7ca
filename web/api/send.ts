import { t } from '#texts/reading';
import { limits } from '../../contract/limits.ts';
import { storedLiteral } from '../session/wording.ts';
import { CallError } from './call-error.ts';

export interface Outgoing {
  method: string;
  url: string;
  token: string | undefined;
  /** A plain value is sent as JSON. */
  body: unknown;
  /** Called with 0 to 1; only for FormData. */
  onUploadProgress: ((fraction: number) => void) | undefined;
  /** A background call: the server does not count it as activity. */
  background: boolean;
  /** Sends our own cookies, too. */
  cookies: boolean;
  signal: AbortSignal | undefined;
}

export interface Incoming {
  status: number;
  blob: Blob;
  header(name: string): string | null;
}

const headersOf = ({ token, body, background }: Outgoing): Record<string, string> => ({
  Accept: 'application/json',
  // Error messages are shown in the page, whose language may differ from the browser's.
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
    // Decisions §2: only Bearer authenticates, so no cookies are sent.
    credentials: outgoing.cookies ? 'same-origin' : 'omit',
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

/** fetch reports no upload progress; XMLHttpRequest does. */
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

/** Sends one request; throws a CallError of code 0 without a response. */
export const send = (outgoing: Outgoing): Promise<Incoming> =>
  outgoing.body instanceof FormData ? sendForm(outgoing) : sendByFetch(outgoing);
