import { tDataset } from '#texts/dataset';
import type { DatasetAccess } from '../../../contract/access.ts';
import type { Dataset } from '../../../contract/catalogue.ts';
import { paths } from '../../paths.ts';
import { useVisitor } from '../../session/user.ts';
import controls from '../../ui/controls.module.css';
import notice from './notice.module.css';

const { request: words } = tDataset;

interface Props {
  dataset: Dataset;
  asks: DatasetAccess;
}

/** Access.md, "Requests": that this dataset is given out on request. Asking is open before an approval, too. */
export function RequestNotice({ dataset, asks: { request } }: Props) {
  const visitor = useVisitor();
  if (dataset.status === 'withdrawn' || visitor.kind === 'loading' || visitor.kind === 'unknown') return null;
  const isVisitor = visitor.kind === 'anonymous';
  if (!isVisitor) {
    const { status } = visitor.user;
    if (request === null || request === 'granted' || status === 'rejected' || status === 'suspended')
      return null;
  }
  const standing = isVisitor || request === null || request === 'granted' ? 'none' : request;
  return (
    <div
      className={`${notice.notice} ${notice.info}`}
      role="note"
      data-for={isVisitor ? 'visitors' : undefined}
    >
      <p>{words.says[standing]}</p>
      <a className={controls.button} href={paths.datasetRequest(dataset.id)}>
        {standing === 'pending' ? words.see : words.step[standing]}
      </a>
    </div>
  );
}
