import { Link } from 'react-router';
import { tDashboard } from '#texts/dashboard';
import { listJobs } from '../../../contract/jobs.ts';
import type { getSummary } from '../../../contract/statistics.ts';
import type { DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { plural } from '../../ui/format.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import styles from './dashboard.module.css';

const words = tDashboard.mail;

/** Decisions §9: a notice when mails are written to files, and the number of given-up ones. */
export function MailNotice({ mail }: { mail: DataOf<typeof getSummary>['mail'] | undefined }) {
  if (!mail) return null;
  const lines = [
    mail.toFiles && words.toFiles,
    mail.givenUp > 0 && words.givenUp(plural(mail.givenUp, ...words.mail)),
    mail.delayed > 0 && words.delayed(plural(mail.delayed, ...words.late)),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  const failed = mail.givenUp > 0 || mail.delayed > 0;
  return (
    <section className={styles.notice} aria-label={words.label}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {failed && (
        <Allowed {...toCall(listJobs)}>
          <Link to={paths.adminJobs}>{words.jobs}</Link>
        </Allowed>
      )}
    </section>
  );
}
