import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import type { Dataset } from '../../../../contract/catalogue.ts';
import { loginReturningTo, paths } from '../../../paths.ts';
import controls from '../../../ui/controls.module.css';
import { formatSize, plural } from '../../../ui/format.ts';
import type { Access } from '../access.ts';
import { SignButton } from '../signing/sign-button.tsx';
import classes from './file-browser.module.css';
import type { Handed } from './file-row.tsx';
import type { Tree } from './use-files.ts';

const { files: words } = tDataset;

interface Props {
  dataset: Dataset;
  access: Access;
  tree: Tree;
  handed: Handed;
}

/** In place of the list: there is none, or this reader may not see it; then the totals and the next step. */
export function NoFiles({ dataset, access, tree, handed }: Props) {
  const { files, size } = tree.totals;
  const totals = `${plural(files, ...t.detail.file)}, ${formatSize(size)}`;
  if (dataset.status === 'withdrawn') return <p className={classes.none}>{words.withdrawn(totals)}</p>;
  if (tree.shown) {
    return <p className={classes.none}>{dataset.fileCount > 0 ? words.hashing : t.detail.noFiles}</p>;
  }
  return (
    <div className={classes.none}>
      <p>{words.hidden(totals)}</p>
      {access.kind === 'anonymous' && (
        <p>
          <a href={loginReturningTo(paths.datasetDetail(dataset.id))} data-for="visitors">
            {words.signIn}
          </a>
        </p>
      )}
      {handed.kind === 'step' && handed.sign && (
        <p>
          <SignButton
            datasetId={dataset.id}
            place="files"
            get="files"
            words={handed.words}
            className={controls.button}
          />
        </p>
      )}
      {access.kind !== 'anonymous' && handed.kind === 'step' && !handed.sign && handed.words !== '' && (
        <p>{handed.href === undefined ? handed.words : <a href={handed.href}>{handed.words}</a>}</p>
      )}
    </div>
  );
}
