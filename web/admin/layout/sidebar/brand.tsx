import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#texts';
import { getSetting } from '../../../../contract/setting.ts';
import { queryCall } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { appName } from '../../../session/title.ts';
import { Mark } from '../../../ui/mark.tsx';
import styles from './sidebar.module.css';

const settingQuery = {
  queryKey: ['setting'],
  queryFn: () => queryCall(getSetting, { quiet: true, background: true }),
  staleTime: 5 * 60_000,
};

/** The portal's logo and short name, when the setting "sidebar logo" is on. */
export function Brand({ rail, onNavigate }: { rail: boolean; onNavigate?: () => void }) {
  const { data } = useQuery(settingQuery);
  const [broken, setBroken] = useState<string>();
  const logo = data?.logo && `${data.staticBase}/${data.logo}`;
  const name = data?.shortName || data?.name || appName();
  return (
    <Link
      to={paths.adminIndex}
      className={styles.brand ?? ''}
      {...(rail && { 'aria-label': `${name} ${t.admin.backOffice}` })}
      {...(onNavigate && { onClick: onNavigate })}
    >
      {logo && logo !== broken ? (
        <img className={styles.logo} src={logo} alt="" onError={() => setBroken(logo)} />
      ) : (
        <Mark />
      )}
      {!rail && <span className={styles.brandName}>{name}</span>}{' '}
      {!rail && <span className={styles.brandSub}>{t.admin.backOffice}</span>}
    </Link>
  );
}
