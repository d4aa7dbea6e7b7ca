import { type ReactNode, useId } from 'react';
import { t } from '#texts/reading';
import { datasetRow, loginReturningTo } from '../../paths.ts';
import { useLiteral } from '../../reading/setting.ts';
import { formatUtcDay } from '../../ui/format.ts';
import hidden from '../../ui/hidden.module.css';
import type { Access } from './access.ts';
import classes from './download-cell.module.css';
import type { Commands } from './download-links.tsx';
import type { Row } from './rows.ts';
import type { UserParts } from './user-parts.ts';

interface Props {
  row: Row;
  access: Access;
  parts: UserParts | undefined;
  datasetId: string;
  commands: Commands;
}

/** A link without the router: the sign-in page is in the other shell. */
function SignIn({ row, datasetId }: Pick<Props, 'row' | 'datasetId'>) {
  const id = useId();
  const { signInToDownload } = useLiteral();
  return (
    <>
      <a
        href={loginReturningTo(datasetRow(datasetId, row.key))}
        aria-describedby={id}
        className={classes.signIn}
        data-for="visitors"
      >
        {signInToDownload}
      </a>
      <span className={hidden.hidden} id={id}>
        {t.detail.signInTo} {row.name}. {t.detail.signInWhy}
      </span>
    </>
  );
}

/** The third column: links, the link to sign in or apply, or the visitor's status. Never a dead link. */
export function DownloadCell({ row, access, parts, datasetId, commands }: Props): ReactNode {
  if (access.kind === 'withdrawn') return <span className={classes.standing}>{t.detail.withdrawn}</span>;
  if (access.kind === 'embargoed') {
    return <span className={classes.standing}>{t.detail.from(formatUtcDay(access.until))}</span>;
  }
  if (row.state === 'purged') return <span className={classes.standing}>{t.detail.removed}</span>;
  if (access.kind === 'anonymous') return <SignIn row={row} datasetId={datasetId} />;
  if (access.kind === 'loading' || !parts) return <span className={classes.reserved} aria-hidden="true" />;
  return <parts.UserCell row={row} access={access} datasetId={datasetId} commands={commands} />;
}
