import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tHealth } from '#texts/health';
import type { DataOf } from '../../../../contract/endpoint.ts';
import { type getHealth, type HealthFinding, healthStates } from '../../../../contract/health.ts';
import { paths, titleOf } from '../../../paths.ts';
import { formatTime, plural } from '../../../ui/format.ts';
import { PageHead } from '../../layout/page-head.tsx';
import styles from './health.module.css';
import { healthQuery } from './health.query.ts';
import { aboutOf, wordsOf } from './words.ts';

/** What stands between `\`` is for a terminal. */
const marked = (text: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never move.
  text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));

function Row({ finding, command }: { finding: HealthFinding; command: string }) {
  const { words, mend } = wordsOf(finding, command);
  const { area, screen } = aboutOf(finding);
  return (
    <li className={styles.row} data-state={finding.state}>
      <span className={styles.area}>{screen ? <Link to={screen}>{area}</Link> : area}</span>
      <span className={styles.said}>
        <span>{marked(words)}</span>
        {mend !== '' && <span className={styles.mend}>{marked(mend)}</span>}
      </span>
    </li>
  );
}

/** The servers that run on the database; of one alone there is nothing to tell. */
function Servers({ servers }: { servers: DataOf<typeof getHealth>['servers'] }) {
  if (servers.length < 2) return null;
  return (
    <section className={styles.group} aria-labelledby="health-servers">
      <h2 id="health-servers">{`${tHealth.servers.title} (${servers.length})`}</h2>
      <ul>
        {servers.map(({ name, isOwn, version, startedAt, seenAt, downloads }) => (
          <li key={`${name} ${startedAt}`} className={styles.row}>
            <span className={styles.area}>{name}</span>
            <span>
              {tHealth.servers.is(
                version,
                formatTime(startedAt),
                plural(downloads, tHealth.servers.one, tHealth.servers.many),
              )}{' '}
              {isOwn ? tHealth.servers.own : tHealth.servers.seen(formatTime(seenAt))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the portal finds out about itself, as `vitrine doctor` does: the worst first, each with what mends it. */
export function Component() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(healthQuery);
  return (
    <>
      <PageHead title={titleOf(paths.adminHealth)}>
        <Button variant="default" loading={isFetching && !isPending} onClick={() => refetch()}>
          {tHealth.again}
        </Button>
      </PageHead>
      {isPending && <p className={styles.wait}>{tHealth.looking}</p>}
      {isError && (
        <p role="alert" className={styles.wait}>
          {tHealth.failed}
        </p>
      )}
      {data &&
        healthStates.map((state) => {
          const found = data.findings.filter((finding) => finding.state === state);
          if (found.length === 0) return null;
          return (
            <section key={state} className={styles.group} aria-labelledby={`health-${state}`}>
              <h2 id={`health-${state}`}>{`${tHealth.states[state]} (${found.length})`}</h2>
              <ul>
                {found.map((finding) => (
                  <Row
                    key={finding.id + JSON.stringify(finding.values)}
                    finding={finding}
                    command={data.command}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      {data && <Servers servers={data.servers} />}
      {data && (
        <p className={styles.versions}>
          {tHealth.versions(data.versions.vitrine, data.versions.node, data.versions.database)}{' '}
          {tHealth.since(formatTime(data.startedAt))}
        </p>
      )}
    </>
  );
}
