import { Link } from 'react-router';
import { tDataset } from '#texts/dataset';
import type { Dataset } from '../../../../contract/catalogue.ts';
import type { Release } from '../../../../contract/releases.ts';
import { following, paths } from '../../../paths.ts';
import { formatUtcDay } from '../../../ui/format.ts';
import { ChangesSince } from './changes-since.tsx';
import classes from './versions.module.css';

const { release: words } = tDataset;

/** The versions of a dataset that visitors may see, newest first, and what changed from one to the next. */
export function Versions({ dataset, release }: { dataset: Dataset; release: Release }) {
  const { versions } = release;
  const newest = versions.find(({ status }) => status === 'published');
  return (
    <section className={classes.section} aria-labelledby="versions">
      <h2 id="versions">{words.versions}</h2>
      <ol className={classes.versions}>
        {versions.map(({ id, version, status, publishedAt, frozenAt, note }, index) => {
          const here = id === dataset.id;
          const older = versions.slice(index + 1).find((each) => each.status === 'published');
          return (
            <li key={id}>
              <p className={classes.version}>
                {here ? (
                  <strong aria-current="page">{version}</strong>
                ) : (
                  <Link to={paths.datasetDetail(id)}>{version}</Link>
                )}
                {id === newest?.id && <span className={classes.newest}>{words.isNewest}</span>}
                {status === 'withdrawn' && <span className={classes.gone}>{words.isWithdrawn}</span>}
                <span className={classes.more}>
                  {[
                    publishedAt && formatUtcDay(publishedAt),
                    frozenAt && words.isFrozen,
                    here && words.isHere,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </p>
              {note !== '' && <p className={classes.note}>{note}</p>}
              {older && status === 'published' && (
                <ChangesSince key={older.id} datasetId={id} since={older.version} />
              )}
            </li>
          );
        })}
      </ol>
      {/* A page of the other shell: no link of the router's. */}
      <p className={`${classes.version} ${classes.follow}`}>
        <a href={following(dataset.id)}>{words.follow}</a>
        <span className={classes.more}>{words.followWhy}</span>
      </p>
    </section>
  );
}
