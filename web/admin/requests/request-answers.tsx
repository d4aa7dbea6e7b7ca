import { Button } from '@mantine/core';
import { tAdminRequests } from '#texts/admin-requests';
import { type getRequest, getRequestFile } from '../../../contract/request-review.ts';
import type { RequestFile } from '../../../contract/requests.ts';
import { callFile, type DataOf } from '../../api/call.ts';
import { formatSizeShort } from '../../ui/format.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import styles from './requests.module.css';

const words = tAdminRequests.panel;
export type OneRequest = DataOf<typeof getRequest>;

function File({ requestId, file }: { requestId: string; file: RequestFile }) {
  const { id, name, size } = file;
  const work = useWork();
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.file(name)}
        loading={work.isBusy(id)}
        onClick={() =>
          work.run(id, async () =>
            saveBlob(await callFile(getRequestFile, { params: { id: requestId, fileId: id } }), name),
          )
        }
      >
        {name}
      </Button>{' '}
      {formatSizeShort(size)}
    </>
  );
}

/** The lab's questions as they were when the request was sent, with what was answered. */
export function RequestAnswers({ request: { id, questions, answers, files } }: { request: OneRequest }) {
  if (questions.length === 0) return null;
  return (
    <>
      <h3 className={styles.part}>{words.answers}</h3>
      <dl className={styles.answers}>
        {questions.map((question) => {
          const answer = answers[question.id];
          const file = files.find(({ questionId }) => questionId === question.id);
          return (
            <div key={question.id}>
              <dt>{question.label}</dt>
              <dd data-none={(!file && (answer === undefined || answer === '')) || undefined}>
                {file ? (
                  <File requestId={id} file={file} />
                ) : typeof answer === 'boolean' ? (
                  answer ? (
                    words.yes
                  ) : (
                    words.no
                  )
                ) : (
                  answer || words.noAnswer
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
