import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { tRequests as words } from '#texts/requests';
import {
  type OwnRequest,
  type RequestQuestion,
  saveRequest,
  submitRequest,
} from '../../../../contract/requests.ts';
import type { UserInfo } from '../../../../contract/session.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { fullName } from '../../../session/user.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { RestoredNote } from '../../../ui/mantine/form/restored-note.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { PurposeField } from '../purpose-field.tsx';
import { FileQuestion } from './file-question.tsx';
import { QuestionField } from './question-field.tsx';
import styles from './request.module.css';
import {
  bodyOf,
  carriedOver,
  checkRequest,
  fieldOf,
  isOutdated,
  type RequestValues,
  toFields,
  valuesOf,
} from './request-values.ts';
import { useAutosave } from './use-autosave.ts';

interface Props {
  datasetId: string;
  request: OwnRequest;
  user: UserInfo;
  /** What was typed into the form as it was before. */
  typed?: RequestValues | undefined;
  onSent(request: OwnRequest): void;
  /** Loads the form again, and gives it what is typed. */
  onAgain(typed: RequestValues): Promise<void>;
}

/** What the laboratory sees of the account, so that nobody types it again. */
const Known = ({ user }: { user: UserInfo }) => (
  <div className={styles.known}>
    <p>{words.knows}</p>
    <p>
      <strong>{fullName(user)}</strong> · {user.email} · {user.affiliation}
    </p>
    <a href={paths.account}>{words.account}</a>
  </div>
);

/** One form: the purpose, from the account's application, and the laboratory's questions. */
export function RequestForm({ datasetId, request, user, typed, onSent, onAgain }: Props) {
  const { questions, status, revision } = request;
  const [outdated, setOutdated] = useState(false);
  const [loading, setLoading] = useState(false);
  const [files, setFiles] = useState(request.files);
  // Ids of the questions whose documents are on their way: sent now, the request would go without them.
  const uploading = useRef(new Set<string>());
  const isFirst = status === 'none' || status === 'draft';
  // Keyed by user: another person on this device must not see it. It outlives a session; the server's outlives the device.
  const draft = `request:${datasetId}:${user.id}`;
  const { form, field, idOf, problems, busy, onSubmit, showFailure, kept } = useCallForm({
    initial: valuesOf(request),
    draft,
    check: (values) => checkRequest(questions, values, uploading.current),
    async send(values) {
      await autosave.settle();
      const message = values.message.trim();
      const body = { ...bodyOf(questions, values), revision, ...(message !== '' && { message }) };
      try {
        onSent(await call(submitRequest, { params: { id: datasetId }, body }));
      } catch (error) {
        autosave.resume();
        setOutdated(isOutdated(error));
        throw toFields(error);
      }
    },
  });
  const autosave = useAutosave({
    values: form.values,
    dirty: form.isDirty(),
    isSaved: request.isDraft,
    async save(values) {
      const body = bodyOf(questions, values);
      try {
        await call(saveRequest, { params: { id: datasetId }, body, quiet: true });
      } catch (error) {
        if (isOutdated(error)) setOutdated(true);
        throw error;
      }
      // The message goes with the request alone; until then this device keeps it.
      form.resetDirty({ ...values, message: '' });
      await kept.rewrite();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the form is there
  useEffect(() => {
    if (typed) form.setValues(carriedOver(request, typed));
  }, []);
  const startAnew = () => {
    kept.startAnew();
    // What was restored may be saved by now, and is what a reset goes back to.
    form.setValues(valuesOf(request));
  };
  const again = async () => {
    setLoading(true);
    try {
      await autosave.settle();
      await onAgain(form.getValues());
    } catch (error) {
      autosave.resume();
      showFailure(error);
    } finally {
      setLoading(false);
    }
  };
  const label = ({ label: asked, required }: RequestQuestion) => (required ? asked : words.optional(asked));

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <RestoredNote kept={{ ...kept, startAnew }} />
      <ErrorSummary problems={problems} />
      {outdated && (
        <p className={styles.note}>
          <Button variant="default" size="sm" loading={loading} onClick={() => void again()}>
            {words.loadAgain}
          </Button>{' '}
          {words.keeps}
        </p>
      )}
      {!isFirst && (
        <Textarea
          {...field('message')}
          label={words.message}
          description={words.messageHint}
          autoComplete="off"
          rows={3}
          size="md"
        />
      )}
      <PurposeField
        field={field('purpose')}
        value={form.values.purpose}
        onChange={(value) => form.setFieldValue('purpose', value)}
        {...(isFirst && { hint: words.purpose })}
      />
      {questions.map((question) => {
        const name = fieldOf(question);
        const set = (value: string) => form.setFieldValue(name, value);
        if (question.kind !== 'file') {
          return (
            <QuestionField
              key={question.id}
              question={question}
              label={label(question)}
              field={field(name)}
              value={form.values[name] ?? ''}
              onChange={set}
            />
          );
        }
        return (
          <FileQuestion
            key={question.id}
            datasetId={datasetId}
            question={question}
            label={label(question)}
            id={idOf(name)}
            error={form.errors[name] as string | undefined}
            file={files.find(({ questionId }) => questionId === question.id)}
            onUploading={(isRunning) => uploading.current[isRunning ? 'add' : 'delete'](question.id)}
            onChange={(file) => {
              setFiles((now) => [
                ...now.filter(({ questionId }) => questionId !== question.id),
                ...(file ? [file] : []),
              ]);
              set(file?.id ?? '');
            }}
          />
        );
      })}
      <Known user={user} />
      <div className={styles.foot}>
        <Button type="submit" size="md" loading={busy}>
          {isFirst ? words.submit : words.again}
        </Button>
        <p className={styles.draft} role="status" data-failed={autosave.failed || undefined}>
          {autosave.note}
        </p>
      </div>
    </form>
  );
}
