import { Link } from 'react-router';
import { tAdminTerms } from '#texts/admin-terms';
import type { TermsRow } from '../../../../contract/terms.ts';
import { formatDay } from '../../../ui/format.ts';
import { termsAddress } from '../../terms/terms.query.ts';
import styles from './access.module.css';

const words = tAdminTerms.dataset;

/** Which text people will sign. */
export const ChosenTerms = ({
  terms: { id, title, version, createdAt, signatures },
}: {
  terms: TermsRow;
}) => (
  <div className={styles.chosen}>
    <strong>{title}</strong>
    <span>
      {words.version(version)}, {formatDay(createdAt)} · {words.signed(signatures)}
    </span>
    <Link to={termsAddress(id)}>{words.read}</Link>
  </div>
);
