import { Link } from 'react-router';
import { tDataset } from '#texts/dataset';
import type { Dataset } from '../../../../contract/catalogue.ts';
import type { Release } from '../../../../contract/releases.ts';
import { paths } from '../../../paths.ts';
import { formatUtcDay } from '../../../ui/format.ts';
import { accessOf } from '../access.ts';
import notice from '../notice.module.css';
import { PurgedFiles } from './purged-files.tsx';
import { RecallNotices } from './recall-notices.tsx';

const { release: words } = tDataset;

interface Props {
  dataset: Dataset;
  release: Release;
}

/** Why this version is not the one to take, and the way to the one that is; or from when its files are handed out; which of them were recalled, and which are gone. */
export function ReleaseBanner(props: Props) {
  return (
    <>
      <Standing {...props} />
      <RecallNotices dataset={props.dataset} recalls={props.release.recalls ?? []} />
      <PurgedFiles files={props.release.purgedFiles} />
    </>
  );
}

function Standing({ dataset, release }: Props) {
  const newest = release.versions.find(({ status }) => status === 'published');
  const withdrawn = dataset.status === 'withdrawn';
  const old = newest !== undefined && newest.id !== dataset.id;
  const access = accessOf(dataset, { kind: 'anonymous' }, { toSign: null, request: null });
  const embargoed = access.kind === 'embargoed';
  if (!withdrawn && !old && !embargoed) return null;
  return (
    <div className={`${notice.notice} ${notice.warn}`} role="note">
      {withdrawn && (
        <p>
          {release.withdrawnAt ? words.withdrawnOn(formatUtcDay(release.withdrawnAt)) : words.withdrawn}
          {release.withdrawnReason !== '' && (
            <>
              {' '}
              <strong>{words.reason}:</strong> {release.withdrawnReason}
            </>
          )}
        </p>
      )}
      {embargoed && <p>{words.embargo(formatUtcDay(access.until))}</p>}
      {old && (
        <p>
          {withdrawn ? words.newest : words.newer}{' '}
          <Link to={paths.datasetDetail(newest.id)}>
            {dataset.name} {newest.version}
          </Link>
        </p>
      )}
    </div>
  );
}
