import type { DetailedError, Upload } from 'tus-js-client';
import { UPLOADS_PATH } from '../../../../contract/sources.ts';
import { clearToken, readToken } from '../../../session/tokens.ts';

/** Bytes of one PATCH request: durable once it is answered, and each is authenticated anew. */
const PIECE = 16 * 1024 * 1024;
/** ms between attempts while the server is unreachable: survives a restart, or a tunnel. */
const RETRIES = [0, 1_000, 3_000, 5_000, ...Array<number>(30).fill(10_000)];

/** What the server said: of an error why, if it told. */
export interface Failure {
  /** HTTP status; 0 without a response. */
  status: number;
  message: string;
}

interface Options {
  file: File;
  metadata: Record<string, string>;
  /** URL of the upload on the server, if created. */
  url: string | undefined;
  onUrl(url: string): void;
  onProgress(sent: number): void;
  onDone(url: string): void;
  onFailure(failure: Failure): void;
}

export interface RunningUpload {
  /** Stops; the bytes sent stay on the server. */
  stop(): void;
}

const statusOf = (error: Error | DetailedError): number =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0;

const textOf = (error: Error | DetailedError): string =>
  ('originalResponse' in error && error.originalResponse?.getBody()?.trim()) || '';

/** Clears an expired token, unless another tab has stored a newer one. */
function giveUpToken(sent: string | undefined): void {
  if (sent !== undefined && readToken('admin') === sent) clearToken('admin');
}

/** Sends one file by tus, from the server's offset; the client is a lazy chunk. */
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
        // Read for each request: another tab may have refreshed it.
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

/** Deletes an upload on the server; otherwise it expires after 7 days. @returns what the server said */
export async function discard(url: string): Promise<Failure> {
  const token = readToken('admin');
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Accept-Language': document.documentElement.lang,
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  try {
    const answer = await fetch(url, { method: 'DELETE', headers });
    return { status: answer.status, message: (await answer.text()).trim() };
  } catch {
    return { status: 0, message: '' };
  }
}
