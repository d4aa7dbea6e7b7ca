import { ActionIcon, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { tRecalls } from '#texts/recalls';
import { openRecall, type RecallableFile } from '../../../../contract/recalls.ts';
import { call } from '../../../api/call.ts';
import { formatSizeShort, shortHash } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialogForm } from '../../layout/call-dialog.tsx';
import styles from '../recalls/recalls.module.css';
import { recallableQuery, recallPath, useRefreshRecalls } from '../recalls/recalls.query.ts';
import type { About } from './asked.ts';

const words = tRecalls.choose;

const keyOf = ({ path, sha256 }: Pick<RecallableFile, 'path' | 'sha256'>): string => `${sha256} ${path}`;

interface Props {
  about: About;
  onClose(): void;
  onDone(): void;
}

/** Chooses the files of a recall, and goes on to who has them. */
export function RecallForm({ about, onClose, onDone }: Props) {
  const refresh = useRefreshRecalls();
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly RecallableFile[]>([]);
  const { form, ...sending } = useCallForm({
    initial: { which: 'some' },
    check: ({ which }) =>
      which === 'some' && files.length === 0 ? [{ path: 'files', message: words.missing }] : [],
    async send({ which }) {
      const body =
        which === 'all'
          ? { whole: true as const }
          : { files: files.map(({ path, sha256 }) => ({ path, sha256 })) };
      const { id } = await call(openRecall, { params: { id: about.id }, body });
      await refresh();
      onDone();
      await navigate(recallPath(id));
    },
  });
  const { which } = form.values;
  return (
    <CallDialogForm {...sending} submit={words.submit} onClose={onClose}>
      <Text size="sm">{words.what}</Text>
      <Radio.Group
        aria-label={words.action}
        value={which}
        onChange={(value) => form.setFieldValue('which', value as never)}
      >
        <Stack gap="xs">
          <Radio value="some" label={words.some} />
          <Radio value="all" label={words.whole} />
        </Stack>
      </Radio.Group>
      {which === 'some' && <ChooseFiles id={about.id} files={files} onFiles={setFiles} />}
    </CallDialogForm>
  );
}

interface ChooseProps {
  id: string;
  files: readonly RecallableFile[];
  onFiles(files: RecallableFile[]): void;
}

/** Files found by a part of their paths; each press takes one. */
function ChooseFiles({ id, files, onFiles }: ChooseProps) {
  const [keyword, setKeyword] = useState('');
  const found = useQuery(recallableQuery(id, keyword.trim()));
  const { list = [], count = 0 } = found.data ?? {};
  const chosen = new Set(files.map(keyOf));
  return (
    <>
      <TextInput
        label={words.find}
        description={words.findHint}
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {found.isError ? (
        <Text size="sm" c="error" role="alert">
          {words.findFailed}
        </Text>
      ) : found.isPending ? (
        <Skeleton height={120} aria-busy />
      ) : list.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.findNone}
        </Text>
      ) : (
        <ul className={styles.files} aria-label={words.offered}>
          {list
            .filter((file) => !chosen.has(keyOf(file)))
            .map((file) => (
              <li key={keyOf(file)}>
                <button type="button" className={styles.pick} onClick={() => onFiles([...files, file])}>
                  {file.path}
                </button>
                <Facts {...file} />
              </li>
            ))}
        </ul>
      )}
      {count > list.length && (
        <Text size="sm" c="dimmed">
          {words.findMore(count - list.length)}
        </Text>
      )}
      {files.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {words.chosen}
          </Text>
          <ul className={styles.files} aria-label={words.chosen}>
            {files.map((file) => (
              <li key={keyOf(file)}>
                <span className={styles.path}>{file.path}</span>
                <span className={styles.end}>
                  <Facts {...file} />
                  <ActionIcon
                    variant="subtle"
                    color="neutral"
                    aria-label={words.remove(file.path)}
                    onClick={() => onFiles(files.filter((one) => one !== file))}
                  >
                    <Icon name="cross" />
                  </ActionIcon>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Of several files of one path, the hash tells which. */
const Facts = ({ size, state, sha256 }: RecallableFile) => (
  <span className={styles.muted} title={`SHA-256 ${sha256}`}>
    {[formatSizeShort(size), shortHash(sha256), ...(state === 'former' ? [words.former] : [])].join(' · ')}
  </span>
);
