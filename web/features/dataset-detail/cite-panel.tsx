import { useId, useState } from 'react';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import controls from '../../ui/controls.module.css';
import hidden from '../../ui/hidden.module.css';
import { saveBlob } from '../../ui/save-blob.ts';
import { apa, bibtex, citeKey, cslJson, ris, type Work } from './citation.ts';
import classes from './cite-panel.module.css';
import panel from './command-panel.module.css';
import { CopyButton } from './copy-button.tsx';

interface Format {
  name: string;
  text: string;
  /** File extension and type of a machine-readable format. */
  file?: { ending: string; type: string };
}

const { cite: words } = tDataset;

/** The laboratory's own citation, if any, comes first. */
const formatsOf = (work: Work, given: string): Format[] => [
  ...(given.trim() === '' ? [] : [{ name: words.given, text: given.trim() }]),
  { name: words.apa, text: apa(work) },
  { name: 'BibTeX', text: bibtex(work), file: { ending: '.bib', type: 'application/x-bibtex' } },
  { name: 'RIS', text: ris(work), file: { ending: '.ris', type: 'application/x-research-info-systems' } },
  {
    name: 'CSL-JSON',
    text: cslJson(work),
    file: { ending: '.json', type: 'application/vnd.citationstyles.csl+json' },
  },
];

/** Look, "Detail": how to cite this version, as text and for reference managers. */
export function CitePanel({ work, given }: { work: Work; given: string }) {
  const formats = formatsOf(work, given);
  const [chosen, setChosen] = useState(0);
  const group = useId();
  const { name, text, file } = formats[chosen] ?? { name: '', text: '' };
  const save = () => file && saveBlob(new Blob([text], { type: file.type }), citeKey(work) + file.ending);
  return (
    <div className={panel.panel}>
      <fieldset className={panel.tools}>
        <legend className={hidden.hidden}>{words.format}</legend>
        {formats.map((format, index) => (
          <label className={panel.tool} key={format.name}>
            <input type="radio" name={group} checked={index === chosen} onChange={() => setChosen(index)} />
            {format.name}
          </label>
        ))}
      </fieldset>
      {file ? (
        <pre className={panel.command}>
          <code>{text}</code>
        </pre>
      ) : (
        <p className={classes.text}>{text}</p>
      )}
      <div className={classes.actions}>
        <CopyButton
          key={name}
          text={text}
          label={`${t.detail.commandCopy} ${name}`}
          refused={words.copyRefused}
        />
        {file && (
          <button className={controls.button} type="button" onClick={save}>
            {words.save} {file.ending}
          </button>
        )}
      </div>
    </div>
  );
}
