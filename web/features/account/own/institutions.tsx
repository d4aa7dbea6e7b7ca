import { Button, Group } from '@mantine/core';
import { tInstitutions } from '#texts/institutions';
import { deleteLink, type OwnLink, type WaysIn } from '../../../../contract/institutions.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { formatDay } from '../../../ui/format.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { TimeIn } from '../../../ui/mantine/time.tsx';
import styles from '../../../ui/row-list.module.css';
import { startAddress } from '../institutions/start-address.ts';
import { Region } from '../region.tsx';
import type { Loaded } from '../use-loaded.ts';
import { Empty } from './empty.tsx';
import { Section } from './section.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const words = tInstitutions.own;

function Item({ link, onUnlink }: { link: OwnLink; onUnlink(): void }) {
  useFocusAfterRemoval('institutions');
  const { institution, subject, affiliation, linkedAt, lastUsedAt } = link;
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>{institution}</p>
        <p className={styles.facts}>
          <span>{subject}</span>
          {affiliation !== '' && <span>{words.vouches(affiliation)}</span>}
          <span>{words.linkedOn(formatDay(linkedAt))}</span>
          <span>{lastUsedAt === null ? words.unused : <TimeIn at={lastUsedAt} says={words.used} />}</span>
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={words.unlinkOf(institution, subject)}
        onClick={onUnlink}
      >
        {words.unlink}
      </Button>
    </li>
  );
}

/** access.md: what is linked, linking, and unlinking. */
export function Institutions({ loaded }: { loaded: Loaded<WaysIn> }) {
  const unlink = async ({ id, institution }: OwnLink, { hasPassword, links }: WaysIn) => {
    const sure = await confirm({
      title: words.unlinkTitle(institution),
      message: hasPassword || links.length > 1 ? words.unlinkBody : words.unlinkLast,
      confirmLabel: words.unlink,
      cancelLabel: words.keep,
      danger: true,
    });
    if (!sure) return;
    // `call` has reported the failure.
    await call(deleteLink, { params: { id } }).catch(() => undefined);
    loaded.reload();
  };
  return (
    <Section id="institutions" title={words.title} intro={words.intro}>
      <Region loaded={loaded} failed={words.failed}>
        {(ways) => (
          <>
            {ways.links.length === 0 ? (
              <Empty words={words} />
            ) : (
              <ul className={styles.list}>
                {ways.links.map((link) => (
                  <Item key={link.id} link={link} onUnlink={() => void unlink(link, ways)} />
                ))}
              </ul>
            )}
            <Group gap="sm" mt="md">
              {ways.institutions.map(({ id, name }) => (
                <Button
                  key={id}
                  component="a"
                  href={startAddress(id, `${paths.account}#institutions`)}
                  variant="default"
                  size="sm"
                >
                  {words.link(name)}
                </Button>
              ))}
            </Group>
          </>
        )}
      </Region>
    </Section>
  );
}
