import { Link, useSearchParams } from 'react-router';
import { tLists } from '#texts/lists';
import { paths, titleOf } from '../../../paths.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { JobList } from './job-list.tsx';
import styles from './jobs.module.css';
import { MailList } from './mail-list.tsx';

const words = tLists.jobs;

/** Background jobs, and unsent mails. */
export function Component() {
  const isMails = useSearchParams()[0].get('view') === 'mails';
  return (
    <>
      <PageHead title={titleOf(paths.adminJobs)} />
      <nav className={styles.views} aria-label={words.viewLabel}>
        <Link to={paths.adminJobs} className={styles.view ?? ''} aria-current={isMails ? undefined : 'page'}>
          {words.views.jobs}
        </Link>
        <Link
          to={`${paths.adminJobs}?view=mails`}
          className={styles.view ?? ''}
          aria-current={isMails ? 'page' : undefined}
        >
          {words.views.mails}
        </Link>
      </nav>
      {isMails ? <MailList /> : <JobList />}
    </>
  );
}
