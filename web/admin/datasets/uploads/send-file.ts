import type { DetailedError, Upload } from 'tus-js-client';
import { UPLOADS_PATH } from '../../../../contract/sources.ts';
import { clearToken, readToken } from '../../../session/tokens.ts';

/** Bytes of one piece: each is safe on the server once it is answered, and asks anew who is sending. */
const PIECE = 16 * 1024 * 1024;
/** ms between tries while the server is away: a restart is waited for, and a train's tunnel. */
const RETRIES = [0, 1_000, 3_000, 5_000, ...Array<number>(30).fill(10_000)];

/** Why sending stopped: the server's words where it said something. */
export interface Failure {
  /** HTTP status; 0 when no answer came. */
  status: number;
  message: string;
}

interface Options {
  file: File;
  metadata: Record<string, string>;
  /** Where it is on the server already. */
  url: string | undefined;
  onUrl(url: string): void;
  onProgress(sent: number): void;
  onDone(url: string): void;
  onFailure(failure: Failure): void;
}

export interface RunningUpload {
  /** Stops; what is sent stays on the server. */
  stop(): void;
}

const statusOf = (error: Error | DetailedError): number =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0;

const textOf = (error: Error | DetailedError): string =>
  ('originalResponse' in error && error.originalResponse?.getBody()?.trim()) || '';

/** A piece that found a dead token gives it up, unless another tab has put a newer one there. */
function giveUpToken(sent: string | undefined): void {
  if (sent !== undefined && readToken('admin') === sent) clearToken('admin');
}

/** Sends one file by tus, from wherever the server has got to; the client is loaded with the first file. */
export function sendFile({
  file,
  metadata,
  url,
  onUrl,
  onProgress,
  onDone,
  onFailure,
}: Options): RunningUpload {
  let stopped = false;
  let upload: Upload | undefined;
  let token: string | undefined;

  const begin = async () => {
    const tus = await import('tus-js-client');
    if (stopped) return;
    upload = new tus.Upload(file, {
      endpoint: UPLOADS_PATH,
      ...(url !== undefined && { uploadUrl: url }),
      chunkSize: PIECE,
      retryDelays: RETRIES,
      uploadDataDuringCreation: file.size <= PIECE,
      metadata,
      storeFingerprintForResuming: false,
      onBeforeRequest(request) {
        // Read for each piece: another tab may have renewed it.
        token = readToken('admin');
        request.setHeader('Accept-Language', document.documentElement.lang);
        if (token !== undefined) request.setHeader('Authorization', `Bearer ${token}`);
      },
      onShouldRetry(error) {
        const status = statusOf(error);
        return status === 0 || [408, 409, 423, 429].includes(status) || (status >= 500 && status !== 507);
      },
      onUploadUrlAvailable: () => onUrl(upload?.url ?? ''),
      onProgress: (sent) => !stopped && onProgress(sent),
      onSuccess: () => !stopped && onDone(upload?.url ?? ''),
      onError(error) {
        if (stopped) return;
        const status = statusOf(error);
        if (status === 401) giveUpToken(token);
        onFailure({ status, message: textOf(error) });
      },
    });
    upload.start();
  };
  begin().catch(() => !stopped && onFailure({ status: 0, message: '' }));

  return {
    stop() {
      stopped = true;
      void upload?.abort();
    },
  };
}

/** Has the server delete what it has of an upload; what is left alone goes by itself after 7 days. */
export async function discard(url: string): Promise<void> {
  const token = readToken('admin');
  await fetch(url, {
    method: 'DELETE',
    headers: { 'Tus-Resumable': '1.0.0', ...(token && { Authorization: `Bearer ${token}` }) },
  }).catch(() => undefined);
}
