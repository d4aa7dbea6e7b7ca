import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#texts';
import { tReviewer } from '#texts/reviewer';
import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import {
  addReviewerLink,
  type ReviewerLink,
  revokeReviewerLink,
} from '../../../../contract/reviewer-links.ts';
import { call } from '../../../api/call.ts';
import { formatCount, formatDay, formatUtcDay, plural } from '../../../ui/format.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import styles from './access.module.css';
import { reviewerLinksQuery } from './access.query.ts';
import { MakeReviewerLink } from './make-reviewer-link.tsx';

const words = tReviewer.links;
const colors = { open: 'ok', ended: 'neutral', revoked: 'neutral' } as const;

/** What a link is, in one line. */
const factsOf = ({ state, until, revokedAt, createdAt, createdBy, downloads }: ReviewerLink): string =>
  [
    state === 'revoked' && revokedAt !== null
      ? words.revokedOn(formatDay(revokedAt))
      : words.lastDay(formatUtcDay(until)),
    words.madeBy(formatDay(createdAt), createdBy),
    downloads === 1 ? plural(1, ...words.download) : `${formatCount(downloads)} ${words.download[1]}`,
  ].join(' · ');

/** access.md: links for anonymous peer review of this version. */
export function ReviewerLinks({ dataset }: { dataset: AdminDataset }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(reviewerLinksQuery(dataset.id));
  const [making, setMaking] = useState(false);
  const maker = useRef<HTMLButtonElement>(null);
  const work = useWork();
  const refresh = () => client.invalidateQueries({ queryKey: reviewerLinksQuery(dataset.id).queryKey });

  const revoke = async ({ id, name }: ReviewerLink) => {
    const sure = await confirm({
      title: words.revokeTitle(name),
      message: words.revokeMeans,
      confirmLabel: words.revoke,
      cancelLabel: t.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    work.run(id, async () => {
      await call(revokeReviewerLink, { params: { id } });
      notifications.show({ color: 'ok', message: words.revoked(name) });
      await refresh();
      // The button is gone.
      maker.current?.focus();
    });
  };

  return (
    <section className={styles.part} aria-labelledby="reviewer-links">
      <h3 id="reviewer-links">
        {words.title} · {words.forVersion(dataset.version)}
      </h3>
      <p className={forms.note}>{words.intro}</p>
      {isError && !data && (
        <Group role="alert">
          <Text>{words.failed}</Text>
          <Button variant="default" onClick={() => void refetch()}>
            {t.admin.table.retry}
          </Button>
        </Group>
      )}
      {!data && !isError && <Skeleton height={96} aria-busy />}
      {data && data.list.length === 0 && data.possible && (
        <p className={forms.note}>
          {words.none}. {words.noneWhy}
        </p>
      )}
      {data && data.list.length > 0 && (
        <ul className={styles.reviewers} aria-label={words.title}>
          {data.list.map((link) => (
            <li key={link.id}>
              <span className={styles.reviewer}>
                <strong>{link.name}</strong>
                <span>{factsOf(link)}</span>
              </span>
              <Badge variant="light" color={colors[link.state]}>
                {words.states[link.state]}
              </Badge>
              {link.state === 'open' && (
                <Allowed {...toCall(revokeReviewerLink)}>
                  <WhileOnline>
                    <Button
                      size="xs"
                      variant="default"
                      loading={work.isBusy(link.id)}
                      aria-label={words.revokeOf(link.name)}
                      onClick={() => void revoke(link)}
                    >
                      {words.revoke}
                    </Button>
                  </WhileOnline>
                </Allowed>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && !data.possible && <p className={forms.note}>{words.notPossible}</p>}
      {data?.possible && (
        <Allowed {...toCall(addReviewerLink)}>
          <div>
            <Button ref={maker} variant="default" onClick={() => setMaking(true)}>
              {words.make} …
            </Button>
          </div>
        </Allowed>
      )}
      <MakeReviewerLink
        dataset={dataset}
        days={making ? data?.days : undefined}
        onMade={() => void refresh()}
        onClose={() => setMaking(false)}
      />
    </section>
  );
}
