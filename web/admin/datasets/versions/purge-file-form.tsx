import { Checkbox, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tLists } from '#texts/lists';
import { tVersions } from '#texts/versions';
import { type previewPurgeFile, purgeFile } from '../../../../contract/dataset-versions.ts';
import type { DataOf } from '../../../../contract/endpoint.ts';
import { call } from '../../../api/call.ts';
import { formatSizeShort, plural } from '../../../ui/format.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialogForm } from '../../layout/call-dialog.tsx';
import { useRefreshDatasets } from '../datasets.query.ts';
import type { About } from './asked.ts';
import styles from './versions.module.css';
import { foundFilesQuery, purgeFilePreviewQuery } from './versions.query.ts';

const { purge: shared, purgeFile: words, state } = tVersions;

type Preview = DataOf<typeof previewPurgeFile>;

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface Props {
  about: About;
  onClose(): void;
  onDone(): void;
}

/** Removes the bytes of one file of a frozen version for ever. Owners only. */
export function PurgeFileForm({ about, onClose, onDone }: Props) {
  const refresh = useRefreshDatasets();
  const [keyword, setKeyword] = useState('');
  const [path, setPath] = useState('');
  const [also, setAlso] = useState<readonly string[]>([]);
  const preview = useQuery(purgeFilePreviewQuery(about.id, path));
  const name = fileNameOf(path);
  const { field, ...sending } = useCallForm({
    initial: { reason: '', typed: '' },
    check: (values) => [
      ...missing(values, { reason: shared.reasonMissing }),
      ...(values.typed.trim() === name ? [] : [{ path: 'typed', message: shared.typedWrong(name) }]),
    ],
    async send({ reason }) {
      const { removed } = await call(purgeFile, {
        params: { id: about.id },
        body: { path, reason, also: [...also] },
      });
      notifications.show({
        color: 'ok',
        message: removed ? words.done(name) : words.doneHere(name),
      });
      await refresh();
      onDone();
    },
  });
  return (
    <CallDialogForm
      {...sending}
      submit={shared.submit}
      color="error"
      // Who else holds the bytes must have been seen.
      disabled={preview.data === undefined}
      onClose={onClose}
    >
      <Text size="sm">
        {shared.what} {words.stays}
      </Text>
      {path === '' ? (
        <ChooseFile id={about.id} keyword={keyword} onKeyword={setKeyword} onChoose={setPath} />
      ) : (
        <Chosen
          path={path}
          preview={preview.data}
          failed={preview.isError ? preview.error.message : undefined}
          onOther={() => {
            setPath('');
            setAlso([]);
          }}
        />
      )}
      {preview.data && (
        <>
          <Others preview={preview.data} also={also} onAlso={setAlso} />
          <Textarea {...field('reason')} label={shared.reason} description={words.reasonHint} rows={2} />
          <TextInput {...field('typed')} label={shared.typed(name)} autoComplete="off" spellCheck={false} />
        </>
      )}
    </CallDialogForm>
  );
}

/** What takes the focus in the place of what had it. */
function useFocused<Of extends HTMLElement>() {
  const ref = useRef<Of>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}

interface ChooseProps {
  id: string;
  keyword: string;
  onKeyword(keyword: string): void;
  onChoose(path: string): void;
}

/** The file, found by a part of its name. */
function ChooseFile({ id, keyword, onKeyword, onChoose }: ChooseProps) {
  const found = useQuery(foundFilesQuery(id, keyword.trim()));
  const { list = [], count = 0 } = found.data ?? {};
  const field = useFocused<HTMLInputElement>();
  return (
    <>
      <TextInput
        ref={field}
        label={words.find}
        description={words.findHint}
        value={keyword}
        onChange={(event) => onKeyword(event.currentTarget.value)}
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
        <ul className={styles.offered} aria-label={words.choose}>
          {list.map(({ path, size, purged }) => (
            <li key={path}>
              {purged ? (
                <span className={styles.path}>{path}</span>
              ) : (
                <button type="button" className={styles.other} onClick={() => onChoose(path)}>
                  {path}
                </button>
              )}
              <span className={styles.size}>{purged ? words.already : formatSizeShort(size)}</span>
            </li>
          ))}
        </ul>
      )}
      {count > list.length && (
        <Text size="sm" c="dimmed">
          {words.findMore(count - list.length)}
        </Text>
      )}
    </>
  );
}

interface ChosenProps {
  path: string;
  preview: Preview | undefined;
  failed: string | undefined;
  onOther(): void;
}

/** The file that goes, and what goes with it. */
function Chosen({ path, preview, failed, onOther }: ChosenProps) {
  const other = useFocused<HTMLButtonElement>();
  return (
    <div>
      <Text size="sm" fw={600} className={styles.path}>
        {path}
      </Text>
      {preview && (
        <Text size="sm" c="dimmed" className={styles.path}>
          {formatSizeShort(preview.size)} · SHA-256 {preview.sha256}
        </Text>
      )}
      {preview && preview.same.length > 0 && (
        <Text size="sm" className={styles.path}>
          {words.same(preview.same.slice(0, 5).join(', '), Math.max(0, preview.same.length - 5))}
        </Text>
      )}
      {failed !== undefined && (
        <Text size="sm" c="error" role="alert">
          {failed}
        </Text>
      )}
      {!preview && failed === undefined && <Skeleton height={20} aria-busy />}
      <button ref={other} type="button" className={styles.other} onClick={onOther}>
        {words.other}
      </button>
    </div>
  );
}

interface OthersProps {
  preview: Preview;
  also: readonly string[];
  onAlso(also: string[]): void;
}

/** The other versions that hold the bytes; a ticked one loses them too. */
function Others({ preview, also, onAlso }: OthersProps) {
  const { versions } = preview;
  if (versions.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {shared.sharingNone}
      </Text>
    );
  return (
    <Checkbox.Group label={words.sharing} description={words.sharingHint} value={[...also]} onChange={onAlso}>
      <div className={styles.sharing}>
        {versions.map(({ id, version, status, frozen, trashed, files }) => (
          <Checkbox
            key={id}
            value={id}
            label={words.sharingOf(
              version,
              trashed ? words.inTrash : frozen ? shared.frozenToo : state[status],
            )}
            description={
              trashed
                ? words.trashedGoes
                : files === 0
                  ? words.formerGoes
                  : frozen
                    ? words.lineStays
                    : words.takenOut(plural(files, ...tLists.file))
            }
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
