import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { en } from '../../../texts/en-reading.ts';
import controls from '../../ui/controls.module.css';
import type { CommandPanelProps } from './command-panel.tsx';
import type { Row } from './rows.ts';

/** Look, "Pages": the commands of a row. Their code is fetched when somebody wants to see them. */
export function CommandLine({ row }: { row: Row }) {
  const [Panel, setPanel] = useState<ComponentType<CommandPanelProps>>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    import('./command-panel.tsx').then(
      ({ CommandPanel }) => setPanel(() => CommandPanel),
      () => setFailed(true),
    );
  }, []);
  useEffect(load, [load]);

  if (row.downloadUrl === undefined || row.inspectionUrl === undefined) return null;
  if (failed) {
    return (
      <div role="alert">
        <p>{en.detail.commandFailed}</p>
        <button className={controls.button} type="button" onClick={load}>
          {en.reading.retry}
        </button>
      </div>
    );
  }
  if (!Panel) return <div aria-busy="true" />;
  return (
    <Panel
      name={row.name}
      pending={row.sha256 === null}
      file={{
        fileName: row.fileName,
        url: location.origin + row.downloadUrl,
        sumUrl: location.origin + row.inspectionUrl,
      }}
    />
  );
}
