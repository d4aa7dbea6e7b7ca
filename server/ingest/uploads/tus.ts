import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import { UPLOADS_PATH } from '../../../contract/sources.ts';
import { SERVER_MARK, UPLOAD_LIFE, uploadMetadata } from '../../../contract/uploads.ts';
import { AppError, diskIsFull, invalid, isDiskFull } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { firstOf, judge } from '../../shared/judge.ts';
import { about, type Message } from '../../shared/messages.ts';
import { type Holder, type LockTimes, uploadLocks } from './locks.ts';
import type { UploadsService } from './uploads.service.ts';

/** Request data that bypasses `@tus/server`: the administrator, and Node's request with the body. */
interface UploadRequest extends Holder {
  adminId: string;
  raw: IncomingMessage;
  /** s after which a refused request may come again. */
  retryAfter?: number;
}

const uploadRequest = new AsyncLocalStorage<UploadRequest>();
function current(): UploadRequest {
  const found = uploadRequest.getStore();
  if (!found) throw new Error('outside of a request');
  return found;
}

/** The library's own errors that a person may see, with our messages. */
const words = new Map<object, [status: number, text: Message]>([
  [ERRORS.FILE_NOT_FOUND, [404, 'This upload was not found. Begin it again.']],
  [
    ERRORS.INVALID_OFFSET,
    [409, 'The upload is at another offset. Ask for it with HEAD and go on from there.'],
  ],
  [ERRORS.MISSING_OFFSET, [400, 'Send Upload-Offset: where these bytes begin.']],
  [ERRORS.INVALID_CONTENT_TYPE, [415, 'Send the bytes as application/offset+octet-stream.']],
  [ERRORS.INVALID_LENGTH, [400, 'Send Upload-Length: the size of the whole file, known from the beginning.']],
  [
    ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION,
    [400, 'Send Upload-Length: the size of the whole file, known from the beginning.'],
  ],
  [ERRORS.ERR_SIZE_EXCEEDED, [413, 'More bytes came than the upload is long.']],
  [
    ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION,
    [400, 'An upload comes in one row of pieces: do not concatenate.'],
  ],
]);

/**
 * Validates the metadata.
 * @throws AppError 400
 */
function metadataOf(given: Record<string, string | null> | undefined) {
  const result = judge(uploadMetadata, given ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path.join('.') || 'Upload-Metadata';
  throw invalid(name, about(name, firstOf(result.error)));
}

/** The data store of `@tus/server`. The stream passed to `write` is unused: see below. */
class UploadsDataStore extends DataStore {
  readonly #service: UploadsService;

  constructor(service: UploadsService) {
    super();
    this.#service = service;
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const metadata = metadataOf(upload.metadata);
    await this.#service.create(upload.id, current().adminId, upload.size ?? 0, metadata);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { fileName, size, received } = await this.#service.find(id, current().adminId);
    return new Upload({ id, size, offset: received, metadata: { filename: fileName } });
  }

  /**
   * Reads Node's request directly: four streams between socket and file would halve the throughput (performance.md).
   */
  override async write(_stream: unknown, id: string): Promise<number> {
    const { adminId, raw } = current();
    const progress = current();
    return this.#service.write(id, adminId, raw, () => {
      progress.lastByteAt = performance.now();
    });
  }

  override remove(id: string): Promise<void> {
    return this.#service.remove(id, current().adminId);
  }

  override getExpiration(): number {
    return UPLOAD_LIFE;
  }
}

interface TusOptions {
  /** Begins the ids of its uploads, so that a balancer finds the server with the bytes by the path alone. */
  serverName: string | undefined;
  times: LockTimes;
  onError: (error: unknown) => void;
}

const newUploadId = (serverName: string | undefined): string =>
  serverName === undefined ? newId() : `${serverName}${SERVER_MARK}${newId()}`;

export interface TusRequest {
  adminId: string;
  raw: IncomingMessage;
}

export interface TusAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * tus 1.0 (creation, creation-with-upload, expiration, termination) by `@tus/server`, with our own data store and
 * locks.
 * @returns handles one request of an authorised administrator
 */
export function tusUploads(
  service: UploadsService,
  { serverName, times, onError }: TusOptions,
): (request: TusRequest) => Promise<TusAnswer> {
  const server = new Server({
    path: UPLOADS_PATH,
    datastore: new UploadsDataStore(service),
    locker: uploadLocks(current, times),
    relativeLocation: true,
    namingFunction: () => newUploadId(serverName),
    onUploadFinish: async (_request, { id }) => {
      await service.finish(id, current().adminId);
      return {};
    },
    onResponseError: (_request, error) => {
      if (error instanceof AppError && error.retryAfter !== undefined)
        current().retryAfter = error.retryAfter;
      if (error instanceof AppError) return { status_code: error.code, body: `${error.message}\n` };
      const known = words.get(error);
      if (known) return { status_code: known[0], body: `${known[1]}\n` };
      if ('status_code' in error && error.status_code < 500) return undefined;
      onError(error);
      if (isDiskFull(error)) return { status_code: 507, body: `${diskIsFull().message}\n` };
      return {
        status_code: 500,
        body: 'Something went wrong on our side. Ask for the offset and go on from there.\n',
      };
    },
  });

  return async ({ adminId, raw }) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(raw.headers)) {
      if (/^(tus-|upload-|content-)/.test(name)) headers.set(name, String(value));
    }
    // Without its body: the data store reads that from `raw`.
    const request = new Request(new URL(raw.url ?? '/', 'http://localhost'), {
      method: raw.method ?? 'GET',
      headers,
    });
    const one: UploadRequest = { adminId, raw, lastByteAt: performance.now(), cut: () => raw.destroy() };
    const answer = await uploadRequest.run(one, () => server.handleWeb(request));
    if (!answer) throw new Error('the upload library gave no answer');
    const kept = [...answer.headers].filter(
      ([name]) => !name.startsWith('access-control-') && name !== 'content-length',
    );
    if (one.retryAfter !== undefined) kept.push(['retry-after', String(Math.ceil(one.retryAfter))]);
    return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() };
  };
}
