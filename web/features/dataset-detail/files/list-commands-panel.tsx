import { useId, useState } from 'react';
import { tDataset } from '#texts/dataset';
import type { Dataset } from '../../../../contract/catalogue.ts';
import { fileUrl } from '../../../../contract/file-url.ts';
import type { FileEntry } from '../../../../contract/files.ts';
import { getManifest } from '../../../../contract/manifest.ts';
import type { VersionOf } from '../../../../contract/releases.ts';
import { fillPath, queryString } from '../../../api/address.ts';
import { formatCount } from '../../../ui/format.ts';
import { CommandPanel } from '../command-panel.tsx';
import classes from './file-browser.module.css';
import type { Handed } from './file-row.tsx';
import { type FileLists, listCommandFor } from './list-commands.ts';

const { files: words } = tDataset;

export interface ListCommandsProps {
  dataset: Dataset;
  versions: readonly VersionOf[];
  folder: string;
  handed: Handed & { kind: 'links' };
  chosen: ReadonlyMap<string, FileEntry>;
}

/** Commands for the chosen files; without any, for the folder that is shown, or what is new in it since a version. */
export function ListCommandsPanel({ dataset, versions, folder, handed, chosen }: ListCommandsProps) {
  const [since, setSince] = useState('');
  const id = useId();
  // They are newest first: nothing is new since a later one.
  const older = versions
    .slice(versions.findIndex((version) => version.id === dataset.id) + 1)
    .filter(({ status }) => status === 'published');
  const { ticket, release } = handed;
  const manifest = (format: 'aria2' | 'sha256', only = '') =>
    location.origin +
    fillPath(getManifest.path, { id: dataset.id }) +
    queryString({ format, since, prefix: folder, only, token: ticket });
  const lists: FileLists =
    chosen.size > 0
      ? {
          files: [...chosen.values()].map(({ path, sha256 = '' }) => ({
            path,
            sha256,
            url: location.origin + fileUrl(dataset.id, path, { token: ticket, release }),
          })),
        }
      : { listUrl: manifest('aria2'), sumsUrl: manifest('sha256', 'fetchable') };
  const name =
    chosen.size > 0
      ? words.chosen(formatCount(chosen.size))
      : folder === ''
        ? words.allOf(`${dataset.name} ${dataset.version}`)
        : words.folderOf(folder);
  return (
    <>
      <p className={classes.scope}>
        <span>{name}</span>
        {chosen.size === 0 && older.length > 0 && (
          <label htmlFor={id}>
            {words.which}
            <select id={id} value={since} onChange={(event) => setSince(event.target.value)}>
              <option value="">{words.everything}</option>
              {older.map(({ version }) => (
                <option key={version} value={version}>
                  {words.newSince(version)}
                </option>
              ))}
            </select>
          </label>
        )}
      </p>
      <CommandPanel
        name={name}
        commandFor={(tool) => listCommandFor(tool, lists)}
        note={chosen.size === 0 && since !== '' ? words.commandNoteSince(since) : words.commandNote}
      />
    </>
  );
}
