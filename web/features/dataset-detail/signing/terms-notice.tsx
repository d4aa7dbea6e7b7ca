import { tDataset } from '#texts/dataset';
import type { DatasetAccess } from '../../../../contract/access.ts';
import type { Dataset } from '../../../../contract/catalogue.ts';
import { paths } from '../../../paths.ts';
import { useVisitor, type Visitor } from '../../../session/user.ts';
import controls from '../../../ui/controls.module.css';
import { accessOf } from '../access.ts';
import notice from '../notice.module.css';
import { SignButton } from './sign-button.tsx';
import { useSigning } from './signing.ts';
import { SigningPlace } from './signing-place.tsx';

const { terms: words } = tDataset;

interface Props {
  dataset: Dataset;
  asks: DatasetAccess;
}

/** What is said of the terms to whom; what of it is left to do. Nothing, where the account's notice says it. */
function said({ dataset, asks }: Props, visitor: Visitor) {
  const { terms, toSign } = asks;
  if (terms === null) return undefined;
  const { kind } = accessOf(dataset, visitor, asks);
  const { title, version } = terms;
  if (kind === 'withdrawn') return undefined;
  if (visitor.kind === 'anonymous') return { text: words.asks(title, version), button: words.read };
  if (visitor.kind !== 'signed in') return undefined;
  if (kind === 'unsigned') return { text: words.before(title, version) };
  if (kind === 'changed') return { text: words.changed(title, version) };
  const { status } = visitor.user;
  if (toSign !== null && kind === 'embargoed' && status !== 'rejected' && status !== 'suspended') {
    return { text: words.early(title, version), button: words.signNow };
  }
  // The page that everybody gets does not know what this reader signed.
  if (toSign === null && kind === 'links' && dataset.downloadUrl !== undefined)
    return { signed: words.signed(title) };
  return undefined;
}

/** Access.md, "Terms as evidence": that this dataset asks for signed terms, and the way to read them. */
export function TermsNotice({ dataset, asks }: Props) {
  const visitor = useVisitor();
  const { text, button, signed } = said({ dataset, asks }, visitor) ?? {};
  const datasetId = dataset.id;
  // Until the page is left, the panel's place says it.
  const saidThere = useSigning(datasetId)?.signed !== undefined;
  return (
    <>
      {text !== undefined && (
        <div
          className={`${notice.notice} ${notice.info}`}
          role="note"
          data-for={visitor.kind === 'anonymous' ? 'visitors' : undefined}
        >
          <p>{text}</p>
          {button !== undefined && (
            <SignButton
              datasetId={datasetId}
              place="notice"
              get="notice"
              words={button}
              className={controls.button}
            />
          )}
        </div>
      )}
      {signed !== undefined && !saidThere && (
        <p className={notice.quiet}>
          {signed} <a href={`${paths.account}#agreements`}>{words.agreements}</a>
        </p>
      )}
      <div className={notice.place}>
        <SigningPlace datasetId={datasetId} place="notice" />
      </div>
    </>
  );
}
