import { useId, useState } from 'react';
import { tDataset } from '#texts/dataset';
import hidden from '../../ui/hidden.module.css';
import classes from './command-panel.module.css';
import { type Tool, tools } from './commands.ts';
import { CopyButton } from './copy-button.tsx';

export interface CommandPanelProps {
  /** Name of the row. */
  name: string;
  commandFor: (tool: Tool) => string;
  /** How to use it. */
  note: string;
  /** The integrity file is not available yet. */
  pending?: boolean;
}

const likelyTool = (): Tool => (/Windows/.test(navigator.userAgent) ? 'PowerShell' : 'curl');

/** Look, "Pages": commands for curl, wget, aria2 and PowerShell, each resumable and ending with the verification. */
export function CommandPanel({ name, commandFor, note, pending }: CommandPanelProps) {
  const [tool, setTool] = useState(likelyTool);
  const group = useId();
  const command = commandFor(tool);
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <fieldset className={classes.tools}>
          <legend className={hidden.hidden}>
            {tDataset.commands.tool}, {name}
          </legend>
          {tools.map((each) => (
            <label className={classes.tool} key={each}>
              <input type="radio" name={group} checked={each === tool} onChange={() => setTool(each)} />
              {each}
            </label>
          ))}
        </fieldset>
        <CopyButton
          key={tool}
          text={command}
          label={`${tDataset.commands.copy} ${tool} ${tDataset.access.commandLineFor} ${name}`}
          refused={tDataset.commands.copyFailed}
        />
      </div>
      <p className={classes.note}>{note}</p>
      <pre className={classes.command}>
        <code>{command}</code>
      </pre>
      {pending && <p className={classes.note}>{tDataset.commands.pending}</p>}
    </div>
  );
}
