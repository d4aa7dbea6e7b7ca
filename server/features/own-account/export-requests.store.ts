import type { RequestAnswers, RequestQuestion } from '../../../contract/requests.ts';
import { requestStatusNow } from '../../approval/index.ts';
import type { Db } from '../../database/index.ts';
import { iso } from '../../shared/time.ts';

/** What was answered, beside the words of the question; of a file its name. */
const answered = (
  questions: readonly RequestQuestion[],
  answers: RequestAnswers,
  fileNames: ReadonlyMap<string, string>,
) =>
  Object.entries(answers).map(([id, answer]) => ({
    question: questions.find((one) => one.id === id)?.label ?? id,
    answer: fileNames.get(String(answer)) ?? answer,
  }));

const questionsIn = (json: string | null): RequestQuestion[] => JSON.parse(json ?? '[]') as RequestQuestion[];

/** Somebody's requests for datasets: what they sent, their draft, its files by name, and the steps. */
export async function exportedRequests(db: Db, userId: string, now: number) {
  const requests = await db
    .selectFrom('requests')
    .innerJoin('lineages', 'lineages.id', 'requests.lineage_id')
    .selectAll('requests')
    .leftJoin('requests as leader', 'leader.id', 'requests.asked_by')
    .leftJoin('users as asker', 'asker.id', 'leader.user_id')
    .select(['lineages.name', 'lineages.request_questions', 'asker.first_name', 'asker.family_name'])
    .where('requests.user_id', '=', userId)
    .orderBy('requests.changed_at')
    .orderBy('requests.id')
    .execute();
  if (requests.length === 0) return [];
  const ids = requests.map(({ id }) => id);
  const steps = await db
    .selectFrom('request_reviews')
    .selectAll()
    .where('request_id', 'in', ids)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const files = await db
    .selectFrom('request_files')
    .innerJoin('blobs', 'blobs.key', 'request_files.blob_key')
    .select(['request_files.id', 'request_id', 'name', 'size', 'request_files.created_at'])
    .where('request_id', 'in', ids)
    .orderBy('request_files.created_at')
    .orderBy('request_files.id')
    .execute();
  const names = new Map(files.map(({ id, name }) => [id, name]));
  return requests.map((row) => {
    const draft =
      row.draft === null ? null : (JSON.parse(row.draft) as { purpose: string; answers: RequestAnswers });
    return {
      datasetName: row.name,
      askedBy: row.first_name === null ? null : `${row.first_name} ${row.family_name}`,
      status: requestStatusNow(row.status, row.approved_until, now),
      reason: row.status_reason,
      purpose: row.purpose,
      answers: answered(questionsIn(row.questions), JSON.parse(row.answers) as RequestAnswers, names),
      draft: draft && {
        purpose: draft.purpose,
        answers: answered(questionsIn(row.request_questions), draft.answers, names),
      },
      files: files
        .filter(({ request_id }) => request_id === row.id)
        .map(({ name, size, created_at }) => ({ name, size, addedAt: iso(created_at) })),
      changedAt: iso(row.changed_at),
      submittedAt: iso(row.applied_at),
      reviewedAt: iso(row.reviewed_at),
      grantedUntil: iso(row.approved_until),
      steps: steps
        .filter(({ request_id }) => request_id === row.id)
        .map((step) => ({
          from: step.from_status,
          to: step.to_status,
          reason: step.reason,
          at: iso(step.at),
          undoneAt: iso(step.undone_at),
        })),
    };
  });
}
