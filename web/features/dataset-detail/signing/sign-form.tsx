import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { tSigning as words } from '#texts/signing';
import type { FieldError } from '../../../../contract/envelope.ts';
import { signTerms, type TermsToSign } from '../../../../contract/signing.ts';
import { CallError, call } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { dropDraft } from '../../../session/drafts.ts';
import { refreshVisitor } from '../../../session/user.ts';
import controls from '../../../ui/controls.module.css';
import { formatSizeShort } from '../../../ui/format.ts';
import { bringLinks } from './bring-links.ts';
import classes from './sign-form.module.css';
import { draftKey, type Open, typeName } from './signing.ts';
import { useNameDraft } from './use-name-draft.ts';

interface Props {
  signing: Open;
  terms: TermsToSign;
  /** As the account has it. */
  name: string;
  userId: string;
  /** The text is not to be signed any more: loads the one that is. */
  onChanged: () => Promise<void>;
}

/** What is wrong with a field, by its name; under '' what is wrong with none of them. */
type Problems = Partial<Record<'name' | 'agreed' | '', string>>;

function problemsOf({ errors, ...failure }: { errors: readonly FieldError[]; msg: string }): Problems {
  const of = (path: string) => errors.find((error) => error.path === path)?.message;
  const [name, agreed] = [of('name'), of('agreed')];
  if (name === undefined && agreed === undefined) return { '': failureWords(failure) };
  return { ...(name !== undefined && { name }), ...(agreed !== undefined && { agreed }) };
}

const Problem = ({ id, words: said }: { id: string; words: string | undefined }) =>
  said !== undefined && (
    <p className={classes.problem} id={id}>
      {said}
    </p>
  );

/** The typed name, the tick, and what signing leads to: the download that was asked for, or the page's links. */
export function SignForm({ signing, terms, name, userId, onChanged }: Props) {
  const { datasetId, opener } = signing;
  const [agreed, setAgreed] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const keepName = useNameDraft(signing, userId);
  const id = useId();

  const show = (found: Problems) => {
    setProblems(found);
    const field = (['name', 'agreed'] as const).find((each) => found[each] !== undefined);
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };

  async function send(download: boolean): Promise<void> {
    const typed = signing.name.trim();
    const missing: Problems = {
      ...(typed === '' && { name: words.missing.name }),
      ...(!agreed && { agreed: words.missing.agreed }),
    };
    if (Object.keys(missing).length > 0) return show(missing);
    setProblems({});
    setBusy(true);
    // The session may have ended.
    keepName();
    try {
      const { title, version } = await call(signTerms, {
        params: { id: datasetId },
        body: { terms: terms.id, name: typed, agreed: true },
      });
      void dropDraft(draftKey(datasetId, userId));
      await bringLinks({ datasetId, opener, signed: { title, version }, revalidate, download });
    } catch (error) {
      const code = error instanceof CallError ? error.code : undefined;
      show(problemsOf(error instanceof CallError ? error : { msg: String(error), errors: [] }));
      // The account's standing has changed meanwhile; or the dataset asks for no terms any more.
      if (code === 403) void refreshVisitor();
      if (code === 404) void revalidate();
      if (code === 409) await onChanged();
    } finally {
      setBusy(false);
    }
  }

  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const only = event.nativeEvent.submitter?.hasAttribute('data-only') === true;
    if (!busy) void send(opener.size !== undefined && !only);
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate ref={form} aria-labelledby="terms-title">
      <div className={classes.field}>
        <label htmlFor={`${id}name`}>
          {words.name} <strong>{name}</strong>
        </label>
        <input
          className={classes.input}
          id={`${id}name`}
          name="name"
          autoComplete="name"
          maxLength={200}
          required
          value={signing.name}
          onChange={(event) => typeName(datasetId, event.target.value)}
          aria-invalid={problems.name !== undefined}
          aria-describedby={problems.name === undefined ? undefined : `${id}no-name`}
        />
        <Problem id={`${id}no-name`} words={problems.name} />
      </div>
      <div className={classes.field}>
        <label className={classes.tick}>
          <input
            type="checkbox"
            name="agreed"
            required
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
            aria-invalid={problems.agreed !== undefined}
            aria-describedby={problems.agreed === undefined ? undefined : `${id}not-agreed`}
          />
          {words.agree}
        </label>
        <Problem id={`${id}not-agreed`} words={problems.agreed} />
      </div>
      <p className={classes.kept}>{words.kept}</p>
      <div role="alert">
        <Problem id={`${id}problem`} words={problems['']} />
      </div>
      <div className={classes.actions}>
        <button className={controls.primary} type="submit" aria-disabled={busy}>
          {opener.size === undefined ? words.sign : words.signAndDownload(formatSizeShort(opener.size))}
        </button>
        {opener.size !== undefined && (
          <button className={controls.button} type="submit" aria-disabled={busy} data-only="">
            {words.signOnly}
          </button>
        )}
      </div>
      <p className={classes.kept} role="status">
        {busy && words.signing}
      </p>
    </form>
  );
}
