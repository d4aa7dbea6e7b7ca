import { Button, NativeSelect, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { tAdminRequests } from '#texts/admin-requests';
import { listAdministrators } from '../../../../contract/administrators.ts';
import { type RequestReviewer, requestNotices, setReviewers } from '../../../../contract/request-review.ts';
import { call } from '../../../api/call.ts';
import { ErrorSummary, type Problem } from '../../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../../ui/mantine/form/problems-of.ts';
import { RestoredNote } from '../../../ui/mantine/form/restored-note.tsx';
import { useKeptRows } from '../../../ui/mantine/form/use-kept-rows.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import { roleName } from '../../role-name.ts';
import { useUnsavedGuard } from '../../unsaved.ts';
import styles from './access.module.css';
import { administratorChoicesQuery, reviewersQuery } from './access.query.ts';

const words = tAdminRequests.reviewers;
const SAVE = 'save';

interface Props {
  datasetId: string;
  name: string;
  reviewers: readonly RequestReviewer[];
}

/** Who decides about a dataset's requests, and how they are told of new ones. */
export function ReviewersForm({ datasetId, name, reviewers: first }: Props) {
  const client = useQueryClient();
  const mayWrite = useAllowed(toCall(setReviewers));
  const mayChoose = useAllowed(toCall(listAdministrators)) && mayWrite;
  const choices = useQuery({ ...administratorChoicesQuery, enabled: mayChoose });
  const {
    rows: reviewers,
    set: setReviewersShown,
    dirty,
    kept,
    sent,
  } = useKeptRows(`reviewers:${datasetId}`, first);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const work = useWork();
  useUnsavedGuard(dirty);

  const others = (choices.data?.administrators ?? []).filter(
    ({ id, disabledAt }) =>
      disabledAt === null && !reviewers.some(({ administratorId }) => administratorId === id),
  );
  const add = (id: string | null) => {
    const chosen = others.find((one) => one.id === id);
    if (!chosen) return;
    const { name, username, role } = chosen;
    const reviewer = {
      administratorId: chosen.id,
      name,
      username,
      role,
      disabled: false,
      notice: 'at once' as const,
    };
    setReviewersShown([...reviewers, reviewer]);
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setProblems([]);
    work.run(
      SAVE,
      async () => {
        const body = {
          reviewers: reviewers.map(({ administratorId, notice }) => ({ administratorId, notice })),
        };
        const now = await call(setReviewers, { params: { id: datasetId }, body });
        sent(now.reviewers);
        client.setQueryData(reviewersQuery(datasetId).queryKey, now);
        notifications.show({ color: 'ok', message: words.saved(name) });
        await client.invalidateQueries({ queryKey: ['requestQueue'] });
      },
      (error) => setProblems(problemsOf(error)),
    );
  };

  return (
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      <RestoredNote kept={kept} />
      <ErrorSummary problems={problems} />
      <p className={forms.note}>{words.intro}</p>
      {reviewers.length === 0 && <p className={forms.note}>{words.none}</p>}
      {reviewers.length > 0 && (
        <ul className={styles.reviewers}>
          {reviewers.map(({ administratorId, name: who, username, role, disabled, notice }) => (
            <li key={administratorId}>
              <span className={styles.reviewer}>
                <strong>{who}</strong>
                <span>
                  {username} · {roleName(role)}
                  {disabled && ` · ${words.disabled}`}
                </span>
              </span>
              <NativeSelect
                size="xs"
                aria-label={words.notice(who)}
                value={notice}
                disabled={!mayWrite}
                data={requestNotices.map((value) => ({ value, label: words.notices[value] }))}
                onChange={(event) => {
                  const chosen = requestNotices.find((value) => value === event.currentTarget.value);
                  setReviewersShown(
                    reviewers.map((one) =>
                      one.administratorId === administratorId
                        ? { ...one, notice: chosen ?? one.notice }
                        : one,
                    ),
                  );
                }}
              />
              {mayWrite && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={words.removeOf(who)}
                  onClick={() =>
                    setReviewersShown(reviewers.filter((one) => one.administratorId !== administratorId))
                  }
                >
                  {words.remove}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChoose && (
        <Select
          className={forms.narrow ?? ''}
          label={words.add}
          placeholder={words.choose}
          nothingFoundMessage={words.noSuggestion}
          searchable
          // Chosen ones go to the list above.
          value={null}
          data={others.map(({ id, name: who, username }) => ({ value: id, label: `${who} (${username})` }))}
          onChange={add}
        />
      )}
      {mayWrite && (
        <div>
          <WhileOnline>
            <Button type="submit" variant="default" loading={work.isBusy(SAVE)} disabled={!dirty}>
              {words.save}
            </Button>
          </WhileOnline>
        </div>
      )}
    </form>
  );
}
