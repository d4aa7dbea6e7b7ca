import { Anchor, Button, Group, Textarea, TextInput } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { tAccount } from '#texts/account';
import { tProblems } from '#texts/problems';
import { type Dataset, getDataset } from '../../../../contract/catalogue.ts';
import { reportProblem } from '../../../../contract/problem-reports.ts';
import type { UserInfo } from '../../../../contract/session.ts';
import { call } from '../../../api/call.ts';
import { loginReturningTo, paths } from '../../../paths.ts';
import { useVisitor } from '../../../session/user.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing, withoutEmpty } from '../../../ui/mantine/form/form-errors.ts';
import { RestoredNote } from '../../../ui/mantine/form/restored-note.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';
import { Region } from '../region.tsx';
import { SignedInOnly } from '../signed-in-only.tsx';
import { useLoaded } from '../use-loaded.ts';

const words = tProblems.report;

interface FormProps {
  dataset: Dataset;
  user: UserInfo;
  file: string;
  onSent(): void;
}

/** What is wrong, and with which file; who writes is known. */
function ReportForm({ dataset, user, file, onSent }: FormProps) {
  const { field, problems, busy, onSubmit, kept } = useCallForm({
    initial: { file, message: '' },
    // Keyed by user: another person on this device must not see it.
    draft: `problem:${user.id}:${dataset.id}`,
    check: (values) => missing(values, { message: words.missing }),
    async send({ file, message }) {
      await call(reportProblem, { body: { datasetId: dataset.id, message, ...withoutEmpty({ file }) } });
      onSent();
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <RestoredNote kept={kept} />
      <ErrorSummary problems={problems} />
      <TextInput
        {...field('file')}
        label={words.file}
        description={words.fileHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
      />
      <Textarea
        {...field('message')}
        label={words.message}
        description={words.messageHint}
        autoComplete="off"
        autosize
        minRows={6}
        maxRows={16}
        maxLength={5_000}
        size="md"
      />
      <p className={styles.hint}>{words.answerTo(user.email)}</p>
      <Button type="submit" size="md" loading={busy} fullWidth>
        {words.submit}
      </Button>
    </form>
  );
}

function Sent({ email, onAnother }: { email: string; onAnother(): void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.form}>
      <div className={styles.note} role="status">
        <h2 className={styles.sent} ref={title} tabIndex={-1}>
          {words.sent}
        </h2>
        <p className={styles.sentWhy}>{words.sentWhy(email)}</p>
      </div>
      <Group>
        <Button variant="default" onClick={onAnother}>
          {words.another}
        </Button>
      </Group>
    </div>
  );
}

function Report({ dataset, user, file }: Omit<FormProps, 'onSent'>) {
  const [sent, setSent] = useState(false);
  return (
    <>
      <p className={styles.intro}>{words.about(`${dataset.name} ${dataset.version}`)}</p>
      {user.status === 'suspended' || user.status === 'rejected' ? (
        <p>{words.refused}</p>
      ) : sent ? (
        <Sent email={user.email} onAnother={() => setSent(false)} />
      ) : (
        <ReportForm dataset={dataset} user={user} file={file} onSent={() => setSent(true)} />
      )}
      <p className={styles.aside}>
        <Anchor href={paths.datasetDetail(dataset.id)}>{words.back}</Anchor>
      </p>
    </>
  );
}

function ForDataset({ datasetId, file, user }: { datasetId: string; file: string; user: UserInfo }) {
  const load = useCallback(
    async (signal: AbortSignal) => (await call(getDataset, { params: { id: datasetId }, signal })).dataset,
    [datasetId],
  );
  const loaded = useLoaded(load);
  return (
    <Region loaded={loaded} failed={words.failed} lines={6}>
      {(dataset) => <Report dataset={dataset} user={user} file={file} />}
    </Region>
  );
}

/** access.md "Report a problem": from a dataset's page, privately. Who has no session signs in first and returns. */
export function Component() {
  const [search] = useSearchParams();
  const visitor = useVisitor();
  const datasetId = search.get('dataset');
  if (datasetId === null || datasetId === '') {
    return (
      <AccountFrame title={words.title} intro={words.none}>
        <p className={styles.aside}>
          <Anchor href={paths.home}>{tAccount.own.downloads.browse}</Anchor>
        </p>
      </AccountFrame>
    );
  }
  if (visitor.kind === 'anonymous') {
    return (
      <AccountFrame title={words.title} intro={words.signIn}>
        <Group mt="lg">
          <Button component="a" href={loginReturningTo(`${paths.reportProblem}?${search}`)}>
            {tAccount.signIn}
          </Button>
        </Group>
        <p className={styles.aside}>
          <Anchor href={paths.datasetDetail(datasetId)}>{words.back}</Anchor>
        </p>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={words.title}>
      <SignedInOnly>
        {(user) => <ForDataset datasetId={datasetId} file={search.get('file') ?? ''} user={user} />}
      </SignedInOnly>
    </AccountFrame>
  );
}
