import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { tSigning as words } from '#texts/signing';
import { getDatasetTerms, type TermsToSign } from '../../../../contract/signing.ts';
import { CallError, call } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { datasetRow, loginReturningTo, paths } from '../../../paths.ts';
import { FailedPart } from '../../../reading/failed-part.tsx';
import { useVisitor } from '../../../session/user.ts';
import { ChangedLines } from '../../../ui/changed-lines.tsx';
import controls from '../../../ui/controls.module.css';
import { formatDay } from '../../../ui/format.ts';
import hidden from '../../../ui/hidden.module.css';
import prose from '../../../ui/prose.module.css';
import skeleton from '../../../ui/skeleton.module.css';
import { bringLinks } from './bring-links.ts';
import { changesBetween } from './changes-between.ts';
import { SignForm } from './sign-form.tsx';
import { SignedNote } from './signed-note.tsx';
import { closeSigning, draftKey, type Open } from './signing.ts';
import classes from './terms-panel.module.css';

/** The terms as they are now; `before`: the text that was read, where another one has come in its place. */
interface Shown {
  terms: TermsToSign;
  before: string | undefined;
}

/** Loads what is to be signed, and again when it is not that any more. */
function useTerms(datasetId: string) {
  const [shown, setShown] = useState<Shown>();
  const [failed, setFailed] = useState<string>();
  const load = useCallback(
    async (before?: string) => {
      setFailed(undefined);
      try {
        setShown({ terms: await call(getDatasetTerms, { params: { id: datasetId } }), before });
      } catch (error) {
        setFailed(error instanceof CallError ? failureWords(error) : String(error));
      }
    },
    [datasetId],
  );
  useEffect(() => void load(), [load]);
  return { shown, failed, load };
}

/** What is new, before the whole text: since what was signed, or since what was read until now. */
function Changes({ shown: { terms, before } }: { shown: Shown }) {
  const { signed, changes } = terms;
  return (
    <>
      {before !== undefined && (
        <div className={classes.changes}>
          <h4>{words.changesRead}</h4>
          <ChangedLines lines={changesBetween(before, terms.text)} label={words.changesRead} />
        </div>
      )}
      {signed && changes && (
        <div className={classes.changes}>
          <h4>{words.changesSigned(signed.version, formatDay(signed.signedAt))}</h4>
          <ChangedLines
            lines={changes}
            label={words.changesSigned(signed.version, formatDay(signed.signedAt))}
          />
        </div>
      )}
    </>
  );
}

/** For who is not signed in: the way to sign, which leads back here. */
const WayToSign = ({ datasetId }: { datasetId: string }) => (
  <div className={classes.actions}>
    <a className={controls.primary} href={loginReturningTo(datasetRow(datasetId, datasetId))}>
      {words.signIn}
    </a>
    <a href={paths.register}>{words.register}</a>
  </div>
);

/** The heading takes the focus once the text is there, and all of the panel comes into view as far as it fits. */
function useLeadHere(there: boolean, leads: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!there || !leads) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, [there, leads]);
  return heading;
}

function Terms({ signing, userId }: { signing: Open; userId: string | undefined }) {
  const { datasetId, opener, leads } = signing;
  const { shown, failed, load } = useTerms(datasetId);
  const { revalidate } = useRevalidator();
  const heading = useLeadHere(shown !== undefined, leads);
  const news = useRef<HTMLParagraphElement>(null);
  const before = shown?.before;
  useEffect(() => {
    if (before !== undefined) news.current?.focus();
  }, [before]);

  const terms = shown?.terms;
  const holds = terms?.signed?.holds === true;
  // Signed in another window: what is missing here are the links.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known
  useEffect(() => {
    if (holds) void bringLinks({ datasetId, opener, signed: terms, revalidate, download: false });
  }, [holds]);

  if (failed !== undefined && !terms) {
    const retry = () => void Promise.all([load(), revalidate()]);
    return <FailedPart words={`${words.failed} ${failed}`} retry={retry} />;
  }
  if (!terms || holds) {
    return (
      <div className={`${skeleton.skeleton} ${classes.waiting}`} aria-busy="true">
        <span className={hidden.hidden}>{words.loading}</span>
      </div>
    );
  }
  const title = words.title(terms.title, terms.version);
  const close = () => closeSigning(datasetId, userId && draftKey(datasetId, userId));
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <h3 className={classes.title} id="terms-title" ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <button className={controls.button} type="button" onClick={close}>
          {words.close}
        </button>
      </div>
      {before !== undefined && (
        <p className={classes.news} role="alert" ref={news} tabIndex={-1}>
          {words.changedMeanwhile(terms.version)}
        </p>
      )}
      {failed !== undefined && (
        <FailedPart words={`${words.failed} ${failed}`} retry={() => void load(terms.text)} />
      )}
      <div className={classes.read}>
        <Changes shown={shown} />
        {(before !== undefined || terms.changes) && <h4 className={classes.whole}>{words.text}</h4>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too */}
        <section className={classes.text} aria-label={words.text} tabIndex={0}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server made and sanitised it */}
          <div className={prose.prose} dangerouslySetInnerHTML={{ __html: terms.html }} />
        </section>
      </div>
      <div className={classes.sign}>
        {terms.name === null || userId === undefined ? (
          <WayToSign datasetId={datasetId} />
        ) : (
          <SignForm
            // What is agreed to is another text.
            key={terms.id}
            signing={signing}
            terms={terms}
            name={terms.name}
            userId={userId}
            onChanged={() => load(terms.text)}
          />
        )}
      </div>
    </div>
  );
}

/** Access.md, "Terms as evidence": the text in full, what is new in it, and signing it; then, that it is signed. */
export function TermsPanel({ signing }: { signing: Open }) {
  const visitor = useVisitor();
  const userId = visitor.kind === 'signed in' ? visitor.user.id : undefined;
  if (signing.signed) return <SignedNote signing={signing} signed={signing.signed} />;
  // Of another person, nothing stays.
  return <Terms key={userId} signing={signing} userId={userId} />;
}
