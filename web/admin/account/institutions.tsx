import { Button, Group } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { tAdminInstitutions as words } from '#texts/admin-institutions';
import { tInstitutions } from '#texts/institutions';
import { deleteAdminLink, listAdminLinks, type OwnAdminLink } from '../../../contract/admin-institutions.ts';
import { call, queryCall } from '../../api/call.ts';
import { askForLink, dropArrivedLink, readArrivedLink } from '../../session/arrived-link.ts';
import { formatDay } from '../../ui/format.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { TimeIn } from '../../ui/mantine/time.tsx';
import styles from '../../ui/row-list.module.css';
import { institutionAddress } from '../access/institution-address.ts';
import { WhileOnline } from '../access/while-online.tsx';
import forms from '../layout/form.module.css';
import { Panel } from '../layout/panel.tsx';
import { LinkInstitution } from './link-institution.tsx';

const { own } = tInstitutions;

const linksQuery = queryOptions({
  queryKey: ['adminLinks'],
  queryFn: ({ signal }) => queryCall(listAdminLinks, { signal }),
});

function Item({ link, onUnlink }: { link: OwnAdminLink; onUnlink(): void }) {
  const { institution, subject, linkedAt, lastUsedAt, works } = link;
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>{institution}</p>
        <p className={forms.note}>
          {`${subject} · ${own.linkedOn(formatDay(linkedAt))} · `}
          {lastUsedAt === null ? own.unused : <TimeIn at={lastUsedAt} says={own.used} />}
        </p>
        {!works && <p className={forms.note}>{words.worksNoMore}</p>}
      </div>
      <WhileOnline>
        <Button
          variant="default"
          size="xs"
          aria-label={own.unlinkOf(institution, subject)}
          onClick={onUnlink}
        >
          {own.unlink}
        </Button>
      </WhileOnline>
    </li>
  );
}

/** access.md: what the administrator has linked, linking, and unlinking; nothing where `OIDC_ADMINS` names none. */
export function Institutions() {
  const { data } = useQuery(linksQuery);
  const client = useQueryClient();
  const intro = useRef<HTMLParagraphElement>(null);
  const [arrived, setArrived] = useState(readArrivedLink);
  if (!data || data.institutions.length + data.links.length === 0) return null;
  const { links, institutions, totp } = data;

  const unlink = async ({ id, institution }: OwnAdminLink) => {
    const sure = await confirm({
      title: own.unlinkTitle(institution),
      message: words.unlinkBody,
      confirmLabel: own.unlink,
      cancelLabel: own.keep,
      danger: true,
    });
    if (!sure) return;
    // `call` has reported the failure.
    await call(deleteAdminLink, { params: { id } }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: linksQuery.queryKey });
    // The row is gone, and the focused button with it.
    intro.current?.focus();
  };

  const endLinking = async () => {
    dropArrivedLink();
    await client.invalidateQueries({ queryKey: linksQuery.queryKey });
    setArrived(undefined);
    intro.current?.focus();
  };

  return (
    <Panel title={own.title}>
      <div className={forms.form} id="institutions">
        <p className={forms.note} ref={intro} tabIndex={-1}>
          {totp ? words.intro : words.introOneFactor}
        </p>
        {arrived && (arrived.secondFactor || totp) && (
          <LinkInstitution link={arrived} totp={totp} onEnd={() => void endLinking()} />
        )}
        {arrived && !arrived.secondFactor && !totp && (
          <div role="alert" className={styles.empty}>
            <p className={styles.name}>{words.oneFactor}</p>
            <p>{words.oneFactorLink(arrived.institution)}</p>
            <Button variant="default" size="xs" onClick={() => void endLinking()}>
              {words.understood}
            </Button>
          </div>
        )}
        {links.length > 0 && (
          <ul className={styles.list}>
            {links.map((link) => (
              <Item key={link.id} link={link} onUnlink={() => void unlink(link)} />
            ))}
          </ul>
        )}
        {institutions.length > 0 && !arrived && (
          <Group gap="sm">
            {institutions.map(({ id, name }) => (
              <Button
                key={id}
                component="a"
                href={institutionAddress(id, 'link')}
                variant="default"
                onClick={askForLink}
              >
                {own.link(name)}
              </Button>
            ))}
          </Group>
        )}
      </div>
    </Panel>
  );
}
