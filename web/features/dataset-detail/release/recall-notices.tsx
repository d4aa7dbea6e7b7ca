import { t } from '#texts/reading';
import { tRecallNotice as words } from '#texts/recall-notice';
import type { RecallNotice } from '../../../../contract/releases.ts';
import { formatUtcDay, plural } from '../../../ui/format.ts';
import notice from '../notice.module.css';

/** Which files of this version were recalled, and why (access.md, "Recall"). */
export const RecallNotices = ({ recalls }: { recalls: readonly RecallNotice[] }) =>
  recalls.map(({ kind, what, reason, files, whole, at }) => (
    <div key={at} className={`${notice.notice} ${notice.warn}`} role="note">
      <p>{words[kind](whole ? words.all : plural(files, ...t.detail.file), formatUtcDay(at))}</p>
      <p className={notice.reason}>{what}</p>
      <p>
        <strong>{words.reason}:</strong> {reason}
      </p>
    </div>
  ));
