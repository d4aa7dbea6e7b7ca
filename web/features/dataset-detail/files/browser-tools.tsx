import { type FormEvent, useId, useState } from 'react';
import { tDataset } from '#texts/dataset';
import type { Dataset } from '../../../../contract/catalogue.ts';
import type { FileEntry } from '../../../../contract/files.ts';
import type { FilesQuery } from '../../../../contract/files-query.ts';
import type { VersionOf } from '../../../../contract/releases.ts';
import { FailedPart } from '../../../reading/failed-part.tsx';
import controls from '../../../ui/controls.module.css';
import { formatCount } from '../../../ui/format.ts';
import { useLazy } from '../../../ui/use-lazy.ts';
import classes from './file-browser.module.css';
import type { Handed } from './file-row.tsx';
import type { ListCommandsProps } from './list-commands-panel.tsx';

const { files: words } = tDataset;

interface Props {
  dataset: Dataset;
  versions: readonly VersionOf[];
  query: FilesQuery;
  handed: Handed;
  /** It is not known yet whether there will be commands; their room is kept. */
  coming: boolean;
  chosen: ReadonlyMap<string, FileEntry>;
  onClear: () => void;
  onFind: (words: string) => void;
}

const load = async () => (await import('./list-commands-panel.tsx')).ListCommandsPanel;

function Commands(props: ListCommandsProps) {
  const { Component: Panel, failed, retry } = useLazy<ListCommandsProps>(load);
  if (failed) return <FailedPart words={tDataset.access.commandFailed} retry={retry} />;
  return Panel ? <Panel {...props} /> : <div aria-busy="true" />;
}

/** The search below the folder (a form, which works without script), and the commands for what is shown or chosen. */
export function BrowserTools({ dataset, versions, query, handed, coming, chosen, onClear, onFind }: Props) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onFind(String(new FormData(event.currentTarget).get('find') ?? '').trim());
  };
  return (
    <>
      <search className={classes.search}>
        <form onSubmit={find} action="">
          {query.folder !== '' && <input type="hidden" name="folder" value={query.folder} />}
          <input
            // Another place, another search.
            key={`${query.folder} ${query.find}`}
            className={classes.field}
            type="search"
            name="find"
            aria-label={query.folder === '' ? words.find : words.findIn(query.folder)}
            placeholder={words.find}
            defaultValue={query.find}
          />
          <button className={controls.button} type="submit">
            {words.search}
          </button>
        </form>
      </search>
      <div className={classes.commandBar} data-coming={coming ? '' : undefined}>
        {handed.kind === 'links' && (
          <button
            className={controls.button}
            type="button"
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => setOpen(!open)}
          >
            {chosen.size > 0 ? words.commandsChosen(formatCount(chosen.size)) : words.commands}
          </button>
        )}
        {handed.kind === 'links' && chosen.size > 0 && (
          <button className={controls.button} type="button" onClick={onClear}>
            {words.clear}
          </button>
        )}
      </div>
      {open && handed.kind === 'links' && (
        <div className={classes.commands} id={panel}>
          <Commands
            dataset={dataset}
            versions={versions}
            folder={query.folder}
            handed={handed}
            chosen={chosen}
          />
        </div>
      )}
    </>
  );
}
