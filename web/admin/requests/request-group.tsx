import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { tAdminRequests } from '#texts/admin-requests';
import type { OneRequest } from './request-answers.tsx';
import { requestKind } from './request-kind.ts';
import styles from './requests.module.css';
import { groupAddress } from './requests.query.ts';

const words = tAdminRequests.panel;
const { statusName } = requestKind.words;

interface Props {
  request: OneRequest;
  onOpen(request: OneRequest): void;
}

/** Those who joined one request, and that itself: each decided alone, or several in the list. */
export function RequestGroup({ request, onOpen }: Props) {
  const { id, askedBy, group } = request;
  const [leader] = group;
  if (!leader) return null;
  return (
    <>
      <h3 className={styles.part}>{words.group}</h3>
      {askedBy && <p className={styles.groupNote}>{words.askedBy(askedBy.name)}</p>}
      <ul className={styles.group}>
        {group.map((one) => (
          <li key={one.id}>
            {one.id === id ? (
              <strong>{one.name}</strong>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={words.inGroup(one.name, statusName[one.status])}
                onClick={() => onOpen({ ...request, id: one.id })}
              >
                {one.name}
              </Button>
            )}{' '}
            {statusName[one.status]}
          </li>
        ))}
      </ul>
      <p className={styles.groupNote}>{words.alone}</p>
      <p className={styles.groupNote}>
        <Anchor component={Link} to={groupAddress(leader.id)} inherit>
          {words.groupList(group.length)}
        </Anchor>
      </p>
    </>
  );
}
