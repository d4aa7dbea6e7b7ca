import type { RequestAnswers, RequestFile } from '../../../contract/requests.ts';
import type { Queries } from '../../database/index.ts';
import { releaseBlobs } from '../../datasets/index.ts';

/** A file with what its response needs. */
export interface StoredRequestFile extends RequestFile {
  blobKey: string;
  sha256: string;
}

/** All files of a request, those of the draft too. */
export async function requestFiles(db: Queries, requestId: string): Promise<StoredRequestFile[]> {
  const rows = await db
    .selectFrom('request_files')
    .innerJoin('blobs', 'blobs.key', 'request_files.blob_key')
    .select(['request_files.id', 'question_id', 'name', 'blob_key', 'size', 'sha256'])
    .where('request_id', '=', requestId)
    .orderBy('request_files.created_at')
    .orderBy('request_files.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    questionId: row.question_id,
    name: row.name,
    size: row.size,
    blobKey: row.blob_key,
    sha256: row.sha256,
  }));
}

/** Those that some answers name. */
export const namedBy = (files: readonly StoredRequestFile[], answers: RequestAnswers): StoredRequestFile[] =>
  files.filter(({ id, questionId }) => answers[questionId] === id);

/** The answers that are files of the request: what once answered another kind of question is none. */
export const filesAmong = (files: readonly StoredRequestFile[], answers: RequestAnswers): RequestAnswers =>
  Object.fromEntries(namedBy(files, answers).map(({ id, questionId }) => [questionId, id]));

export const presentFile = ({ id, questionId, name, size }: StoredRequestFile): RequestFile => ({
  id,
  questionId,
  name,
  size,
});

/** Removes the files that none of the answers name. */
export async function keepOnly(
  trx: Queries,
  requestId: string,
  answers: readonly RequestAnswers[],
): Promise<void> {
  const files = await requestFiles(trx, requestId);
  const named = new Set(answers.flatMap((one) => namedBy(files, one).map(({ id }) => id)));
  const gone = files.filter(({ id }) => !named.has(id));
  if (gone.length === 0) return;
  await trx
    .deleteFrom('request_files')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute();
  await releaseBlobs(
    trx,
    gone.map(({ blobKey }) => blobKey),
  );
}
