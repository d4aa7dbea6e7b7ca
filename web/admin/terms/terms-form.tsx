import { Button, Radio, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { t } from '#texts';
import { tAdminTerms } from '#texts/admin-terms';
import { addTerms, type OneTerms, updateTerms } from '../../../contract/terms.ts';
import { CallError, call } from '../../api/call.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import prose from '../../ui/prose.module.css';
import { CallDialogForm } from '../layout/call-dialog.tsx';
import forms from '../layout/form.module.css';
import { useUnsavedGuard } from '../unsaved.ts';
import styles from './terms.module.css';
import { newestOf, termsQuery, useRefreshTerms } from './terms.query.ts';
import { checkTerms } from './terms-values.ts';
import { TextField } from './text-field.tsx';

const words = tAdminTerms.form;

/** Asks whether unsaved text may go; without any it may. */
export type Leave = (() => Promise<boolean>) | undefined;

interface Props {
  /** The set to change; absent: a new one. */
  terms?: OneTerms;
  /** Set while the form is there. */
  leave: RefObject<Leave>;
  /** Called with the id of the set. */
  onDone(id: string): void;
  onCancel(): void;
}

const sureToLeave = () =>
  confirm({
    title: t.admin.unsaved.title,
    message: words.leave,
    confirmLabel: t.admin.unsaved.leave,
    cancelLabel: t.admin.unsaved.stay,
    danger: true,
  });

/** Writes terms. Once a set is used, what is written is fixed, and a change makes a new version of it. */
export function TermsForm({ terms, leave, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const refresh = useRefreshTerms();
  // What is written is based on; somebody else may save another version meanwhile.
  const [base, setBase] = useState(terms);
  const [newer, setNewer] = useState<OneTerms>();
  const before = base && newestOf(base);
  const asksAgain = base?.used === true;

  const { form, field, show, ...sending } = useCallForm({
    initial: { title: before?.title ?? '', text: before?.text ?? '', signAgain: '' },
    draft: before ? `terms:${before.id}` : 'terms:new',
    check: (values) => checkTerms(values, asksAgain ? before : undefined),
    async send({ title, text, signAgain }) {
      const made =
        base && before
          ? await call(updateTerms, {
              params: { id: base.id },
              // Not asked of what nobody uses: without an answer, the server refuses what somebody has begun to use.
              body: {
                title,
                text,
                version: before.version,
                ...(signAgain === '' ? {} : { signAgain: signAgain === 'yes' }),
              },
            }).catch(async (error: unknown) => {
              if (error instanceof CallError && error.code === 409) await lookAgain(base.id, before.version);
              throw error;
            })
          : await call(addTerms, { body: { title, text } });
      client.setQueryData(termsQuery(made.id).queryKey, made);
      const { version } = newestOf(made);
      notifications.show({
        color: 'ok',
        message: version === 1 ? words.saved(title) : words.savedAs(title, version),
      });
      await refresh();
      onDone(made.id);
    },
  });
  useUnsavedGuard(form.isDirty());

  const lookAgain = async (id: string, known: number): Promise<void> => {
    const now = await client.fetchQuery({ ...termsQuery(id), staleTime: 0 }).catch(() => undefined);
    if (!now) return;
    if (newestOf(now).version !== known) setNewer(now);
    // In use meanwhile: the question comes into the form, and the words stay.
    else setBase(now);
  };

  useEffect(() => {
    leave.current = async () => {
      if (!form.isDirty()) return true;
      const sure = await sureToLeave();
      if (sure) sending.kept.drop();
      return sure;
    };
    return () => {
      leave.current = undefined;
    };
  });

  return (
    <CallDialogForm
      {...sending}
      submit={asksAgain && before ? words.saveAs(before.version + 1) : t.admin.save}
      onClose={onCancel}
    >
      {newer && (
        <Newer
          terms={newer}
          onGoOn={() => {
            setBase(newer);
            setNewer(undefined);
            show([]);
          }}
        />
      )}
      {before && <p className={forms.note}>{asksAgain ? words.used(before.version + 1) : words.notUsed}</p>}
      <TextInput {...field('title')} label={words.title} description={words.titleHint} data-autofocus />
      <TextField field={field('text')} text={form.values.text} problems={sending.problems} />
      {asksAgain && (
        <Radio.Group {...field('signAgain')} label={words.again} description={words.againHint}>
          <div className={styles.choices}>
            <Radio required value="yes" label={words.yes} description={words.yesHint} />
            <Radio required value="no" label={words.no} description={words.noHint} />
          </div>
        </Radio.Group>
      )}
    </CallDialogForm>
  );
}

/** What somebody else has saved since the form was opened. */
function Newer({ terms, onGoOn }: { terms: OneTerms; onGoOn(): void }) {
  const { version, html } = newestOf(terms);
  return (
    <div className={styles.newer} role="status">
      <p>{words.newer(version)}</p>
      <details className={styles.details}>
        <summary>{words.newerText(version)}</summary>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
        <div className={`${prose.prose} ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
      </details>
      <div>
        <Button size="xs" variant="default" onClick={onGoOn}>
          {words.goOn(version)}
        </Button>
      </div>
    </div>
  );
}
