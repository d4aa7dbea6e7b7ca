import { t } from '#texts';
import { tRequests as words } from '#texts/requests';
import type { OwnRequest, RequestQuestion } from '../../../../contract/requests.ts';
import styles from './request.module.css';

/** A question's answer in words. */
function answerOf({ id, kind }: RequestQuestion, { answers, files }: OwnRequest): string | undefined {
  if (kind === 'file') return files.find(({ questionId }) => questionId === id)?.name;
  const answer = answers[id];
  if (typeof answer === 'boolean') return answer ? words.yes : words.no;
  return answer?.trim() || undefined;
}

/** What the laboratory reads while nothing can be changed. */
export const SentContent = ({ request }: { request: OwnRequest }) => (
  <details className={styles.content}>
    <summary>{words.sentContent}</summary>
    <dl>
      <dt>{t.account.register.purpose}</dt>
      <dd>{request.purpose}</dd>
      {request.questions.map((question) => (
        <div key={question.id}>
          <dt>{question.label}</dt>
          <dd>{answerOf(question, request) ?? words.noAnswer}</dd>
        </div>
      ))}
    </dl>
  </details>
);
