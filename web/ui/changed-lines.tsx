import { tDifference as words } from '#texts/difference';
import type { ChangedLine } from '../../contract/terms.ts';
import styles from './changed-lines.module.css';
import { foldLines } from './fold-lines.ts';
import hidden from './hidden.module.css';

interface Props {
  lines: readonly ChangedLine[];
  /** What is compared. */
  label: string;
}

/** What differs between two texts. Not by colour alone: `+` and `−` stand before the lines, and words for those who listen. */
export function ChangedLines({ lines, label }: Props) {
  if (lines.every(({ kind }) => kind === 'same')) return <p className={styles.none}>{words.none}</p>;
  return (
    <ol className={styles.lines} aria-label={label}>
      {foldLines(lines).map((line) => {
        if (line.kind === 'folded')
          return (
            <li key={line.at} className={styles.folded}>
              {words.unchanged(line.lines)}
            </li>
          );
        const { at, kind, text } = line;
        const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
        return (
          <li key={at} data-kind={kind} className={styles.line}>
            {kind !== 'same' && <span className={hidden.hidden}>{`${words.kinds[kind]}: `}</span>}
            <Line>{text || <span className={hidden.hidden}>{words.emptyLine}</span>}</Line>
          </li>
        );
      })}
    </ol>
  );
}
