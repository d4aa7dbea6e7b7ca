import { useId, useState } from 'react';
import { tDataset } from '#texts/dataset';
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
  isCode?: true;
  /** File extension and type of a format for reference managers. */
  file?: { ending: string; type: string };
}

const { cite: words } = tDataset;

/** Markdown, for a README: the badge, which leads here. */
const badgeOf = ({ name, version, url }: Work, badge: string): string =>
  `[![${words.badgeText(`${name} ${version}`).replace(/[\\[\]]/g, '\\$&')}](${badge})](${url})`;

/** The laboratory's own citation, if any, comes first. */
const formatsOf = (work: Work, given: string, badge: string): Format[] => [
  ...(given.trim() === '' ? [] : [{ name: words.given, text: given.trim() }]),
  { name: words.apa, text: apa(work) },
  { name: 'BibTeX', text: bibtex(work), file: { ending: '.bib', type: 'application/x-bibtex' } },
  { name: 'RIS', text: ris(work), file: { ending: '.ris', type: 'application/x-research-info-systems' } },
  {
    name: 'CSL-JSON',
    text: cslJson(work),
    file: { ending: '.json', type: 'application/vnd.citationstyles.csl+json' },
  },
  { name: words.badge, text: badgeOf(work, badge), isCode: true },
];

interface Props {
  work: Work;
  /** The laboratory's own citation; may be empty. */
  given: string;
  /** Absolute URL of the badge that tells how the files are. */
  badge: string;
}

/** Look, "Detail": how to cite this version, as text and for reference managers. */
export function CitePanel({ work, given, badge }: Props) {
  const formats = formatsOf(work, given, badge);
  const [chosen, setChosen] = useState(0);
  const group = useId();
  const { name, text, file, isCode = file !== undefined } = formats[chosen] ?? { name: '', text: '' };
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
      {/* Before the text, which may be higher than the window. */}
      <div className={classes.actions}>
        <CopyButton
          key={name}
          text={text}
          label={`${tDataset.commands.copy} ${name}`}
          refused={words.copyRefused}
        />
        {file && (
          <button className={controls.button} type="button" onClick={save}>
            {words.save} {file.ending}
          </button>
        )}
      </div>
      {isCode ? (
        <pre className={panel.command}>
          <code>{text}</code>
        </pre>
      ) : (
        <p className={classes.text}>{text}</p>
      )}
    </div>
  );
}
