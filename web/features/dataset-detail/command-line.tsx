import { tDataset } from '#texts/dataset';
import { FailedPart } from '../../reading/failed-part.tsx';
import { useLazy } from '../../ui/use-lazy.ts';
import { commandFor } from './commands.ts';
import type { Row } from './rows.ts';

const load = async () => (await import('./command-panel.tsx')).CommandPanel;

/** Look, "Pages": the commands of a row, loaded when opened. */
export function CommandLine({ row }: { row: Row }) {
  const { Component: Panel, failed, retry } = useLazy(load);
  if (row.downloadUrl === undefined || row.inspectionUrl === undefined) return null;
  const file = {
    fileName: row.fileName,
    url: location.origin + row.downloadUrl,
    sumUrl: location.origin + row.inspectionUrl,
  };
  if (failed) return <FailedPart words={tDataset.access.commandFailed} retry={retry} />;
  if (!Panel) return <div aria-busy="true" />;
  return (
    <Panel
      name={row.name}
      pending={row.sha256 === null}
      note={tDataset.commands.note}
      commandFor={(tool) => commandFor(tool, file)}
    />
  );
}
