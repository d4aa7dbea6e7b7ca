import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import type { S3Place } from './s3-place.ts';

interface Unfinished {
  Key: string;
  UploadId: string;
  /** ms since 1970, by the store's clock. */
  since: number;
}

/**
 * Every multipart upload under the prefix that is neither completed nor aborted.
 * @param pageSize of the store's list, at most 1,000
 */
export async function* unfinishedUploads(place: S3Place, pageSize = 1_000): AsyncGenerator<Unfinished> {
  const { client, bucket, prefix, ask } = place;
  let marks: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const list = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: `${prefix}blobs/`,
      MaxUploads: pageSize,
      ...marks,
    });
    const page = await ask((sending) => client.send(list, sending));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key && UploadId) yield { Key, UploadId, since: Initiated?.getTime() ?? Date.now() };
    if (!page.IsTruncated) return;
    marks = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** Aborts an upload; a missing one is no error. */
export async function abortUpload(
  { client, bucket, ask }: S3Place,
  { Key, UploadId }: Unfinished,
): Promise<void> {
  const abort = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
  await ask((sending) => client.send(abort, sending)).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'NoSuchUpload') throw error;
  });
}
