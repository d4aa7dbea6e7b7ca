import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#texts/reading';
import { tReviewer } from '#texts/reviewer';
import { fileUrl } from '../../../contract/file-url.ts';
import { type FileEntry, listFiles } from '../../../contract/files.ts';
import { getManifest, manifestFormats } from '../../../contract/manifest.ts';
import { fillPath, queryString } from '../../api/address.ts';
import { CallError, call, type DataOf } from '../../api/call.ts';
import { failureWords } from '../../api/failure-words.ts';
import { formatCount, formatSizeShort, plural } from '../../ui/format.ts';
import styles from './review.module.css';

const words = tReviewer.guest;
const PER_PAGE = 100;

interface Props {
  datasetId: string;
  token: string;
}

type Tree = DataOf<typeof listFiles>;

/** The folders that a path goes through, the top one first. */
const stepsOf = (folder: string): string[] =>
  folder === '' ? [''] : ['', ...folder.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))];

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface EntryProps {
  entry: FileEntry;
  datasetId: string;
  tree: Tree;
  onOpen(folder: string): void;
}

function Entry({ entry, datasetId, tree, onOpen }: EntryProps) {
  const { type, path, size, fileCount, purged } = entry;
  const { ticket, release } = tree;
  const name = lastOf(path);
  const url =
    ticket !== undefined && type === 'file' && !purged
      ? fileUrl(datasetId, path, { token: ticket, ...(release !== null && { release }) })
      : undefined;
  return (
    <tr>
      <td>
        {type === 'folder' ? (
          <button type="button" className={styles.folder} onClick={() => onOpen(path)}>
            {name}/
          </button>
        ) : (
          name
        )}
      </td>
      <td className={styles.size}>
        {fileCount !== undefined && `${plural(fileCount, ...t.detail.file)} · `}
        {formatSizeShort(size)}
      </td>
      <td>
        {url && (
          <a href={url} aria-label={words.downloadOf(name, formatSizeShort(size))}>
            {words.download}
          </a>
        )}
        {purged && <span className={styles.quiet}>{words.removed}</span>}
      </td>
    </tr>
  );
}

/** The files of the version, a folder at a time, and the lists of all of them. */
export function ReviewedFiles({ datasetId, token }: Props) {
  const [folder, setFolder] = useState('');
  const [pages, setPages] = useState<readonly Tree[]>([]);
  const [wanted, setWanted] = useState(1);
  const [failed, setFailed] = useState<string>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const left = new AbortController();
    const query = { prefix: folder, pageIndex: wanted, pageSize: PER_PAGE };
    setFailed(undefined);
    call(listFiles, {
      params: { id: datasetId },
      query,
      guest: token,
      quiet: true,
      signal: left.signal,
    }).then(
      (tree) => setPages((before) => (wanted === 1 ? [tree] : [...before, tree])),
      (error: unknown) => {
        if (!left.signal.aborted)
          setFailed(error instanceof CallError ? failureWords(error) : words.filesFailed);
      },
    );
    return () => left.abort();
  }, [datasetId, token, folder, wanted, attempt]);

  const open = (path: string) => {
    setFolder(path);
    setWanted(1);
  };
  const tree = pages.at(-1);
  const entries = pages.flatMap(({ list }) => list);

  if (failed !== undefined)
    return (
      <p role="alert">
        {words.filesFailed} {failed}{' '}
        <Button variant="default" size="xs" onClick={() => setAttempt(attempt + 1)}>
          {t.reading.retry}
        </Button>
      </p>
    );
  if (!tree) return <div className={styles.waiting} aria-busy="true" />;
  if (tree.totals.files === 0) return <p className={styles.quiet}>{words.noFiles}</p>;
  const { ticket } = tree;
  return (
    <>
      <nav className={styles.path} aria-label={words.folder}>
        {stepsOf(folder).map((step) =>
          step === folder ? (
            <span key={step} aria-current="true">
              {step === '' ? words.top : lastOf(step)}
            </span>
          ) : (
            <button key={step} type="button" className={styles.folder} onClick={() => open(step)}>
              {step === '' ? words.top : lastOf(step)}
            </button>
          ),
        )}
      </nav>
      <table className={styles.files} aria-label={words.files}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col" className={styles.size}>
              {words.size}
            </th>
            <th scope="col">{words.get}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry
              key={`${entry.type} ${entry.path}`}
              entry={entry}
              datasetId={datasetId}
              tree={tree}
              onOpen={open}
            />
          ))}
        </tbody>
      </table>
      {entries.length < tree.count && (
        <p className={styles.more}>
          <Button variant="default" onClick={() => setWanted(wanted + 1)}>
            {words.more}
          </Button>
          <span className={styles.quiet} role="status">
            {words.shown(formatCount(entries.length), formatCount(tree.count))}
          </span>
        </p>
      )}
      {ticket !== undefined && (
        <p className={styles.lists}>
          {words.lists}:{' '}
          {manifestFormats.map((format) => (
            <a
              key={format}
              href={fillPath(getManifest.path, { id: datasetId }) + queryString({ format, token: ticket })}
            >
              {format}
            </a>
          ))}
        </p>
      )}
    </>
  );
}
