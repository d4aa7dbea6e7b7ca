import { Link } from 'react-router';
import { t } from '#texts/reading';
import { tRecallNotice as words } from '#texts/recall-notice';
import type { Dataset } from '../../../../contract/catalogue.ts';
import type { RecallNotice } from '../../../../contract/releases.ts';
import { paths } from '../../../paths.ts';
import { formatUtcDay, plural } from '../../../ui/format.ts';
import notice from '../notice.module.css';

interface Props {
  dataset: Dataset;
  recalls: readonly RecallNotice[];
}

/** Which files of this version were recalled, why, and where the corrected ones are (access.md, "Recall"). */
export const RecallNotices = ({ dataset, recalls }: Props) =>
  recalls.map(({ kind, what, reason, files, whole, correctedIn, at }) => (
    <div key={at} className={`${notice.notice} ${notice.warn}`} role="note">
      <p>
        <strong>{words[kind](whole ? words.all : plural(files, ...t.detail.file), formatUtcDay(at))}</strong>
      </p>
      <p className={notice.reason}>{what}</p>
      <p>
        <strong>{words.reason}:</strong> {reason}
      </p>
      {correctedIn && correctedIn.id !== dataset.id && (
        <p>
          {words.inVersion}{' '}
          <Link to={paths.datasetDetail(correctedIn.id)}>
            {dataset.name} {correctedIn.version}
          </Link>
        </p>
      )}
    </div>
  ));
