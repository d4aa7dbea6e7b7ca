import { t } from '#texts';
import { tRecalls } from '#texts/recalls';
import { tVersions as words } from '#texts/versions';
import { CallDialog } from '../../layout/call-dialog.tsx';
import { titleOf } from '../datasets.query.ts';
import type { Asked } from './asked.ts';
import { EmbargoForm } from './embargo-form.tsx';
import { FreezeForm } from './freeze-form.tsx';
import { NewVersionForm } from './new-version-form.tsx';
import { PublishForm } from './publish-form.tsx';
import { PurgeFileForm } from './purge-file-form.tsx';
import { PurgeForm } from './purge-form.tsx';
import { RecallForm } from './recall-form.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

const titles: Record<Asked['what'], (about: Asked['about']) => string> = {
  newVersion: ({ name }) => words.make.title(name),
  publish: (about) => words.publish.title(titleOf(about)),
  freeze: (about) => words.freeze.title(titleOf(about)),
  withdraw: (about) => t.admin.datasets.withdrawTitle(titleOf(about)),
  embargo: (about) => words.embargo.title(titleOf(about)),
  recall: (about) => tRecalls.choose.title(titleOf(about)),
  purge: (about) => words.purge.title(titleOf(about)),
  purgeFile: (about) => words.purgeFile.title(titleOf(about)),
};

interface Props {
  asked: Asked | undefined;
  onClose(): void;
  /** Called with the id of a new draft. */
  onMade(id: string): void;
}

/** The dialogs about a version, wherever they are asked for. */
export function ReleaseDialogs({ asked, onClose, onMade }: Props) {
  return (
    <CallDialog
      about={asked}
      title={({ what, about }) => titles[what](about)}
      onClose={onClose}
      // What was typed is not lost by a click beside it.
      closeOnClickOutside={false}
    >
      {({ what, about, insteadOfDeleting = false }) => {
        const props = { about, onClose, onDone: onClose };
        switch (what) {
          case 'newVersion':
            return <NewVersionForm about={about} onClose={onClose} onMade={onMade} />;
          case 'publish':
            return <PublishForm {...props} />;
          case 'freeze':
            return <FreezeForm {...props} />;
          case 'withdraw':
            return <WithdrawForm {...props} insteadOfDeleting={insteadOfDeleting} />;
          case 'embargo':
            return <EmbargoForm {...props} />;
          case 'recall':
            return <RecallForm {...props} />;
          case 'purge':
            return <PurgeForm {...props} />;
          case 'purgeFile':
            return <PurgeFileForm {...props} />;
        }
      }}
    </CallDialog>
  );
}
